// A program that reads from this one; what it writes on standard error is kept.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/system/write_files.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::system {

/// Whether a program of this name is found where the system looks for programs.
bool is_installed(const std::string& program);

class ChildProcess : core::NonCopyable {
 public:
  enum class Written : std::uint8_t { all, closed, timed_out };
  struct Timeouts {
    std::chrono::milliseconds idle;   ///< while it uses less than 1 % of a processor
    std::chrono::milliseconds total;  ///< whatever it does
  };

  /// Starts a program that may write the file `output`. The first word is the program's name; no
  /// shell reads any of them. Throws core::Error.
  ChildProcess(std::vector<std::string> command, const GrowingFile& output);
  /// Kills the program if it still runs.
  ~ChildProcess();

  /// The path under which the program opens its output.
  static std::string path_of(const GrowingFile& output);

  /// Writes to its standard input. `closed`: it reads no more; `timed_out`: it has not read all of
  /// this within the time.
  Written write(std::span<const std::uint8_t> bytes, std::chrono::milliseconds timeout);
  /// Closes its standard input and waits for its end. Returns its exit status, 128 and the signal
  /// where one ended it as in a shell; empty: a timeout was over and it was killed.
  std::optional<int> finish(Timeouts timeouts);
  /// The end of what it has written on standard error, on one line.
  [[nodiscard]] std::string errors() const;

 private:
  std::int64_t child_ = -1;  ///< the process's number; -1: it has ended
  Handle input_;
  Handle errors_;
};

}  // namespace heatwave::system
