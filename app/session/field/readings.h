// What is read of a field now, for its measures.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/session/field/samples.h"
#include "app/session/field/totals_log.h"

namespace heatwave::session {

struct LineReading {
  scene::LineCells along;
  std::vector<core::Point> places;  ///< one for each of its cells: where it is read
  std::vector<float> values;        ///< and what
};

/// All of the component that is shown.
struct Readings {
  std::int64_t step = -1;     ///< the field's when it was read; −1: it was not
  std::vector<float> probes;  ///< as many as the scene has, in their order
  std::optional<LineReading> profile;
  std::optional<LineReading> tape;
  std::shared_ptr<const Samples> samples;   ///< never null
  std::optional<Totals> whole;              ///< as it was last counted, where it is followed
  std::shared_ptr<const TotalsLog> totals;  ///< never null
  /// The field has come from the scene's beginning by steps alone: nothing was done to it on the
  /// way.
  bool as_begun = true;
};

}  // namespace heatwave::session
