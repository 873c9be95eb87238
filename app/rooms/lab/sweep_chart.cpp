// Draws a sweep as curves: each variant over the values of one parameter.
#include "app/rooms/lab/lab_charts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/chart_rows.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"
#include "app/ui/chart_axes.h"
#include "app/ui/controls.h"
#include "app/ui/pen.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"

namespace heatwave::lab_room {
namespace {

/// Returns "0.135 ms", "1.23 TB/s".
std::string metric_words(double figure, SweepMetric metric) {
  if (metric == SweepMetric::time) return words::measured_time(figure);
  return words::with_prefix(figure, metric == SweepMetric::bandwidth ? "B/s"
                                    : metric == SweepMetric::cells   ? "cells/s"
                                                                     : "FLOP/s");
}

/// Formats an axis label; rates are in giga, so that different devices share one unit.
std::string metric_tick(double figure, SweepMetric metric, double step) {
  if (metric == SweepMetric::time) return words::round_time(figure);
  return ui::tick_label(figure / 1e9, step / 1e9);
}

const char* metric_title(SweepMetric metric) {
  if (metric == SweepMetric::bandwidth) return "Memory in GB/s; higher is faster";
  if (metric == SweepMetric::arithmetic) return "Arithmetic in GFLOP/s; higher is faster";
  if (metric == SweepMetric::cells) return "Billion cells a second; higher is faster";
  return "Time of one run; lower is faster";
}

/// Draws a button below the message.
void offer_sweep(LabView& context, const ui::ChartPen& pen, const ui::Box& box) {
  const lab::Parameter* parameter =
      parameter_of(shown_experiment(context.model).id, shown_sweep(context.model));
  const float u = context.unit;
  const float y = (box.top + box.bottom) / 2 + 2 * pen.line() + 16 * u;
  if (parameter == nullptr || y + 32 * u > box.bottom) return;
  const std::string text = "Sweep " + parameter->title;
  const float wide = pen.width(text) / u + 64;
  ImGui::SetCursorScreenPos({(box.left + box.right - wide * u) / 2, y});
  const ui::ButtonLook look{.width = wide, .text = text.c_str()};
  if (icon_button(context, "sweep now", ui::Icon::play,
                  "Measures every variant at each value; under “Sweep” at the right another "
                  "parameter can be chosen.",
                  "", why_no_run(context), look)) {
    run_sweep(context);
  }
}

/// Says why there is no sweep chart; for a run that is no sweep, with a button that starts one.
/// `values`: the number of swept values.
void explain_missing_sweep(LabView& context, const ui::Box& box, const lab::Report& report,
                           std::size_t values) {
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  if (report.swept.empty()) {
    pen.message(box, "This run is not a sweep",
                "A sweep measures every variant at each value of a parameter, and draws curves.");
    offer_sweep(context, pen, box);
  } else if (values == 1) {
    pen.message(box, "One value is no curve yet",
                "The next values of the sweep are under way, or were not asked for: choose "
                "several values and run again.");
  } else {
    pen.message(box, "Nothing could be measured",
                "No variant could be measured at any value of this sweep; the bars say why.");
  }
}

/// Returns the suffix of an axis title.
const char* scale_words(bool logarithmic) { return logarithmic ? ", logarithmic" : ""; }

constexpr float kTickGap = 1.5F;  ///< distance of the y axis' ticks, in lines

struct MetricChoice {
  SweepMetric metric;
  const char* title;
  const char* help;
};
constexpr auto kMetrics = std::to_array<MetricChoice>({
    {SweepMetric::time, "time", "The time of one run."},
    {SweepMetric::bandwidth, "GB/s", "Minimum bytes that must move, divided by the time."},
    {SweepMetric::arithmetic, "GFLOP/s", "Operations that must be done, divided by the time."},
    {SweepMetric::cells, "Gcells/s",
     "Cells of the grid times steps, divided by the time; of all devices together."},
});

class SweepChart {
 public:
  /// `look`: the context's, or with smaller letters.
  SweepChart(LabView& context, const ui::Look& look, const ChartData& data,
             const ui::ChartArea& area)
      : context_(context),
        look_(look),
        data_(data),
        area_(area),
        pen_(look, *ImGui::GetWindowDrawList()),
        report_(data.result->report),
        parameter_(parameter_of(report_.experiment, report_.swept)),
        values_(swept_values(report_)),
        curves_(curves_of(report_)) {
    if (!values_.empty()) last_ = ladder_of(report_, values_.back());
    best_ = shown_ladder(context.model, report_).best;
    const bool known = std::any_of(curves_.begin(), curves_.end(), [&](const Curve& curve) {
      return curve.variant->variant == data.selected;
    });
    if (known) {
      chosen_ = data.selected;
    } else if (last_.best != nullptr) {
      chosen_ = last_.best->variant;
    }
  }

