// This process: termination signals, its terminal, its age, and work at exit.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "kernels/core/error.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::system {

/// While it lives, the first Ctrl-C (SIGINT), SIGTERM or SIGHUP only requests a stop; the second
/// one ends the program. Ignored signals stay ignored. Construct it before any other thread,
/// because threads inherit the set of blocked signals.
class Interrupt : core::NonCopyable {
 public:
  /// Throws core::Error when the system provides no second thread.
  Interrupt();
  ~Interrupt();

  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }
  /// Returns the name of the signal that requested the stop.
  [[nodiscard]] const char* name() const;
  /// Returns the exit status of a program that the signal ends: 128 plus its number, as a shell
  /// says it; 1 on Windows.
  [[nodiscard]] int exit_status() const;

 private:
  struct Listener;

  std::stop_source stop_;
  std::unique_ptr<Listener> listener_;
};

/// Thrown when a signal has ended the work.
class Stopped : public core::Error {
 public:
  Stopped(const Interrupt& by, const std::string& words)
      : Error(words), exit_status_(by.exit_status()) {}
  [[nodiscard]] int exit_status() const { return exit_status_; }

 private:
  int exit_status_;
};

/// Makes the terminal show UTF-8 and colours, and lets all output pass byte for byte, without
/// translated line ends.
void prepare_output();

/// Ends the connection to the terminal if that was opened for this process alone, as Windows does
/// when a program is started by a double-click.
void leave_own_terminal();

/// From now on, a write to a closed pipe or beyond a file's size limit fails with an error instead
/// of a signal that ends the program.
void let_writes_fail();

/// Throws core::Error if the system allows too small a stack for this program, which a signal would
/// end somewhere.
void require_stack();

/// Sets an environment variable of this process.
void set_environment(const char* variable, const char* value);

/// Returns the name of this computer in its network; empty: it is unknown.
std::string host_name();

/// Converts a time to the time zone of this process; none: its year is out of range.
std::optional<std::tm> local_time(std::time_t time);

enum class Output : std::uint8_t { standard, error };
/// Returns the columns of an output's terminal, 80 if they are unknown; 0: the output is not a
/// terminal.
int terminal_columns(Output output);

/// Returns the milliseconds since this process was started, including its loading, with a
/// resolution of 10 ms; 0: unknown. `root` contains /proc.
double process_age_ms(const std::filesystem::path& root = "/");

/// While it lives, exit() runs the work first, because libraries may call exit(): Xlib does without
/// a server. Only one may exist at a time.
class AtExit : core::NonCopyable {
 public:
  explicit AtExit(std::function<void()> work);
  ~AtExit();
};

}  // namespace heatwave::system
