// An automatic colour range that does not flicker: it grows at once and shrinks slowly.
#pragma once

namespace heatwave::view {

class SteadyRange {
 public:
  /// `seconds` since the last call.
  void follow(float minimum, float maximum, double seconds);
  /// The next call takes its values as they are.
  void forget() { known_ = false; }

  [[nodiscard]] float minimum() const { return minimum_; }
  [[nodiscard]] float maximum() const { return maximum_; }

 private:
  float minimum_ = 0.0F;
  float maximum_ = 1.0F;
  bool known_ = false;
};

}  // namespace heatwave::view