  /// Draws into the current window; returns the variant that was clicked.
  [[nodiscard]] std::string draw() {
    const float u = pen_.unit();
    const lab::Measurement* first =
        report_.measurements.empty() ? nullptr : &report_.measurements.front();
    const std::string what =
        report_.swept.empty()
            ? "sweep"
            : "sweep of " + (parameter_ == nullptr ? report_.swept : parameter_->title);
    const bool drawable = values_.size() > 1 && !curves_.empty();
    const ui::Box box = draw_chart_head(context_, pen_, area_.box(),
                                        chart_heading(*data_.result, what, first, report_.swept),
                                        drawable ? switch_width() + 16 * u : 0.0F);
    if (!drawable) {
      explain_missing_sweep(context_, box, report_, values_.size());
      return {};
    }
    choose_metric(area_.box());
    const float line = pen_.line();
    place({box.left, box.top + 1.6F * line, box.right, box.bottom - 2 * line - 8 * u});
    pen_.text(box.left, box.top + line / 2,
              std::string(metric_title(metric_)) + scale_words(y_.logarithmic), pen_.theme().dim);
    const std::string across = parameter_ == nullptr ? report_.swept : parameter_->title;
    pen_.foot({plot_.left, box.bottom - line, box.right, box.bottom},
              {.text = across + scale_words(x_.logarithmic)}, key());
    draw_grid();
    draw_values();
    const std::string clicked = draw_hover();
    for (const Curve& curve : curves_) {
      if (!is_chosen(curve)) draw_curve(curve);
      draw_wrong(curve);
    }
    for (const Curve& curve : curves_) {
      if (is_chosen(curve)) draw_curve(curve);
    }
    draw_best();
    draw_labels();
    return clicked;
  }

 private:
  void choose_metric(const ui::Box& area) {
    std::vector<SweepMetric> metrics;
    std::vector<std::string> titles;
    std::vector<std::string> help;
    for (const MetricChoice& each : kMetrics) {
      if (!has_metric(report_, each.metric)) continue;
      metrics.push_back(each.metric);
      titles.emplace_back(each.title);
      help.emplace_back(each.help);
    }
    SweepMetric& wanted = context_.model.sweep.metric;
    const auto found = std::find(metrics.begin(), metrics.end(), wanted);
    metric_ = found == metrics.end() ? SweepMetric::time : wanted;
    if (metrics.size() < 2) return;
    const float width = switch_width();
    if (width <= 0) return;
    const float u = context_.unit;
    const float right = area.right - 16 * u - context_.model.chart_place.head_room;
    ImGui::SetCursorScreenPos({right - width, area.top + 4 * u});
    ui::begin_controls(context_, "metrics", {width, ImGui::GetFrameHeight()});
    const int chosen =
        static_cast<int>(std::find(metrics.begin(), metrics.end(), metric_) - metrics.begin());
    const int pressed = choice(context_, "metric", titles, chosen, width, help);
    ImGui::EndChild();
    if (pressed >= 0) wanted = metrics[static_cast<std::size_t>(pressed)];
  }

