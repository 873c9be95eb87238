// This process: the signals that ask it to end, its terminal, its age, and its work at the exit.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <thread>

#include "app/system/handle.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::system {

/// While it lives, the first Ctrl-C (SIGINT), SIGTERM or SIGHUP only asks to stop; the second one
/// ends the program. A signal that the program was told to ignore stays ignored. To be made before
/// any other thread, because threads inherit which signals are blocked.
class Interrupt : core::NonCopyable {
 public:
  /// Throws core::Error where the system gives no second thread.
  Interrupt();
  ~Interrupt();

  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }
  /// The signal that asked to stop, in words.
  [[nodiscard]] const char* name() const;

 private:
  void listen();

  std::stop_source stop_;
  std::atomic<int> signal_{0};  ///< 0: none yet
  Handle signals_;              ///< signals are read from it
  Handle end_;                  ///< the end of a pipe that the listener waits for …
  Handle waker_;                ///< … and the other one; closing it ends the listener
  std::jthread listener_;
};

/// From now on, a write to a closed pipe or beyond a file's size limit fails with an error that
/// says what was written. The signals for that would end the program.
void let_writes_fail();

/// Sets an environment variable of this process.
void set_environment(const char* variable, const char* value);

/// A time by the clock of this process's time zone; empty: its year cannot be told.
std::optional<std::tm> local_time(std::time_t time);

enum class Output : std::uint8_t { standard, error };
/// Columns of the terminal that an output goes to, 80 where it does not tell them; 0: the output
/// goes to no terminal.
int terminal_columns(Output output);

/// How long ago this process was started, in milliseconds, loading and all, to ten of them; 0: the
/// system does not tell. `root` is where /proc lies.
double process_age_ms(const std::filesystem::path& root = "/");

/// While it lives, exit() does the work first: for where a library ends the program, as Xlib does
/// without a server. One at a time.
class AtExit : core::NonCopyable {
 public:
  explicit AtExit(std::function<void()> work);
  ~AtExit();
};

}  // namespace heatwave::system
