// A bell on a plane that is let go: the ring that runs outwards from it.
#pragma once

#include <vector>

namespace heatwave::session {

/// Exact in the plane: h·r²·∫ k·exp(−r²k²/2)·cos(ckt)·J₀(kd) dk, by Simpson's rule. Of one moment
/// a table is kept, so that many places cost little more than one.
class RingWave {
 public:
  RingWave(double radius, double speed) : radius_(radius), speed_(speed) {}

  /// So far from the middle, of a bell of height 1.
  double at(double distance, double time);
  /// Beyond there is nothing of it.
  [[nodiscard]] double reach(double time) const { return speed_ * time + 8 * radius_; }

 private:
  [[nodiscard]] double integral(double distance, double time) const;
  [[nodiscard]] double from_table(double distance) const;
  void make_table(double time);

  double radius_;
  double speed_;
  double moment_ = -1.0;  ///< asked for last
  int asked_ = 0;         ///< how often, one after the other
  double spacing_ = 1.0;
  std::vector<double> table_;  ///< of that moment, once it has been asked for often; else empty
};

}  // namespace heatwave::session
