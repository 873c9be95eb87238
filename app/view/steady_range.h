// An automatic colour range without flicker: it grows at once and shrinks slowly.
#pragma once

namespace heatwave::view {

class SteadyRange {
 public:
  /// `seconds`: time since the last call.
  void follow(float minimum, float maximum, double seconds);
  /// The next call takes its values without smoothing.
  void forget() { known_ = false; }

  [[nodiscard]] bool is_known() const { return known_; }
  [[nodiscard]] float minimum() const { return minimum_; }
  [[nodiscard]] float maximum() const { return maximum_; }

 private:
  float minimum_ = 0.0F;
  float maximum_ = 1.0F;
  bool known_ = false;
};

}  // namespace heatwave::view
