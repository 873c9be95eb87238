// Counts the steps of the field between two presses.
#pragma once

#include <cstdint>

namespace heatwave::fields_room {

class Stopwatch {
 public:
  void turn(std::int64_t step) {
    steps_ = steps(step);
    begun_ = step;
    running_ = !running_;
    used_ = true;
  }
  void clear() { *this = {}; }
  /// A field that begins anew ends what was counted of it.
  void follow(std::int64_t step) {
    if (running_ && step < begun_) begun_ = step;
  }

  [[nodiscard]] bool running() const { return running_; }
  [[nodiscard]] bool used() const { return used_; }
  [[nodiscard]] std::int64_t steps(std::int64_t step) const {
    return steps_ + (running_ && step > begun_ ? step - begun_ : 0);
  }

 private:
  bool used_ = false;
  bool running_ = false;
  std::int64_t begun_ = 0;
  std::int64_t steps_ = 0;  ///< before it was last started
};

}  // namespace heatwave::fields_room
