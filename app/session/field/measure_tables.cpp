// Writes each table as comma-separated lines.
#include "app/session/field/measure_tables.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <vector>

#include "app/scene/views/catalogue.h"
#include "app/session/field/unit_figures.h"
#include "app/session/field/wave_figures.h"
#include "kernels/core/error.h"

namespace heatwave::session {
namespace {

class CsvText {
 public:
  /// Writes a name in quotes, because it may contain a comma.
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

void name_step(CsvText& csv, const TableUnits& units) {
  csv.name("step");
  if (units.step > 0) csv.name(kTimeColumn);
}

void put_step(CsvText& csv, const TableUnits& units, double count) {
  csv.number(count);
  if (units.step > 0) csv.number(units.step * count);
}

std::string column_of(const SampleCurve& curve, const std::string& component) {
  return fmt::format("probe {}: {}({},{})", curve.probe, component, curve.cell.x, curve.cell.y);
}

std::string probes_csv(const Samples& samples, const TableUnits& units) {
  CsvText csv;
  name_step(csv, units);
  for (const SampleCurve& curve : samples.curves) {
    csv.name(units.legend.titled(column_of(curve, samples.component)));
  }
  csv.end_line();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    put_step(csv, units, static_cast<double>(samples.step_of(i)));
    for (const SampleCurve& curve : samples.curves) csv.number(units.said(curve.values[i]));
    csv.end_line();
  }
  return std::move(csv).text();
}

/// Cells are counted from 0: the centre of a cell has its number.
double counted(double place) { return std::round((place - 0.5) * 1e6) / 1e6; }

std::string profile_csv(const LineReading& reading, const std::string& component,
                        const TableUnits& units) {
  CsvText csv;
  csv.name(units.cell > 0 ? "distance in m" : "distance");
  for (const char* name : {"x", "y"}) csv.name(name);
  csv.name(units.legend.titled(component));
  csv.end_line();
  const double spacing = reading.along.spacing * (units.cell > 0 ? units.cell : 1.0);
  for (std::size_t i = 0; i < reading.values.size(); ++i) {
    csv.number(spacing * static_cast<double>(i));
    csv.number(counted(reading.places[i].x));
    csv.number(counted(reading.places[i].y));
    csv.number(units.said(reading.values[i]));
    csv.end_line();
  }
  return std::move(csv).text();
}

std::string spectrum_csv(const Samples& samples, const TableUnits& units) {
  std::vector<Spectrum> spectra;
  std::size_t rows = 0;
  CsvText csv;
  csv.name(units.step > 0 ? "frequency in Hz" : "cycles per step");
  for (const SampleCurve& curve : samples.curves) {
    csv.name(units.legend.titled("amplitude of " + column_of(curve, samples.component)));
    spectra.push_back(spectrum_of(curve.values, kSpectrumValues));
    rows = std::max(rows, spectra.back().amplitudes.size());
  }
  csv.end_line();
  const double of_a_step = static_cast<double>(samples.every) * (units.step > 0 ? units.step : 1.0);
  const auto scale = static_cast<float>(units.legend.scale());
  // Each spectrum has its own frequencies; the first column has those of the longest one.
  for (std::size_t i = 0; i < rows; ++i) {
    const double frequency = 0.5 * static_cast<double>(i) / static_cast<double>(rows - 1);
    csv.number(frequency / of_a_step);
    for (const Spectrum& spectrum : spectra) {
      const double at = spectrum.spacing > 0 ? frequency / spectrum.spacing : 0.0;
      const auto nearest = static_cast<std::size_t>(std::lround(at));
      csv.number(nearest < spectrum.amplitudes.size() ? scale * spectrum.amplitudes[nearest] : NAN);
    }
    csv.end_line();
  }
  return std::move(csv).text();
}

std::string totals_csv(const TotalsLog& log, const std::string& title, const TableUnits& units) {
  CsvText csv;
  name_step(csv, units);
  for (const char* name : {"minimum", "maximum"}) csv.name(units.field_legend.titled(name));
  csv.name(title);
  csv.end_line();
  for (std::size_t i = 0; i < log.steps.size(); ++i) {
    put_step(csv, units, log.steps[i]);
    csv.number(units.said_of_field(log.minimum[i]));
    csv.number(units.said_of_field(log.maximum[i]));
    csv.number(log.total[i]);
    csv.end_line();
  }
  return std::move(csv).text();
}

/// Without a legend the value keeps its bits.
float in_legend(const colour::Legend& legend, float value) {
  return legend == colour::Legend{} ? value
                                    : static_cast<float>(legend.said(static_cast<double>(value)));
}

}  // namespace

TableUnits::TableUnits(const scene::Scene& scene)
    : legend(shown_legend(scene)),
      field_legend(legend_of(scene)),
      cell(scene.measures.units ? scene.measures.units->cell : 0.0),
      step(seconds_per_step(scene)) {}

float TableUnits::said(float value) const { return in_legend(legend, value); }
float TableUnits::said_of_field(float value) const { return in_legend(field_legend, value); }

std::string csv_of(scene::MeasureTable table, const Readings& readings, const scene::Scene& scene) {
  const bool sampled = readings.samples && readings.samples->size() > 0;
  const bool summed = readings.totals && !readings.totals->steps.empty();
  const TableUnits units(scene);
  if (table == scene::MeasureTable::probes && sampled) return probes_csv(*readings.samples, units);
  if (table == scene::MeasureTable::spectrum && sampled)
    return spectrum_csv(*readings.samples, units);
  if (table == scene::MeasureTable::totals && summed)
    return totals_csv(*readings.totals, total_title(scene), units);
  if (table == scene::MeasureTable::profile && readings.profile) {
    return profile_csv(*readings.profile, shown_quantity(scene).id, units);
  }
  throw core::Error(fmt::format("nothing of the kind was measured: {}", core::name_of(table)));
}

}  // namespace heatwave::session
