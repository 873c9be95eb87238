// Charts show values in the scene's units if it has any, and theory as dashed curves.
#include "app/rooms/fields/measure_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/rooms/fields/field_words.h"
#include "app/rooms/fields/fields_view.h"
#include "app/rooms/fields/measure_marks.h"
#include "app/scene/measures.h"
#include "app/scene/views/catalogue.h"
#include "app/session/field/theory.h"
#include "app/session/field/unit_figures.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/words/numbers.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::fields_room {
namespace {

/// Returns the frozen readings, or the current ones.
const session::Readings& shown_readings(const FieldsView& context) {
  const auto& held = context.model.strip.held;
  return held ? *held : context.snapshot.readings;
}

using scene::MeasureTable;

constexpr std::array<StripChartEntry, kStripCharts> kCharts{{
    {StripChart::series, "probes", "Probes", "The value at each probe over time.",
     MeasureTable::probes},
    {StripChart::profile, "profile", "Profile", "The values along the profile now.",
     MeasureTable::profile},
    {StripChart::spectrum, "spectrum", "Spectrum", "Frequencies in each probe's recent readings.",
     MeasureTable::spectrum},
    {StripChart::total, "total", "Total", "All the heat, or the energy, of the field over time.",
     MeasureTable::totals},
    {StripChart::extremes, "extremes", "Min, max", "Minimum and maximum over time.",
     MeasureTable::totals},
}};

std::string component_title(const FieldsView& context) {
  return context.colours.legend.titled(scene::shown_quantity(context.snapshot.scene).title);
}

std::string time_title(const FieldsView& context, const session::Samples& samples) {
  std::string title = step_seconds(context) > 0 ? "s" : "step";
  if (samples.every > 1) title += ", a sample every " + words::grouped(samples.every) + " steps";
  if (samples.forgot) title += ", the newest of them";
  return title;
}

class ChartMaker {
 public:
  explicit ChartMaker(FieldsView& context) : context_(context), readings_(shown_readings(context)) {
    // These functions are called after this maker is gone, but within the frame, so they capture
    // the context.
    made_.chart.x_words = [&context, per = per_step()](double x) {
      return time_words(context, x / per);
    };
    made_.chart.y_words = [&context](double value) { return shown_value_words(context, value); };
    made_.chart.y_title = component_title(context_);
    // fraction of the field's range; less would magnify rounding errors
    constexpr double kLeastPart = 0.01;
    made_.chart.least_span = kLeastPart * shown_range(context) * context.colours.legend.scale();
    const scene::Scene& scene = context.snapshot.scene;
    if (!context.model.show_theory) return;
    if (const auto& averaged = scene::view_of(scene).averaged) {
      if (averaged->theory != nullptr) steady_theory_ = averaged->theory(scene);
    } else if (readings_.as_begun) {
      theory_ = session::theory_of(scene);
    }
  }

  void series() {
    const session::Samples& samples = *readings_.samples;
    made_.chart.x_title = time_title(context_, samples);
    made_.chart.empty = "Click the field with the probe to drop one.";
    if (samples.size() == 0) return;
    if (are_apart(context_.model.strip, context_.snapshot.scene))
      made_.chart.lanes = std::max<std::size_t>(1, samples.curves.size());
    for (std::size_t lane = 0; lane < samples.curves.size(); ++lane) {
      const session::SampleCurve& curve = samples.curves[lane];
      made_.chart.curves.push_back({.label = std::to_string(curve.probe),
                                    .what = fmt::format("at {}, {}", curve.cell.x, curve.cell.y),
                                    .colour = probe_colour(context_, curve.probe),
                                    .values = in_units(curve.values),
                                    .first = static_cast<double>(samples.first) * per_step(),
                                    .spacing = static_cast<double>(samples.every) * per_step(),
                                    .thick = is_selected(curve.probe),
                                    .lane = lane});
    }
    if (theory_) theory_of_series(samples);
    if (steady_theory_) made_.chart.note = "a profile shows theory of " + steady_theory_->words;
  }

