// Measurements as comma-separated values for other programs.
#pragma once

#include <string>

#include "app/colour/colouring.h"
#include "app/scene/scene.h"
#include "app/session/field/readings.h"

namespace heatwave::session {

/// The units in which tables give steps, cells and values, as in charts.
struct TableUnits {
  explicit TableUnits(const scene::Scene& scene);
  /// Converts a value of the displayed plane.
  [[nodiscard]] float said(float value) const;
  /// Converts a value of the field itself; totals use it whatever the view shows.
  [[nodiscard]] float said_of_field(float value) const;

  colour::Legend legend;        ///< legend of the displayed plane
  colour::Legend field_legend;  ///< legend of the field itself
  double cell;                  ///< size of a cell in metres; 0: cells are counted
  double step;                  ///< duration of a step in seconds; 0: steps are counted
};
inline constexpr const char* kTimeColumn = "time in s";

/// Returns a line of names and lines of numbers that read back to the same bits. Throws core::Error
/// when the table would be empty.
std::string csv_of(scene::MeasureTable table, const Readings& readings, const scene::Scene& scene);

}  // namespace heatwave::session
