// Current readings of a field for its measurements.
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
  std::vector<core::Point> places;  ///< positions of the readings, one for each cell
  std::vector<float> values;        ///< the values there
};

/// A row of a table: the scene's measurements at one step.
struct MeasuredRow {
  std::int64_t step = 0;
  std::vector<float> values;     ///< values of the probes, then those of the profile's places
  std::optional<Totals> totals;  ///< none: they are not computed
};

/// Readings of the displayed component.
struct Readings {
  std::int64_t step = -1;     ///< the field's step at the reading; -1: not read yet
  std::vector<float> probes;  ///< one for each of the scene's probes, in their order
  std::optional<LineReading> profile;
  std::optional<LineReading> tape;
  std::shared_ptr<const Samples> samples;   ///< never null
  std::optional<Totals> whole;              ///< the newest totals; none: they are not computed
  std::shared_ptr<const TotalsLog> totals;  ///< never null
  /// Only steps have changed the field since the scene began.
  bool as_begun = true;
};

}  // namespace heatwave::session
