// The charts of what is measured: which there are, and what stands in each.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "app/session/field/wave_figures.h"
#include "app/session/snapshot.h"
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
MeasureChart measure_chart(FieldsView& context, StripChart chart);

/// What is shown of: what was held, or what is read now.
const session::Readings& shown_readings(const FieldsView& context);

}  // namespace heatwave::fields_room
