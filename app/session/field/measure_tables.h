// What was measured, as comma-separated values for other programs.
#pragma once

#include <string>

#include "app/colour/colouring.h"
#include "app/scene/scene.h"
#include "app/session/field/readings.h"

namespace heatwave::session {

/// What steps, cells and values are written as: themselves, or what they stand for, as charts say
/// it.
struct TableUnits {
  explicit TableUnits(const scene::Scene& scene);
  /// A value of what the scene's view shows.
  [[nodiscard]] float said(float value) const;
  /// A value of the field itself, which totals are of whatever the view shows.
  [[nodiscard]] float said_of_field(float value) const;

  colour::Legend legend;        ///< of what the view shows
  colour::Legend field_legend;  ///< of the field itself
  double cell;                  ///< metres; 0: cells are counted
  double step;                  ///< seconds; 0: steps are counted
};
inline constexpr const char* kTimeColumn = "time in s";

/// A line of names, then lines of numbers which, read again, are the same bits. Throws core::Error
/// where there is nothing of the kind.
std::string csv_of(scene::MeasureTable table, const Readings& readings, const scene::Scene& scene);

}  // namespace heatwave::session