  /// Returns the width of the choice of what the curves show, a list where buttons do not fit
  /// beside the other controls; 0: there is no choice, or no room.
  [[nodiscard]] float switch_width() const {
    constexpr float kLeastList = 80.0F;
    const float u = context_.unit;
    const auto choices =
        std::count_if(kMetrics.begin(), kMetrics.end(),
                      [&](const MetricChoice& each) { return has_metric(report_, each.metric); });
    const float room = area_.box().width() - 32 * u - context_.model.chart_place.head_room;
    const float buttons = 92 * u * static_cast<float>(choices);
    if (choices < 2 || room < kLeastList * u) return 0.0F;
    return buttons <= room ? buttons : std::min(room, 112 * u);
  }

  void place(const ui::Box& plot) {
    const float u = pen_.unit();
    const auto [least, most] = ends_of(curves_, metric_);
    const bool logarithmic =
        !context_.model.list.linear && (metric_ == SweepMetric::time || ui::wants_log(least, most));
    const ui::Range range = logarithmic ? ui::Range{least / 1.5, most * 1.5} : ui::zero_range(most);
    y_ = {range.low, range.high, logarithmic, plot.bottom, plot.top};
    float widest = 0.0F;
    const std::vector<double> ticks = y_.ticks(kTickGap * pen_.line());
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1.0;
    for (const double tick : ticks) {
      widest = std::max(widest, pen_.width(metric_tick(tick, metric_, step)));
    }
    constexpr float kMostShare = 0.42F;  // names are worth an axis
    const float labels = std::min(label_room(), kMostShare * plot.width());
    plot_ = {plot.left + widest + 8 * u, plot.top, plot.right - labels - 24 * u, plot.bottom};
    place_values();
  }

  void place_values() {
    categories_ = parameter_ != nullptr && !parameter_->choices.empty();
    const auto first = static_cast<double>(values_.front());
    const auto last = static_cast<double>(values_.back());
    const float margin = 16 * pen_.unit();
    x_ = {first, last, false, plot_.left + margin, plot_.right - margin};
    if (categories_) {
      x_.low = 0;
      x_.high = static_cast<double>(values_.size() - 1);
    } else {
      x_.logarithmic = first > 0 && last / first >= 16;
    }
  }

  [[nodiscard]] std::vector<ui::KeyEntry> key() const {
    std::vector<ui::KeyEntry> key;
    const auto any = [&](auto test) { return std::any_of(curves_.begin(), curves_.end(), test); };
    if (const auto value = value_of_best()) {
      key.push_back({is_best_of_all() ? ui::KeyEntry::Sample::star : ui::KeyEntry::Sample::ring,
                     "best at " + setting_text(report_.experiment, report_.swept, *value), "best"});
    }
    if (any([](const Curve& curve) { return !curve.wrong.empty(); })) {
      key.push_back({ui::KeyEntry::Sample::cross, "wrong result"});
    }
    const bool has_cpu =
        any([](const Curve& curve) { return curve.variant->processor == lab::Processor::cpu; });
    const bool has_gpu =
        any([](const Curve& curve) { return curve.variant->processor == lab::Processor::gpu; });
    if (has_cpu && has_gpu) {  // there are two kinds to tell apart
      key.push_back({ui::KeyEntry::Sample::dashes, "CPU"});
      key.push_back({ui::KeyEntry::Sample::stroke, "GPU"});
    }
    return key;
  }

  [[nodiscard]] float x_of(std::int64_t value) const {
    if (!categories_) return x_.at(static_cast<double>(value));
    const auto found = std::find(values_.begin(), values_.end(), value);
    return x_.at(static_cast<double>(found - values_.begin()));
  }

  [[nodiscard]] ImVec2 at(const CurvePoint& point) const {
    return {x_of(point.value), y_.at(figure_of(*point.measurement, metric_))};
  }

  void draw_grid() const {
    const float u = pen_.unit();
    const std::vector<double> ticks = y_.ticks(kTickGap * pen_.line());
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1.0;
    for (const double tick : ticks) {
      const float y = std::round(y_.at(tick));
      const double own_step = y_.logarithmic ? std::min(tick, 1e9) : step;
      pen_.line({plot_.left, y}, {plot_.right, y}, pen_.theme().line, 1 * u);
      pen_.text(plot_.left - 8 * u, y, metric_tick(tick, metric_, own_step), pen_.theme().dim,
                ui::Voice::body, ui::Align::right);
    }
    pen_.line({plot_.left, plot_.bottom}, {plot_.right, plot_.bottom}, pen_.neutral(0.4F), 1 * u);
  }