  void profile() {
    const auto& units = context_.snapshot.scene.measures.units;
    const double per_cell = units ? units->cell : 1.0;
    made_.chart.x_title = units ? "m, along the profile" : "cells, along the profile";
    made_.chart.x_words = [&context = context_, per_cell](double at) {
      return length_words(context, at / per_cell);
    };
    made_.chart.empty = "Drag with the profile tool across the field.";
    const auto& reading = readings_.profile;
    if (!reading) return;
    made_.chart.curves.push_back({.label = "",
                                  .what = component_title(context_),
                                  .colour = context_.theme.accent,
                                  .values = in_units(reading->values),
                                  .first = 0.0,
                                  .spacing = reading->along.spacing * per_cell});
    if (theory_) theory_of_profile(*reading, per_cell);
    if (steady_theory_) steady_theory_of_profile(*reading, per_cell);
  }

  void spectrum() {
    made_.chart.from_zero = true;
    made_.chart.labels_at_ends = false;  // all spectra end at zero
    made_.chart.least_span = 0.0;
    made_.chart.y_title = context_.colours.legend.titled("amplitude");
    made_.chart.empty = "Too few samples for a spectrum.";
    const session::Samples& samples = *readings_.samples;
    refresh_spectra();
    const bool seconds = step_seconds(context_) > 0;
    const double per_cycle = seconds ? 1.0 / step_seconds(context_) : 1000.0;
    made_.chart.x_title = seconds ? "Hz" : "cycles in 1000 steps";
    made_.chart.x_words = [&context = context_, per_cycle](double at) {
      return at > 0 ? "period " + time_words(context, per_cycle / at) : std::string("steady");
    };
    made_.chart.y_words = [&context = context_](double value) {
      return shown_value_words(context, value);
    };
    const auto& spectra = context_.model.strip.spectra.spectra;
    for (std::size_t i = 0; i < std::min(spectra.size(), samples.curves.size()); ++i) {
      if (spectra[i].amplitudes.empty()) continue;
      const int probe = samples.curves[i].probe;
      const double spacing = spectra[i].spacing / static_cast<double>(samples.every);
      made_.chart.curves.push_back({.label = std::to_string(probe),
                                    .what = peak_words(spectra[i], samples.every),
                                    .colour = probe_colour(context_, probe),
                                    .values = sized(told_part(spectra[i].amplitudes)),
                                    .first = 0.0,
                                    .spacing = spacing * per_cycle,
                                    .thick = is_selected(probe)});
    }
  }

  void totals(bool extremes) {
    made_.chart.least_span = 0.0;
    const session::TotalsLog& log = *readings_.totals;
    made_.chart.x_title = step_seconds(context_) > 0 ? "s" : "step";
    made_.chart.empty = "Nothing has been counted yet.";
    if (log.steps.empty()) return;
    std::vector<double>& places = made_.places.emplace_back(log.steps);
    for (double& place : places) place *= per_step();
    const auto add = [&](const char* label, std::span<const float> values, std::size_t colour) {
      made_.chart.curves.push_back({.label = label,
                                    .what = "",
                                    .colour = probe_colour(context_, static_cast<int>(colour)),
                                    .values = values,
                                    .places = places});
    };
    if (extremes) {
      // Extremes are of the field itself, whatever the view shows.
      const colour::Legend legend = session::legend_of(context_.snapshot.scene);
      const scene::Scene& scene = context_.snapshot.scene;
      if (!scene::shows_component(scene)) {
        made_.chart.y_title = legend.titled(
            scene::equation_of(scene).components[scene::shown_component(scene)].title);
        made_.chart.y_words = [legend](double value) {
          return legend.with_unit(words::field_value(value, legend.scale()));
        };
      }
      add("max", said(log.maximum, legend), 6);
      add("min", said(log.minimum, legend), 2);
      return;
    }
    made_.chart.y_title = session::total_title(context_.snapshot.scene);
    made_.chart.y_words = [](double value) { return fmt::format("{:.6g}", value); };
    made_.values.push_back(log.total);
    add("", made_.values.back(), 1);
    made_.chart.curves.back().colour = context_.theme.accent;
  }

  [[nodiscard]] MeasureChart take() { return std::move(made_); }

 private:
  [[nodiscard]] bool is_selected(int probe) const {
    return context_.measures.selected() == MeasurePick{.probe = probe};
  }

