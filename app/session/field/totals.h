// Totals of a field: its minimum, its maximum, and its heat or energy.
#pragma once

#include <cstdint>
#include <vector>

#include "app/session/field/live_field.h"
#include "app/session/field/totals_log.h"

namespace heatwave::session {

/// Adds up fields part by part, never with a copy of the whole.
///
/// The energy of waves is the one that their steps conserve up to rounding if nothing damps, drives
/// or absorbs: half of v² in each cell, where v is the last step's change, times the medium's
/// factor; plus half of c² times the current difference between neighbours, times that of the
/// previous time level.
class TotalCounter {
 public:
  Totals count(LiveField& field);

 private:
  [[nodiscard]] double factor(std::size_t cell) const {
    return factors_.empty() ? 1.0 : static_cast<double>(factors_[cell]);
  }
  void follow_media(const LiveField& field);

  std::vector<float> factors_;  ///< factor of each cell; empty: there is no medium
  std::uint64_t factors_version_ = 0;
};

}  // namespace heatwave::session
