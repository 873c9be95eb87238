// Ctrl-C as a request to stop, so that work can end in order.
#pragma once

#include <stop_token>
#include <thread>

namespace heatwave::cli {

/// While it lives, the first Ctrl-C only asks to stop; the second ends the program. To be made
/// before any other thread, because threads inherit which signals they leave alone.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  Interrupt(Interrupt&&) = delete;
  Interrupt& operator=(Interrupt&&) = delete;

  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

 private:
  std::stop_source stop_;
  std::jthread listener_;
};

}  // namespace heatwave::cli