  [[nodiscard]] double per_step() const {
    const double seconds = step_seconds(context_);
    return seconds > 0 ? seconds : 1.0;
  }

  /// Returns the values in the displayed unit; they are stored with the chart.
  std::span<const float> in_units(std::span<const float> values) {
    return said(values, context_.colours.legend);
  }

  std::span<const float> said(std::span<const float> values, const colour::Legend& legend) {
    std::vector<float>& kept = made_.values.emplace_back(values.begin(), values.end());
    const auto slope = static_cast<float>(legend.one - legend.zero);
    const auto zero = static_cast<float>(legend.zero);
    for (float& value : kept) value = zero + slope * value;
    return kept;
  }

  /// Scales amplitudes to the displayed unit, without its offset.
  std::span<const float> sized(std::span<const float> amplitudes) {
    std::vector<float>& kept = made_.values.emplace_back(amplitudes.begin(), amplitudes.end());
    const auto scale = static_cast<float>(context_.colours.legend.scale());
    for (float& value : kept) value *= scale;
    return kept;
  }

  void add_theory(std::vector<float> exact, const ImVec4& colour, double first, double spacing) {
    made_.chart.curves.push_back({.label = "",
                                  .what = "theory",
                                  .colour = colour,
                                  .values = in_units(exact),
                                  .first = first,
                                  .spacing = spacing,
                                  .dashed = true});
  }

  /// `most`: the largest absolute value of theory; negative: theory has no finite value.
  void note_error(const std::string& words, double worst, double most) {
    made_.chart.note = "theory: " + words + "; ";
    made_.chart.note +=
        most < 0 ? "no value here at this time"
                 : fmt::format("off by {} at most", words::percent(most > 0 ? worst / most : 0.0));
  }

  /// Interpolates theory between cells as the field is read, so that the error shows the time steps
  /// and not the reading.
  void theory_of_profile(const session::LineReading& reading, double per_cell) {
    const core::Extent grid = context_.snapshot.scene.extent;
    const auto value_in = [&](core::Cell cell) {
      return theory_->value({cell.x + 0.5, cell.y + 0.5}, static_cast<double>(readings_.step));
    };
    std::vector<float> exact;
    double worst = 0.0;
    double most = -1.0;
    for (std::size_t i = 0; i < reading.values.size(); ++i) {
      const double value = scene::read_between(scene::between(reading.places[i], grid), value_in);
      exact.push_back(static_cast<float>(value));
      worst = std::max(worst, std::abs(value - static_cast<double>(reading.values[i])));
      most = std::max(most, std::abs(value));
    }
    add_theory(std::move(exact), context_.theme.text, 0.0, reading.along.spacing * per_cell);
    note_error(theory_->words, worst, most);
  }

  /// Theory leaves one factor open; least squares find it.
  void steady_theory_of_profile(const session::LineReading& reading, double per_cell) {
    const core::Extent grid = context_.snapshot.scene.extent;
    const auto value_in = [&](core::Cell cell) {
      return steady_theory_->value({cell.x + 0.5, cell.y + 0.5});
    };
    std::vector<double> exact;
    double product = 0.0;
    double square = 0.0;
    for (std::size_t i = 0; i < reading.values.size(); ++i) {
      exact.push_back(scene::read_between(scene::between(reading.places[i], grid), value_in));
      if (!std::isfinite(exact[i])) continue;
      product += exact[i] * static_cast<double>(reading.values[i]);
      square += exact[i] * exact[i];
    }
    const double factor = square > 0 ? product / square : 0.0;
    std::vector<float> fitted;
    double worst = 0.0;
    double most = -1.0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
      const double value = factor * exact[i];
      fitted.push_back(static_cast<float>(value));
      worst = std::max(worst, std::abs(value - static_cast<double>(reading.values[i])));
      most = std::max(most, std::abs(value));
    }
    add_theory(std::move(fitted), context_.theme.text, 0.0, reading.along.spacing * per_cell);
    note_error(steady_theory_->words + ", height fitted", worst, most);
  }

