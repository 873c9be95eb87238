// One writer of lines, and what stands in them.
#include "app/session/field/measure_tables.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <vector>

#include "app/session/field/unit_figures.h"
#include "app/session/field/wave_figures.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::session {
namespace {

class CsvText {
 public:
  /// A name in quotes, for it may hold a comma.
  void name(const std::string& text) { put('"' + text + '"'); }
  template <typename Number>
  void number(Number value) {
    put(std::isfinite(static_cast<double>(value)) ? fmt::format("{}", value) : std::string());
  }
  void end_line() {
    text_ += "\r\n";
    begun_ = false;
  }
  [[nodiscard]] std::string text() && { return std::move(text_); }

 private:
  void put(const std::string& text) {
    if (begun_) text_ += ',';
    begun_ = true;
    text_ += text;
  }

  std::string text_;
  bool begun_ = false;
};

std::string column_of(const SampleCurve& curve, const std::string& component) {
  return fmt::format("probe {}: {}({},{})", curve.probe, component, curve.cell.x, curve.cell.y);
}

std::string probes_csv(const Samples& samples) {
  CsvText csv;
  csv.name("step");
  for (const SampleCurve& curve : samples.curves) csv.name(column_of(curve, samples.component));
  csv.end_line();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    csv.number(samples.step_of(i));
    for (const SampleCurve& curve : samples.curves) csv.number(curve.values[i]);
    csv.end_line();
  }
  return std::move(csv).text();
}

/// Cells are counted: at the centre of one stands its number.
double counted(double place) { return std::round((place - 0.5) * 1e6) / 1e6; }

std::string profile_csv(const LineReading& reading, const std::string& component) {
  CsvText csv;
  for (const std::string& name :
       {std::string("distance"), std::string("x"), std::string("y"), component}) {
    csv.name(name);
  }
  csv.end_line();
  for (std::size_t i = 0; i < reading.values.size(); ++i) {
    csv.number(reading.along.spacing * static_cast<double>(i));
    csv.number(counted(reading.places[i].x));
    csv.number(counted(reading.places[i].y));
    csv.number(reading.values[i]);
    csv.end_line();
  }
  return std::move(csv).text();
}

std::string spectrum_csv(const Samples& samples) {
  std::vector<Spectrum> spectra;
  std::size_t rows = 0;
  CsvText csv;
  csv.name("cycles per step");
  for (const SampleCurve& curve : samples.curves) {
    csv.name("amplitude of " + column_of(curve, samples.component));
    spectra.push_back(spectrum_of(curve.values, kSpectrumValues));
    rows = std::max(rows, spectra.back().amplitudes.size());
  }
  csv.end_line();
  // Each has its own frequencies, as many as it has values; those of the longest stand for all.
  for (std::size_t i = 0; i < rows; ++i) {
    const double frequency = 0.5 * static_cast<double>(i) / static_cast<double>(rows - 1);
    csv.number(frequency / static_cast<double>(samples.every));
    for (const Spectrum& spectrum : spectra) {
      const double at = spectrum.spacing > 0 ? frequency / spectrum.spacing : 0.0;
      const auto nearest = static_cast<std::size_t>(std::lround(at));
      csv.number(nearest < spectrum.amplitudes.size() ? spectrum.amplitudes[nearest] : NAN);
    }
    csv.end_line();
  }
  return std::move(csv).text();
}

std::string totals_csv(const TotalsLog& log, const std::string& title) {
  CsvText csv;
  for (const std::string& name :
       {std::string("step"), std::string("minimum"), std::string("maximum"), title}) {
    csv.name(name);
  }
  csv.end_line();
  for (std::size_t i = 0; i < log.steps.size(); ++i) {
    csv.number(log.steps[i]);
    csv.number(log.minimum[i]);
    csv.number(log.maximum[i]);
    csv.number(log.total[i]);
    csv.end_line();
  }
  return std::move(csv).text();
}

}  // namespace

std::string name_of(MeasureTable table) {
  switch (table) {
    case MeasureTable::probes:
      return "probes";
    case MeasureTable::profile:
      return "profile";
    case MeasureTable::spectrum:
      return "spectrum";
    case MeasureTable::totals:
      break;
  }
  return "totals";
}

std::string csv_of(MeasureTable table, const Readings& readings, const Scene& scene) {
  const auto& components = field::find_equation(scene.equation).components;
  const bool sampled = readings.samples && readings.samples->size() > 0;
  const bool summed = readings.totals && !readings.totals->steps.empty();
  if (table == MeasureTable::probes && sampled) return probes_csv(*readings.samples);
  if (table == MeasureTable::spectrum && sampled) return spectrum_csv(*readings.samples);
  if (table == MeasureTable::totals && summed)
    return totals_csv(*readings.totals, total_title(scene));
  if (table == MeasureTable::profile && readings.profile) {
    return profile_csv(*readings.profile, components[shown_component(scene)].id);
  }
  throw core::Error("nothing of the kind was measured: " + name_of(table));
}

}  // namespace heatwave::session
