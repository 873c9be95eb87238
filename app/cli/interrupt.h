// Signals that ask the program to end, as a request to stop, so that work ends in order.
#pragma once

#include <array>
#include <atomic>
#include <stop_token>
#include <thread>

namespace heatwave::cli {

/// While it lives, the first Ctrl-C (SIGINT), SIGTERM or SIGHUP only asks to stop; the second one
/// ends the program. A signal that the program was told to ignore stays ignored. To be made before
/// any other thread, because threads inherit which signals are blocked.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  Interrupt(Interrupt&&) = delete;
  Interrupt& operator=(Interrupt&&) = delete;

  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }
  /// The signal that asked to stop, in words.
  [[nodiscard]] const char* name() const;

 private:
  void listen();

  std::stop_source stop_;
  std::atomic<int> signal_{0};       ///< 0: none yet
  int signals_ = -1;                 ///< descriptor from which signals are read
  std::array<int, 2> over_{-1, -1};  ///< a pipe; closing its end to write ends the listener
  std::jthread listener_;
};

}  // namespace heatwave::cli