  /// Theory is computed at each sample, and only if there are few enough: curves with fewer points
  /// would look like another solution.
  void theory_of_series(const session::Samples& samples) {
    constexpr std::size_t kMostValues = 6000;
    if (theory_->is_costly) {
      made_.chart.note = "a profile shows theory of " + theory_->words;
      return;
    }
    const auto& view = context_.model.strip.views[static_cast<std::size_t>(StripChart::series)];
    const ui::Range seen = ui::seen_range(view, ui::whole_range(made_.chart));
    const std::size_t curves = made_.chart.curves.size();
    const std::size_t from = ui::index_at(made_.chart.curves.front(), seen.low);
    const std::size_t to =
        std::min(samples.size(), ui::index_at(made_.chart.curves.front(), seen.high) + 1);
    if (to <= from || (to - from) * curves > kMostValues) {
      made_.chart.note = "zoom in with the wheel to see the theory";
      return;
    }
    double worst = 0.0;
    double most = -1.0;
    for (std::size_t c = 0; c < curves; ++c) {
      const session::SampleCurve& curve = samples.curves[c];
      std::vector<float> exact;
      for (std::size_t i = from; i < to; ++i) {
        const double value = theory_->value({curve.cell.x + 0.5, curve.cell.y + 0.5},
                                            static_cast<double>(samples.step_of(i)));
        exact.push_back(static_cast<float>(value));
        most = std::max(most, std::abs(value));
        if (!std::isfinite(curve.values[i])) continue;
        worst = std::max(worst, std::abs(value - static_cast<double>(curve.values[i])));
      }
      add_theory(std::move(exact), context_.theme.text,
                 static_cast<double>(samples.step_of(from)) * per_step(),
                 static_cast<double>(samples.every) * per_step());
      made_.chart.curves.back().lane = c;
    }
    note_error(theory_->words, worst, most);
  }

  void refresh_spectra() {
    constexpr double kEvery = 0.2;  // seconds
    SpectrumCache& cache = context_.model.strip.spectra;
    const session::Samples& samples = *readings_.samples;
    const bool as_many = cache.spectra.size() == samples.curves.size();
    const double now = ImGui::GetTime();
    if (as_many && (cache.step == samples.newest() || now < cache.made_at + kEvery)) return;
    cache = {samples.newest(), now, {}};
    for (const session::SampleCurve& curve : samples.curves) {
      cache.spectra.push_back(session::spectrum_of(curve.values, session::kSpectrumValues));
    }
  }

  /// Drops the frequencies at the upper end that are nearly zero.
  static std::span<const float> told_part(std::span<const float> amplitudes) {
    constexpr float kNextToNothing = 0.01F;
    const float most = *std::max_element(amplitudes.begin(), amplitudes.end());
    std::size_t end = amplitudes.size();
    while (end > 2 && amplitudes[end - 1] < kNextToNothing * most) --end;
    return amplitudes.first(std::min(amplitudes.size(), end + end / 4 + 8));
  }

  [[nodiscard]] std::string peak_words(const session::Spectrum& spectrum,
                                       std::int64_t every) const {
    const auto peak = session::peak_of(spectrum);
    if (!peak || *peak <= 0) return "";
    return "highest at " + time_words(context_, static_cast<double>(every) / *peak);
  }

  FieldsView& context_;
  const session::Readings& readings_;
  std::optional<session::Theory> theory_;
  std::optional<scene::SteadyTheory> steady_theory_;
  MeasureChart made_;
};

}  // namespace

const std::array<StripChartEntry, kStripCharts>& strip_charts() { return kCharts; }

bool has(StripChart chart, const scene::Measures& measures) {
  switch (chart) {
    case StripChart::series:
    case StripChart::spectrum:
      return !measures.probes.empty();
    case StripChart::profile:
      return measures.profile.has_value();
    case StripChart::total:
    case StripChart::extremes:
      break;
  }
  return measures.totals;
}

