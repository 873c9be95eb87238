// A child process that reads from this program; its standard error is captured.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/system/write_files.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::system {

/// Returns whether the program is installed in PATH.
bool is_installed(const std::string& program);

class ChildProcess : core::NonCopyable {
 public:
  enum class Written : std::uint8_t { all, closed, timed_out };
  struct Timeouts {
    /// The child is killed when it has used less than 1 % of a processor for this time.
    std::chrono::milliseconds idle;
    /// The child is killed after this time in any case.
    std::chrono::milliseconds total;
  };

  /// Starts a program that may write the file `output`. The first word is the program's name; no
  /// shell is involved. Throws core::Error.
  ChildProcess(std::vector<std::string> command, const GrowingFile& output);
  /// Starts a program that writes no file of this program.
  explicit ChildProcess(std::vector<std::string> command);
  /// Kills the program if it still runs.
  ~ChildProcess();

  /// Returns the path under which the program opens its output.
  static std::string path_of(const GrowingFile& output);

  /// Writes to its standard input. `closed`: it reads no more; `timed_out`: it has not read
  /// everything in time.
  Written write(std::span<const std::uint8_t> bytes, std::chrono::milliseconds timeout);
  /// Closes its standard input and waits for its end. Returns its exit status, as in a shell: 128
  /// plus the signal's number if a signal ended it. None: it was killed after a timeout, or because
  /// of a stop request.
  std::optional<int> finish(Timeouts timeouts, const std::stop_token& stop = {});
  /// Returns the end of its standard error, on one line.
  [[nodiscard]] std::string errors() const;

 private:
  /// `output`: null: there is none.
  ChildProcess(std::vector<std::string> command, const GrowingFile* output);

  std::int64_t child_ = -1;  ///< id of the child process; -1: the process has ended
  Handle input_;
  Handle errors_;
};

}  // namespace heatwave::system
