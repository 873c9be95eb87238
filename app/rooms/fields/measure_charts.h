// The charts of measures and their content.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "app/rooms/fields/field_fit.h"
#include "app/rooms/fields/field_tools.h"
#include "app/session/field/wave_figures.h"
#include "app/session/snapshot.h"
#include "app/ui/box.h"
#include "app/ui/line_chart.h"

namespace heatwave::fields_room {

struct FieldsView;

enum class StripChart : std::uint8_t { series, profile, spectrum, total, extremes };
inline constexpr std::size_t kStripCharts = 5;

struct StripChartEntry {
  StripChart chart;
  const char* id;
  const char* title;
  const char* help;
  scene::MeasureTable table;  ///< table with the chart's values
};
const std::array<StripChartEntry, kStripCharts>& strip_charts();

/// True if the chart has something to show.
bool has(StripChart chart, const scene::Measures& measures);

/// Spectra are slow, so they are computed only a few times a second.
struct SpectrumCache {
  std::int64_t step = -1;
  double made_at = -1.0;
  std::vector<session::Spectrum> spectra;
};

/// A chart and the values it shows.
struct MeasureChart {
  ui::LineChart chart;
  std::deque<std::vector<float>> values;
  std::deque<std::vector<double>> places;
};

struct FieldsView;

/// Where the strip is, and its height below the field or its width beside it.
struct StripPlace {
  enum class Side : std::uint8_t { none, below, beside };
  Side side = Side::none;
  float size = 0.0F;

  /// Returns the part of a room that is beside or above the strip.
  [[nodiscard]] ui::Box rest_of(const ui::Box& room, const ui::Box& strip) const {
    if (side == Side::beside) return {room.left, room.top, strip.left, room.bottom};
    return {room.left, room.top, room.right, strip.top};
  }
};

/// The strip's state between frames.
struct StripModel {
  bool folded = false;
  StripChart chart = StripChart::series;
  std::optional<bool> apart;  ///< probes' curves have a row each; empty: those of waves have
  std::array<ui::LineView, kStripCharts> views;
  /// frozen readings that are shown instead of the current ones; null: not frozen
  std::shared_ptr<const session::Readings> held;
  StripPlace place;
  SpectrumCache spectra;
  ui::Box chart_area;  ///< area of the chart in this frame; empty: not drawn
};

/// Chooses the place of the strip: the side on which it leaves more of a room to the field. None if
/// there is no chart and the tool creates none.
StripPlace place_strip(const StripModel& strip, const scene::Measures& measures, Tool tool,
                       const FieldFit& fit, const ui::Box& room, float unit);
/// Cuts the strip from the room; returns its area.
ui::Box cut_strip(const StripPlace& place, ui::Box& room);
/// Shows the chart of the measure that this tool creates; for probes the series, unless the
/// spectrum is shown.
void show_chart_of(StripModel& strip, Tool tool);
/// Returns whether each probe's curve has a row of its own. Curves of waves cross each other all
/// the time, so that they begin apart.
bool are_apart(const StripModel& strip, const scene::Scene& scene);
/// Returns the chosen chart, or the first available one.
StripChart shown_chart(const StripModel& strip, const scene::Measures& measures);
void draw_measure_strip(FieldsView& context, const ui::Box& area);

}  // namespace heatwave::fields_room