namespace {

MeasureChart measure_chart(FieldsView& context, StripChart chart) {
  ChartMaker maker(context);
  switch (chart) {
    case StripChart::series:
      maker.series();
      break;
    case StripChart::profile:
      maker.profile();
      break;
    case StripChart::spectrum:
      maker.spectrum();
      break;
    case StripChart::total:
      maker.totals(false);
      break;
    case StripChart::extremes:
      maker.totals(true);
      break;
  }
  return maker.take();
}

// Lengths in design units.
constexpr float kHead = 48;
constexpr float kOpen = 252;          ///< greatest height below the field
constexpr float kLeastOpen = 204;     ///< its least height
constexpr float kOpenPart = 0.3F;     ///< its height as a part of the room's
constexpr float kMostPart = 0.45F;    ///< greatest part of a small room
constexpr float kColumn = 300;        ///< width beside the field
constexpr float kLeastColumn = 168;   ///< least width beside the field
constexpr float kColumnPart = 0.25F;  ///< its width as a part of the room's
/// A column shows less of the time than a row, so that the field must gain this factor by it.
constexpr float kWorthwhile = 1.15F;

void choose_chart(FieldsView& context, StripChart shown, float width) {
  std::vector<std::string> titles;
  std::vector<std::string> help;
  int chosen = -1;
  std::vector<StripChart> charts;
  for (const StripChartEntry& entry : strip_charts()) {
    if (!has(entry.chart, context.snapshot.scene.measures)) continue;
    if (entry.chart == shown) chosen = static_cast<int>(charts.size());
    charts.push_back(entry.chart);
    titles.emplace_back(entry.title);
    help.emplace_back(entry.help);
  }
  if (charts.empty()) return;
  const float wanted = std::min(width, 104 * context.unit * static_cast<float>(charts.size()));
  const int pressed = ui::choice(context, "strip", titles, chosen, wanted, help);
  if (pressed >= 0) context.model.strip.chart = charts[static_cast<std::size_t>(pressed)];
  ImGui::SameLine();
}

/// Draws the switch between one row for each probe's curve and one for all.
void draw_apart(FieldsView& context, StripChart shown) {
  if (shown != StripChart::series || context.snapshot.scene.measures.probes.size() < 2) return;
  const bool apart = are_apart(context.model.strip, context.snapshot.scene);
  ImGui::SameLine();
  const char* help =
      apart ? "Draws the curves over each other." : "Draws each curve in a row of its own.";
  if (icon_button(context, "curves apart", ui::Icon::rows, help, "", "", {.active = apart})) {
    context.model.strip.apart = !apart;
  }
}

void draw_head(FieldsView& context, StripChart shown) {
  StripModel& strip = context.model.strip;
  const float u = context.unit;
  action_button(context, strip.folded ? ui::Icon::chevron_right : ui::Icon::chevron_down,
                "fold_charts", strip.folded ? "Shows the charts." : "Folds the charts away.");
  ImGui::SameLine();
  const float room = ImGui::GetContentRegionAvail().x;
  // In a narrow strip the buttons show only icons, and in a narrower one they have a row.
  const bool roomy = room > 480 * u;
  const bool has_rows = strip.place.side == StripPlace::Side::beside && room < 360 * u;
  const float buttons = has_rows ? 0.0F : roomy ? (2 * 40 + 2 * 104) * u : 4 * 40 * u;
  choose_chart(context, shown, std::max(1.0F, room - buttons));
  if (has_rows) ImGui::NewLine();
  action_button(context, strip.held ? ui::Icon::play : ui::Icon::pause, "hold_charts",
                strip.held ? "Resumes the charts." : "Freezes the charts; the field continues.",
                {.active = strip.held != nullptr});
  draw_apart(context, shown);
  if (context.presented) return;  // an audience saves nothing
  ImGui::SameLine();
  action_button(context, ui::Icon::save, "save_values", "The values of the chart as CSV.",
                {.text = roomy ? "CSV" : nullptr});
  ImGui::SameLine();
  action_button(context, ui::Icon::camera, "save_chart", "The chart as PNG.",
                {.text = roomy ? "PNG" : nullptr});
}

}  // namespace

