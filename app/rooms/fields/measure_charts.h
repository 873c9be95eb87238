// The charts of what is measured: which there are, and what stands in each.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

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
  scene::MeasureTable table;  ///< with its values
};
const std::array<StripChartEntry, kStripCharts>& strip_charts();

/// Whether there is something for it to show.
bool has(StripChart chart, const scene::Measures& measures);

/// Spectra take long: they are made a few times a second.
struct SpectrumCache {
  std::int64_t step = -1;
  double made_at = -1.0;
  std::vector<session::Spectrum> spectra;
};

/// A chart, and the values that it shows.
struct MeasureChart {
  ui::LineChart chart;
  std::deque<std::vector<float>> values;
  std::deque<std::vector<double>> places;
};

struct FieldsView;

/// What is kept of it between frames.
struct StripModel {
  bool folded = false;
  StripChart chart = StripChart::series;
  std::array<ui::LineView, kStripCharts> views;
  std::shared_ptr<const session::Readings> held;  ///< shown instead of what is read now
  float height = 0.0F;                            ///< in this frame; 0: there is none
  SpectrumCache spectra;
  ui::Box chart_area;  ///< where the chart lies in this frame; empty: none is drawn
};

/// The height of the strip in a room of this height: 0 where there is no chart and the tool makes
/// none.
float strip_height(const StripModel& strip, const scene::Measures& measures, Tool tool, float room,
                   float unit);
/// The chart of what this tool lays comes to the front; of probes either of theirs.
void show_chart_of(StripModel& strip, Tool tool);
/// The chart that is shown: the one chosen, or the one that there is.
StripChart shown_chart(const StripModel& strip, const scene::Measures& measures);
void draw_measure_strip(FieldsView& context, const ui::Box& area);

}  // namespace heatwave::fields_room
