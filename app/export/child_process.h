// A program that is fed through its standard input; what it says on standard error is kept.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace heatwave::exporting {

/// Whether a program of this name is found where the system looks for programs.
bool is_installed(const std::string& program);

class ChildProcess {
 public:
  /// The first word is the program; no shell reads any of them. Throws core::Error.
  explicit ChildProcess(const std::vector<std::string>& command);
  /// One that still runs is ended.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ChildProcess(ChildProcess&&) = delete;
  ChildProcess& operator=(ChildProcess&&) = delete;

  /// False where it does not read any more, or not for a long time.
  bool write(std::span<const std::uint8_t> bytes);
  /// There is no more to read. Its exit status; −1: it was ended, by a signal or for want of
  /// patience.
  int finish(std::chrono::seconds patience);
  /// The last it has said, on one line.
  [[nodiscard]] std::string errors() const;

 private:
  void close_input();

  pid_t child_ = -1;
  int input_ = -1;
  int errors_ = -1;
};

}  // namespace heatwave::exporting