StripPlace place_strip(const StripModel& strip, const scene::Measures& measures, Tool tool,
                       const FieldFit& fit, const ui::Box& room, float unit) {
  using Side = StripPlace::Side;
  const bool any = tool == Tool::probe || tool == Tool::profile ||
                   std::any_of(strip_charts().begin(), strip_charts().end(),
                               [&](const auto& e) { return has(e.chart, measures); });
  if (!any) return {};
  const float most = kMostPart * room.height();
  if (strip.folded) return {Side::below, std::min(kHead * unit, most)};
  const float open = std::clamp(kOpenPart * room.height(), kLeastOpen * unit, kOpen * unit);
  const float height = std::min(open, most);
  const float width = std::clamp(kColumnPart * room.width(), kLeastColumn * unit, kColumn * unit);
  const float below = fit.cell_in(room.width(), room.height() - height);
  const float beside = fit.cell_in(room.width() - width, room.height());
  const bool has_room = width < kMostPart * room.width();
  if (!has_room || beside < kWorthwhile * below) return {Side::below, height};
  // A field that is as high as the room leaves its column more.
  const float high = fit.cell_in(room.width(), room.height()) * static_cast<float>(fit.field.width);
  return {Side::beside,
          std::max(width, std::min(kMostPart * room.width(), room.width() - high - fit.taken.x))};
}

ui::Box cut_strip(const StripPlace& place, ui::Box& room) {
  ui::Box area = room;
  if (place.side == StripPlace::Side::beside) {
    room.right = area.left = std::max(room.left, room.right - place.size);
  } else {
    room.bottom = area.top = std::max(room.top, room.bottom - place.size);
  }
  return area;
}

namespace {

/// Returns how much of the time a column of this width, in design units, shows of waves: the whole
/// would be a block of colour. 0: all of it.
double newest_of(const FieldsView& context, StripChart chart, float width) {
  const scene::Scene& scene = context.snapshot.scene;
  const auto& samples = shown_readings(context).samples;
  if (chart != StripChart::series || samples == nullptr) return 0.0;
  if (!scene::equation_of(scene).has_energy) return 0.0;
  const double seconds = step_seconds(context);
  return static_cast<double>(width) * static_cast<double>(samples->every) *
         (seconds > 0 ? seconds : 1.0);
}

}  // namespace

void show_chart_of(StripModel& strip, Tool tool) {
  if (tool == Tool::profile) strip.chart = StripChart::profile;
  if (tool == Tool::probe && strip.chart != StripChart::spectrum) strip.chart = StripChart::series;
}

bool are_apart(const StripModel& strip, const scene::Scene& scene) {
  return strip.apart.value_or(scene::equation_of(scene).has_energy);
}

StripChart shown_chart(const StripModel& strip, const scene::Measures& measures) {
  if (has(strip.chart, measures)) return strip.chart;
  for (const StripChartEntry& entry : strip_charts()) {
    if (has(entry.chart, measures)) return entry.chart;
  }
  return strip.chart;
}

void draw_measure_strip(FieldsView& context, const ui::Box& area) {
  StripModel& strip = context.model.strip;
  const float u = context.unit;
  const StripChart shown = shown_chart(strip, context.snapshot.scene.measures);
  constexpr float kRoomy = 192;  // the width that four buttons have beside a usual rim
  const float rim = (area.width() < kRoomy * u ? 8 : 16) * u;
  const ui::Pane pane("measures", area, {rim, 8 * u}, ImGuiWindowFlags_NoScrollWithMouse);
  const bool is_column = strip.place.side == StripPlace::Side::beside;
  const ImVec2 end = is_column ? ImVec2{area.left, area.bottom} : ImVec2{area.right, area.top};
  ui::draw_edge(context, {area.left, area.top}, end);
  draw_head(context, shown);
  if (!strip.folded) {
    const float top = ImGui::GetCursorScreenPos().y;
    const ui::Box box{area.left + 8 * u, top, area.right - 8 * u, area.bottom - 4 * u};
    if (box.height() > 24 * u) {
      strip.chart_area = box;
      ui::LineView& view = strip.views[static_cast<std::size_t>(shown)];
      view.newest = is_column ? newest_of(context, shown, box.width() / u) : 0.0;
      const MeasureChart made = measure_chart(context, shown);
      // The curves have the room that letters larger than the last row needs would take.
      const ui::SizedLook sized(context, context.last_row_letters());
      draw_line_chart(sized.look, "chart", box, made.chart, view);
    }
  }
}

}  // namespace heatwave::fields_room
