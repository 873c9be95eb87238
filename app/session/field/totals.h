// What a field comes to as a whole: its least and most, and all its heat or energy.
#pragma once

#include <cstdint>
#include <vector>

#include "app/session/field/live_field.h"
#include "app/session/field/totals_log.h"

namespace heatwave::session {

/// Adds up fields part by part, never with a copy of the whole.
///
/// The energy of waves is that which their steps keep to the last digits where nothing is damped,
/// driven or let out: half of v² in each cell, v being what the last step changed, by the medium's
/// factor; and half of c² times the difference between neighbours now, times that a step before.
class TotalCounter {
 public:
  Totals count(LiveField& field);

 private:
  [[nodiscard]] double factor(std::size_t cell) const {
    return factors_.empty() ? 1.0 : static_cast<double>(factors_[cell]);
  }
  void follow_media(const LiveField& field);

  std::vector<float> factors_;  ///< of every cell; empty where there is no medium
  std::uint64_t factors_version_ = 0;
};

}  // namespace heatwave::session