  void draw_values() const {
    const float u = pen_.unit();
    std::vector<float> centres;
    std::vector<float> widths;
    for (const std::int64_t value : values_) {
      centres.push_back(x_of(value));
      widths.push_back(pen_.width(value_words(parameter_, value)));
    }
    const std::vector<bool> drawn = ui::without_overlap(centres, widths, 14 * u);
    const float y = plot_.bottom + 4 * u + pen_.line() / 2;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      pen_.line({centres[i], plot_.bottom}, {centres[i], plot_.bottom + 4 * u}, pen_.theme().dim,
                1 * u);
      if (!drawn[i]) continue;
      pen_.text(centres[i], y, value_words(parameter_, values_[i]), pen_.theme().dim,
                ui::Voice::body, ui::Align::centre);
    }
  }

  void draw_curve(const Curve& curve) const {
    const float u = pen_.unit();
    const float width = (is_chosen(curve) ? 3.5F : 2.0F) * u;
    const bool dashed = curve.variant->processor == lab::Processor::cpu;
    for (std::size_t i = 1; i < curve.points.size(); ++i) {
      const ImVec2 from = at(curve.points[i - 1]);
      const ImVec2 to = at(curve.points[i]);
      if (dashed) {
        pen_.dashed(from, to, colour(curve), width);
      } else {
        pen_.line(from, to, colour(curve), width);
      }
    }
    for (const CurvePoint& point : curve.points) {
      pen_.marker(marker_of(curve), at(point), (is_chosen(curve) ? 7.0F : 5.5F) * u, colour(curve));
    }
  }

  /// Returns the value of the swept parameter at which the headline names the best.
  [[nodiscard]] std::optional<std::int64_t> value_of_best() const {
    if (best_ == nullptr) return {};
    const auto value = best_->settings.values.find(report_.swept);
    if (value == best_->settings.values.end()) return {};
    return value->second;
  }

  /// Returns whether no point is better than the headline's, so that a star may mark it.
  [[nodiscard]] bool is_best_of_all() const {
    return best_ != nullptr && is_best_point(curves_, *best_, metric_);
  }

  /// Marks the measurement that the headline calls the best: with a star, or with a ring where the
  /// points of other values are better.
  void draw_best() const {
    const auto value = value_of_best();
    if (!value || figure_of(*best_, metric_) <= 0) return;
    const ImVec2 place = at({*value, best_});
    const float u = pen_.unit();
    if (!is_best_of_all()) {
      return pen_.marker(ui::Marker::ring, place, 11 * u, pen_.theme().accent);
    }
    pen_.marker(ui::Marker::star, place, 12 * u, pen_.theme().panel);
    pen_.marker(ui::Marker::star, place, 9 * u, pen_.theme().accent);
  }

  void draw_wrong(const Curve& curve) const {
    const float u = pen_.unit();
    for (const std::int64_t value : curve.wrong) {
      pen_.marker(ui::Marker::cross, {x_of(value), plot_.bottom - 8 * u}, 6 * u,
                  pen_.theme().error);
    }
  }

  /// The name of a curve beside the plot.
  struct CurveLabel {
    const Curve* curve = nullptr;
    std::vector<std::string> lines;
    float end = 0.0F;  ///< y of the curve's last point
    float y = 0.0F;    ///< middle of the name
  };

  /// Returns the left end of the names; each begins with its curve's marker.
  [[nodiscard]] float label_left() const { return plot_.right + 22 * pen_.unit(); }
  [[nodiscard]] float sample_width() const { return 18 * pen_.unit(); }
  [[nodiscard]] ui::Voice label_voice(const Curve& curve) const {
    return is_chosen(curve) ? ui::Voice::strong : ui::Voice::body;
  }

  /// Returns the names that find room, in the order of their places; long ones have several lines.
  [[nodiscard]] std::vector<CurveLabel> placed_labels() const {
    const float room = area_.box().right - label_left() - sample_width() - 4 * pen_.unit();
    std::vector<CurveLabel> all;
    std::vector<float> wanted;
    std::vector<int> weight;
    std::size_t most_lines = 1;
    for (const Curve& curve : curves_) {
      if (curve.points.empty()) continue;
      const lab::Measurement* last = last_.find(curve.variant->variant);
      ImGui::PushFont(is_chosen(curve) ? look_.fonts.strong : look_.fonts.body, pen_.line());
      all.push_back(
          {&curve, ui::lines_within(curve.variant->title, room), at(curve.points.back()).y, 0.0F});
      ImGui::PopFont();
      most_lines = std::max(most_lines, all.back().lines.size());
      wanted.push_back(all.back().end);
      weight.push_back(is_chosen(curve) || is_best(curve)        ? 2
                       : last != nullptr && last_.matters(*last) ? 1
                                                                 : 0);
    }
    const auto lines = static_cast<float>(most_lines);
    const float half = (lines - 1) * pen_.line() / 2;
    // The axis' title above the plot may be as wide as the chart.
    const auto places = ui::label_column(wanted, weight, lines * pen_.line() - 1 * pen_.unit(),
                                         plot_.top + half, plot_.bottom - half);
    std::vector<CurveLabel> placed;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!places[i]) continue;
      placed.push_back(std::move(all[i]));
      placed.back().y = *places[i];
    }
    std::ranges::stable_sort(placed, {}, &CurveLabel::y);
    return placed;
  }

  /// Draws the names. Those of curves that end in one place share a line to it.
  void draw_labels() const {
    const std::vector<CurveLabel> labels = placed_labels();
    for (std::size_t i = 0; i < labels.size();) {
      std::size_t next = i + 1;
      while (next < labels.size() && labels[next].end - labels[i].end < 0.6F * pen_.line()) ++next;
      draw_leader({labels.begin() + static_cast<std::ptrdiff_t>(i),
                   labels.begin() + static_cast<std::ptrdiff_t>(next)});
      i = next;
    }
    for (const CurveLabel& label : labels) draw_label(label);
  }

  /// Draws a line from the end of the curves to their names, which a bracket joins.
  void draw_leader(std::span<const CurveLabel> labels) const {
    const float u = pen_.unit();
    const float left = label_left() - 5 * u;
    const ImVec2 end = at(labels.front().curve->points.back());
    const float above = labels.front().y;
    const float below = labels.back().y;
    const ImVec4 ink = pen_.neutral(0.3F);
    pen_.line({end.x + 9 * u, end.y}, {left, (above + below) / 2}, ink, 1 * u);
    if (labels.size() < 2) return;
    const float half = pen_.line() / 3;
    pen_.line({left, above - half}, {left, below + half}, ink, 1.5F * u);
  }

  void draw_label(const CurveLabel& label) const {
    const Curve& curve = *label.curve;
    const ImVec4 ink = is_best(curve) ? pen_.theme().accent : pen_.theme().text;
    float y = label.y - static_cast<float>(label.lines.size() - 1) * pen_.line() / 2;
    const float u = pen_.unit();
    pen_.marker(marker_of(curve), {label_left() + 6 * u, y}, 5.5F * u, colour(curve));
    for (const std::string& line : label.lines) {
      pen_.text(label_left() + sample_width(), y, line, ink, label_voice(curve));
      y += pen_.line();
    }
  }

  [[nodiscard]] float label_room() const {
    float widest = 0.0F;
    for (const Curve& curve : curves_) {
      widest = std::max(widest, pen_.width(curve.variant->title, label_voice(curve)));
    }
    return widest + sample_width();
  }

  [[nodiscard]] std::optional<std::int64_t> value_near(float x) const {
    std::optional<std::int64_t> near;
    for (const std::int64_t value : values_) {
      if (!near || std::abs(x_of(value) - x) < std::abs(x_of(*near) - x)) near = value;
    }
    return near;
  }

  [[nodiscard]] const Curve* curve_near(ImVec2 mouse, std::int64_t value) const {
    const Curve* nearest = nullptr;
    float distance = 24 * pen_.unit();
    for (const Curve& curve : curves_) {
      for (const CurvePoint& point : curve.points) {
        const float away = std::abs(at(point).y - mouse.y);
        if (point.value != value || away > distance) continue;
        distance = away;
        nearest = &curve;
      }
    }
    return nearest;
  }

  [[nodiscard]] std::string draw_hover() {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!area_.hovered() || !plot_.contains(mouse)) return {};
    const auto value = value_near(mouse.x);
    if (!value) return {};
    const float x = std::round(x_of(*value));
    pen_.line({x, plot_.top}, {x, plot_.bottom}, pen_.theme().dim, 1 * pen_.unit());
    const Curve* nearest = curve_near(mouse, *value);
    draw_tooltip(*value, nearest);
    if (nearest == nullptr || !area_.clicked()) return {};
    return nearest->variant->variant;
  }

  void draw_tooltip(std::int64_t value, const Curve* nearest) const {
    std::vector<std::pair<double, const Curve*>> order;
    for (const Curve& curve : curves_) {
      for (const CurvePoint& point : curve.points) {
        if (point.value != value) continue;
        order.emplace_back(figure_of(*point.measurement, metric_), &curve);
      }
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    ui::ChartTooltip tooltip(context_);
    tooltip.title(setting_text(report_.experiment, report_.swept, value));
    for (const auto& [figure, curve] : order) {
      tooltip.figure(curve->variant->title, metric_words(figure, metric_), curve == nearest);
    }
    for (const Curve& curve : curves_) {
      if (std::find(curve.wrong.begin(), curve.wrong.end(), value) == curve.wrong.end()) continue;
      tooltip.figure(curve.variant->title, "wrong");
    }
  }

  [[nodiscard]] bool is_chosen(const Curve& curve) const {
    return curve.variant->variant == chosen_;
  }
  /// Returns whether the headline calls the variant the best.
  [[nodiscard]] bool is_best(const Curve& curve) const {
    return best_ != nullptr && curve.variant->variant == best_->variant;
  }
  [[nodiscard]] ImVec4 colour(const Curve& curve) const {
    if (is_best(curve)) return pen_.theme().accent;
    if (is_chosen(curve)) return pen_.theme().text;
    const lab::Measurement* last = last_.find(curve.variant->variant);
    return pen_.neutral(last != nullptr && last_.matters(*last) ? 0.85F : 0.5F);
  }

  [[nodiscard]] ui::Marker marker_of(const Curve& curve) const {
    return static_cast<ui::Marker>(static_cast<std::size_t>(&curve - curves_.data()) %
                                   ui::kMarkers);
  }

  LabView& context_;
  const ui::Look& look_;
  const ChartData& data_;
  const ui::ChartArea& area_;
  ui::ChartPen pen_;
  const lab::Report& report_;
  const lab::Parameter* parameter_;
  std::vector<std::int64_t> values_;
  std::vector<Curve> curves_;
  Ladder last_;                             ///< at the largest value
  const lab::Measurement* best_ = nullptr;  ///< the best of the headline; null: there is none
  std::string chosen_;
  SweepMetric metric_ = SweepMetric::time;
  bool categories_ = false;
  ui::Axis x_{};
  ui::Axis y_{};
  ui::Box plot_{};
};

}  // namespace

std::string draw_sweep(LabView& context, const ui::Box& area, const ChartData& data) {
  const ui::ChartArea chart("sweep", area);
  // Names and ticks are worth more than larger letters where the room is low.
  const bool is_low = context.model.chart_place.takes_turns;
  const ui::SizedLook sized(context, is_low ? context.last_row_letters() : 1.0F);
  return SweepChart(context, sized.look, data, chart).draw();
}

}  // namespace heatwave::lab_room
