// Draws the roofline: the limits of memory and arithmetic of a device, and each variant below them.
#include "app/rooms/lab/lab_charts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/chart_rows.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"
#include "app/ui/chart_axes.h"
#include "app/ui/label_places.h"
#include "app/ui/pen.h"
#include "app/words/numbers.h"

namespace heatwave::lab_room {
namespace {

/// Returns "GPU: 4.80 TB/s by clock and bus".
std::string limit_words(const std::string& device, const lab::Limits& limits) {
  return device + ": " + words::with_prefix(limits.bytes_per_second, "B/s") +
         (limits.bandwidth_measured ? " measured by a copy" : " by clock and bus");
}

/// Returns the axis of the bars; logarithmic, because the two memories are far apart.
ui::Axis bandwidth_axis(const ui::ChartPen& pen, const Ladder& ladder, const lab::Machine& machine,
                        const LadderColumns& columns) {
  ui::PositiveEnds ends;
  for (const lab::Measurement* m : ladder.rungs) {
    if (has_bar(*m)) ends.include(m->bytes_per_second);
  }
  ends.include(machine.cpu.limits.bytes_per_second);
  ends.include(machine.gpu.limits.bytes_per_second);
  const ui::Range range = ui::log_range(ends.least, ends.most, 1.6);
  const float label = pen.width("9.99 TB/s   100 % of its limit, in cache", ui::Voice::strong);
  const float end = std::max(columns.content + 80 * pen.unit(), columns.right - label);
  return {range.low, range.high, true, columns.content, end};
}

void draw_limit_line(const ui::ChartPen& pen, const ui::Axis& axis, const ui::Box& plot,
                     double limit, bool dashed) {
  if (limit <= 0) return;
  const float x = std::round(axis.at(limit));
  if (dashed) {
    pen.dashed({x, plot.top}, {x, plot.bottom}, pen.theme().text, 2 * pen.unit());
  } else {
    pen.line({x, plot.top}, {x, plot.bottom}, pen.theme().text, 2 * pen.unit());
  }
}

/// Draws both limits with their figures, side by side above the plot.
void draw_limits(const ui::ChartPen& pen, const ui::Axis& axis, const ui::Box& plot,
                 const lab::Machine& machine) {
  const float u = pen.unit();
  const float y = plot.top - 4 * u - pen.line() / 2;
  float room = plot.right;
  for (const lab::Device* device : {&machine.gpu, &machine.cpu}) {
    const double limit = device->limits.bytes_per_second;
    if (limit <= 0) continue;
    const bool cpu = device == &machine.cpu;
    draw_limit_line(pen, axis, plot, limit, cpu);
    const std::string words = limit_words(cpu ? "CPU" : "GPU", device->limits);
    const float wide = pen.width(words);
    const float left = std::max(plot.left, std::min(axis.at(limit) - wide / 2, room - wide));
    pen.text(left, y, words, pen.theme().text);
    room = left - 24 * u;
  }
}

void draw_grid(const ui::ChartPen& pen, const ui::Axis& axis, const ui::Box& plot) {
  const float u = pen.unit();
  for (const double tick : axis.ticks(8 * u)) {
    const float x = std::round(axis.at(tick));
    pen.line({x, plot.top}, {x, plot.bottom + 3 * u}, pen.theme().line, 1 * u);
  }
  for (const double tick : axis.ticks(70 * u)) {
    pen.text(axis.at(tick), plot.bottom + 3 * u + pen.line() / 2,
             ui::tick_label(tick * 1e-9, std::min(1.0, tick * 1e-9)), pen.theme().dim,
             ui::Voice::body, ui::Align::centre);
  }
}

void draw_bar(const ui::ChartPen& pen, const ui::Axis& axis, const Ladder& ladder,
              const ui::Box& row, const lab::Measurement& m) {
  const float u = pen.unit();
  const float y = (row.top + row.bottom) / 2;
  if (m.bytes_per_second <= 0) {
    pen.text_on_plate(axis.from + 8 * u, y, "it counts no bytes", pen.theme().dim);
    return;
  }
  const float half = std::min(row.height() * 0.36F, 14 * u);
  const bool best = ladder.is_best(m);
  const ui::Box bar{axis.from, y - half, std::max(axis.at(m.bytes_per_second), axis.from + 2 * u),
                    y + half};
  if (m.yardstick || m.wrong_on_purpose) {
    pen.frame(bar, pen.neutral(0.75F), 2 * u, 3 * u);
  } else {
    pen.fill(bar, best ? pen.theme().accent : pen.neutral(0.5F), 3 * u);
  }
  const ui::Voice voice = best ? ui::Voice::strong : ui::Voice::body;
  const std::string share = share_of_limit(m, ladder.report->machine);
  std::string words = words::with_prefix(m.bytes_per_second, "B/s");
  if (!share.empty()) words += "   " + share;
  pen.text_on_plate(bar.right + 10 * u, y, pen.elided(words, row.right - bar.right - 14 * u, voice),
                    best ? pen.theme().accent : pen.theme().text, voice);
}

/// Draws into the current window; returns the variant that was clicked.
std::string draw_bandwidth_bars(LabView& context, const ui::Box& area, const ChartData& data) {
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  const Ladder ladder = shown_ladder(context.model, data.result->report);
  const lab::Machine& machine = data.result->report.machine;
  const bool moves = std::any_of(ladder.rungs.begin(), ladder.rungs.end(), [](const auto* m) {
    return has_bar(*m) && m->bytes_per_second > 0;
  });
  const ui::Box box = draw_chart_head(
      context, pen, area, chart_heading(*data.result, "memory bandwidth", ladder.first()));
  if (!moves) {
    pen.message(box, "No bandwidth for this experiment",
                "Its variants count neither bytes nor operations, so there is no limit of the "
                "device to compare them with. The bars compare their times.");
    return {};
  }
  const float u = pen.unit();
  const float line = pen.line();
  const LadderColumns columns = ladder_columns(pen, ladder, box);
  const ui::Axis axis = bandwidth_axis(pen, ladder, machine, columns);
  const ui::Box plot{box.left, box.top + 1.4F * line, box.right, box.bottom - 2 * line - 8 * u};
  draw_grid(pen, axis, plot);
  draw_limits(pen, axis, plot, machine);
  pen.foot({box.left, box.bottom - line, box.right, box.bottom},
           {.text = "GB/s of the minimum traffic, logarithmic; lines: limit of each memory"}, {});
  return draw_ladder_rows(
      context, plot,
      {.ladder = ladder,
       .selected = data.selected,
       .columns = columns,
       .room_for = rows_to_come(context, *data.result),
       .draw = [&](const ui::ChartPen& rows_pen, const ui::Box& row, const lab::Measurement& m) {
         draw_bar(rows_pen, axis, ladder, row, m);
       }});
}

/// Returns a round rate with its prefix: "100 G".
std::string rate_tick(double rate) {
  constexpr std::array kPrefixes{"", "k", "M", "G", "T", "P"};
  std::size_t i = 0;
  for (; rate >= 1e3 && i + 1 < kPrefixes.size(); ++i) rate /= 1e3;
  return ui::tick_label(rate, std::min(rate, 1.0)) + "\u00A0" + kPrefixes[i];
}

struct Dot {
  const lab::Measurement* m = nullptr;
  double intensity = 0.0;  ///< operations per byte
  ImVec2 at{};
};

/// The limits of one device for one kind of arithmetic.
struct Roof {
  const lab::Device* device = nullptr;
  double operations = 0.0;  ///< per second
  const char* arithmetic = "float32";
  bool dashed = false;

  [[nodiscard]] std::string name() const { return dashed ? "CPU" : "GPU"; }
  [[nodiscard]] double ridge() const { return operations / device->limits.bytes_per_second; }
  [[nodiscard]] double at(double intensity) const {
    return std::min(intensity * device->limits.bytes_per_second, operations);
  }
};

bool is_dot(const lab::Measurement& m) {
  return has_bar(m) && m.work.floats && m.work.operations > 0 && m.work.bytes > 0;
}

class RooflineChart {
 public:
  RooflineChart(LabView& context, const ChartData& data, const ui::ChartArea& area)
      : context_(context),
        data_(data),
        area_(area),
        pen_(context, *ImGui::GetWindowDrawList()),
        ladder_(shown_ladder(context.model, data.result->report)) {
    for (const lab::Measurement* m : ladder_.rungs) {
      if (is_dot(*m)) dots_.push_back({m, m->work.operations / m->work.bytes, {}});
    }
    std::stable_sort(dots_.begin(), dots_.end(),
                     [](const Dot& a, const Dot& b) { return a.intensity < b.intensity; });
    add_roofs(data.result->report.machine.gpu, false);
    add_roofs(data.result->report.machine.cpu, true);
  }

  /// Draws into the current window; returns the variant that was clicked.
  [[nodiscard]] std::string draw() {
    const float line = pen_.line();
    const ui::Box box = draw_chart_head(context_, pen_, area_.box(),
                                        chart_heading(*data_.result, "roofline", dots_.front().m));
    pen_.text(box.left, box.top + line / 2, pen_.elided(axis_title(), box.width()),
              pen_.theme().dim);
    place({box.left, box.top + 1.3F * line, box.right, box.bottom - 2.4F * line});
    pen_.foot({plot_.left, box.bottom - line, box.right, box.bottom},
              {.text = "operations for each byte that must move, logarithmic"}, key());
    draw_grid();
    // A slope may begin below the slowest variant, so it is clipped at the axis.
    pen_.list().PushClipRect({plot_.left, plot_.top}, {plot_.right, plot_.bottom}, true);
    for (const Roof& roof : roofs_) draw_roof(roof);
    pen_.list().PopClipRect();
    draw_labels();
    label_roofs();
    for (const Dot& dot : dots_) draw_dot(dot);
    return draw_hover();
  }

 private:
  void add_roofs(const lab::Device& device, bool dashed) {
    // A device with unknown arithmetic has no roof: its memory alone would promise rates that it
    // may not be able to compute.
    if (device.limits.bytes_per_second <= 0 || device.limits.operations_per_second <= 0) return;
    roofs_.push_back({&device, device.limits.operations_per_second, "float32", dashed});
    const bool tensor = std::any_of(dots_.begin(), dots_.end(),
                                    [](const Dot& dot) { return dot.m->work.tensor_cores; });
    if (tensor && device.limits.tensor_operations_per_second > 0) {
      roofs_.push_back(
          {&device, device.limits.tensor_operations_per_second, "tensor cores, TF32", dashed});
    }
  }

  void place(const ui::Box& plot) {
    double left = dots_.front().intensity;
    double right = dots_.back().intensity;
    double least = dots_.front().m->operations_per_second;
    double most = least;
    for (const Roof& roof : roofs_) {
      left = std::min(left, roof.ridge());
      right = std::max(right, roof.ridge());
      least = std::min(least, roof.at(dots_.front().intensity));
      most = std::max(most, roof.at(std::max(right, dots_.back().intensity)));
    }
    for (const Dot& dot : dots_) {
      least = std::min(least, dot.m->operations_per_second);
      most = std::max(most, dot.m->operations_per_second);
    }
    float labels = 0.0F;
    for (const Dot& dot : dots_)
      labels = std::max(labels, pen_.width(label(dot), label_voice(dot)));
    labels = std::min(labels, 0.36F * plot.width());
    plot_ = {plot.left + pen_.width("100\u00A0G") + 8 * pen_.unit(), plot.top,
             plot.right - labels - 20 * pen_.unit(), plot.bottom};
    x_ = {left / 6, right * 6, true, plot_.left, plot_.right};
    y_ = {least / 2.5, most * 3, true, plot_.bottom, plot_.top};
    free_ = {{plot_.left, plot_.top - pen_.line() / 2, plot_.right, plot_.bottom}, 9 * pen_.unit()};
    for (Dot& dot : dots_) {
      dot.at = {x_.at(dot.intensity), y_.at(dot.m->operations_per_second)};
      free_.keep_off_mark(dot.at);
    }
  }

  void draw_grid() const {
    const float u = pen_.unit();
    for (const double tick : y_.ticks(1.8F * pen_.line())) {
      const float y = std::round(y_.at(tick));
      pen_.line({plot_.left, y}, {plot_.right, y}, pen_.theme().line, 1 * u);
      pen_.text(plot_.left - 8 * u, y, rate_tick(tick), pen_.theme().dim, ui::Voice::body,
                ui::Align::right);
    }
    for (const double tick : x_.ticks(70 * u)) {
      const float x = std::round(x_.at(tick));
      pen_.line({x, plot_.top}, {x, plot_.bottom + 4 * u}, pen_.theme().line, 1 * u);
      pen_.text(x, plot_.bottom + 6 * u + pen_.line() / 2,
                ui::tick_label(tick, std::min(tick, 1.0)), pen_.theme().dim, ui::Voice::body,
                ui::Align::centre);
    }
    pen_.line({plot_.left, plot_.bottom}, {plot_.right, plot_.bottom}, pen_.neutral(0.4F), 1 * u);
  }

  void draw_roof(const Roof& roof) {
    const float u = pen_.unit();
    const double bend = std::clamp(roof.ridge(), x_.low, x_.high);
    const ImVec2 from{x_.at(x_.low), y_.at(roof.at(x_.low))};
    const ImVec2 middle{x_.at(bend), y_.at(roof.at(bend))};
    const ImVec2 to{x_.at(x_.high), y_.at(roof.at(x_.high))};
    const ImVec4 ink = pen_.neutral(0.7F);
    free_.keep_off_line(from, middle);
    free_.keep_off_line(middle, to);
    if (roof.dashed) {
      pen_.dashed(from, middle, ink, 2 * u);
      pen_.dashed(middle, to, ink, 2 * u);
    } else {
      pen_.line(from, middle, ink, 2.5F * u);
      pen_.line(middle, to, ink, 2.5F * u);
    }
  }

  /// Draws a label at the first free place. A low chart may have none; then the label is left out.
  void place_label(const std::string& words, const std::vector<ImVec2>& places) {
    const auto found = free_.take({pen_.width(words), pen_.line() - 2}, places);
    if (!found) return;
    pen_.text_on_plate(found->left, (found->top + found->bottom) / 2, words, pen_.theme().text);
  }

  /// Returns places along a roof for a label of this width: from the right end of a ceiling to
  /// where the label ends at its bend, or from the left end up the slope. First those above the
  /// line, then below it, then farther above.
  [[nodiscard]] std::vector<ImVec2> places_along(const Roof& roof, float wide, bool is_ceiling) {
    const float u = pen_.unit();
    const float away = pen_.line() / 2 + 3 * u;
    const float step = 16 * u;
    const float bend = x_.at(std::clamp(roof.ridge(), x_.low, x_.high));
    const float first = std::max(plot_.left + 6 * u, is_ceiling ? bend - wide : 0.0F);
    const float last = is_ceiling ? plot_.right - wide - 10 * u : bend - wide;
    const auto y_at = [&](float x) { return y_.at(roof.at(x_.value_at(x))); };
    std::vector<ImVec2> places;
    for (const float off : {-away, away, -1.6F * away}) {
      const auto count = static_cast<int>((last - first) / step);
      for (int i = 0; i <= count; ++i) {
        const float along = step * static_cast<float>(i);
        const float x = is_ceiling ? last - along : first + along;
        // A roof is highest at the text's right end, and lowest at its left one.
        places.push_back({x, y_at(off < 0 ? x + wide : x) + off});
      }
    }
    return places;
  }

  void label_ceiling(const Roof& roof) {
    std::string words =
        roof.name() + ": " + words::with_prefix(roof.operations, "FLOP/s") + " " + roof.arithmetic;
    if (roof.device->limits.operations_measured) words += ", measured";
    place_label(words, places_along(roof, pen_.width(words), true));
  }

  /// Labels the slope of a device's highest roof, which its other roofs share.
  void label_slope(const Roof& roof) {
    const std::string words = limit_words(roof.name(), roof.device->limits);
    place_label(words, places_along(roof, pen_.width(words), false));
  }

  void label_roofs() {
    for (std::size_t i = 0; i < roofs_.size(); ++i) {
      label_ceiling(roofs_[i]);
      const bool highest = i + 1 == roofs_.size() || roofs_[i + 1].device != roofs_[i].device;
      if (highest) label_slope(roofs_[i]);
    }
  }

  [[nodiscard]] std::vector<ui::KeyEntry> key() const {
    std::vector<ui::KeyEntry> key;
    for (const lab::Processor place : {lab::Processor::cpu, lab::Processor::gpu}) {
      const bool shown = std::any_of(dots_.begin(), dots_.end(),
                                     [&](const Dot& dot) { return dot.m->processor == place; });
      if (!shown) continue;
      const bool cpu = place == lab::Processor::cpu;
      key.push_back(
          {cpu ? ui::KeyEntry::Sample::square : ui::KeyEntry::Sample::disc, cpu ? "CPU" : "GPU"});
    }
    return key;
  }

  void draw_dot(const Dot& dot) const {
    const float u = pen_.unit();
    const bool cpu = dot.m->processor == lab::Processor::cpu;
    const bool hollow = dot.m->yardstick || dot.m->wrong_on_purpose;
    ui::Marker marker = cpu ? ui::Marker::square : ui::Marker::disc;
    if (hollow) marker = cpu ? ui::Marker::frame : ui::Marker::ring;
    pen_.marker(marker, dot.at, 7 * u, colour(dot));
    if (dot.m->variant == data_.selected) {
      pen_.list().AddCircle(dot.at, 12 * u, ui::packed_colour(pen_.theme().accent), 0, 2 * u);
    }
  }

  void draw_labels() {
    const float u = pen_.unit();
    std::vector<float> wanted;
    std::vector<int> weights;
    for (const Dot& dot : dots_) {
      wanted.push_back(dot.at.y);
      weights.push_back(weight(dot));
    }
    const auto places =
        ui::label_column(wanted, weights, pen_.line() - 1 * u, plot_.top, plot_.bottom);
    const float left = plot_.right + 20 * u;
    for (std::size_t i = 0; i < dots_.size(); ++i) {
      if (!places[i]) continue;
      const Dot& dot = dots_[i];
      const ui::Voice voice = label_voice(dot);
      const ImVec2 from{dot.at.x + 9 * u, dot.at.y};
      const ImVec2 to{left - 4 * u, *places[i]};
      free_.keep_off_line(from, to);
      pen_.line(from, to, pen_.neutral(0.3F), 1 * u);
      pen_.text(left, *places[i], pen_.elided(label(dot), area_.box().right - left - 8 * u, voice),
                ladder_.is_best(*dot.m) ? pen_.theme().accent : pen_.theme().text, voice);
    }
  }

  [[nodiscard]] ui::Voice label_voice(const Dot& dot) const {
    return weight(dot) > 1 ? ui::Voice::strong : ui::Voice::body;
  }
  [[nodiscard]] bool all_in_cache() const {
    return std::all_of(dots_.begin(), dots_.end(), [](const Dot& dot) { return dot.m->in_cache; });
  }

  [[nodiscard]] std::string axis_title() const {
    return std::string("FLOP/s, logarithmic, and percent of the device's limit") +
           (all_in_cache() ? "; data in the cache may lie above the slope" : "");
  }
  [[nodiscard]] std::string draw_hover() const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!area_.hovered()) return {};
    const Dot* nearest = nullptr;
    float distance = 20 * pen_.unit();
    for (const Dot& dot : dots_) {
      const float away = std::hypot(dot.at.x - mouse.x, dot.at.y - mouse.y);
      if (away > distance) continue;
      distance = away;
      nearest = &dot;
    }
    if (nearest == nullptr) return {};
    figures_tooltip(context_, ladder_, *nearest->m);
    return area_.clicked() ? nearest->m->variant : std::string();
  }

  [[nodiscard]] std::string label(const Dot& dot) const {
    std::string words = dot.m->title;
    const bool has_roof = std::any_of(roofs_.begin(), roofs_.end(), [&dot](const Roof& roof) {
      return roof.dashed == (dot.m->processor == lab::Processor::cpu);
    });
    if (has_roof && dot.m->part_of_limit > 0) words += ", " + words::percent(dot.m->part_of_limit);
    if (dot.m->in_cache && !all_in_cache()) words += ", in cache";
    return words;
  }

  [[nodiscard]] ImVec4 colour(const Dot& dot) const {
    return ladder_.is_best(*dot.m) ? pen_.theme().accent : pen_.neutral(0.6F);
  }

  [[nodiscard]] int weight(const Dot& dot) const {
    if (dot.m->variant == data_.selected || ladder_.is_best(*dot.m)) return 2;
    return ladder_.matters(*dot.m) ? 1 : 0;
  }

  LabView& context_;
  const ChartData& data_;
  const ui::ChartArea& area_;
  ui::ChartPen pen_;
  Ladder ladder_;
  std::vector<Dot> dots_;  ///< from left to right
  std::vector<Roof> roofs_;
  ui::Axis x_{};
  ui::Axis y_{};
  ui::Box plot_{};
  ui::LabelPlaces free_{{}, 0};  ///< places for the roofs' labels
};

}  // namespace

bool has_roofline(const Ladder& ladder) {
  return std::any_of(ladder.rungs.begin(), ladder.rungs.end(),
                     [](const lab::Measurement* m) { return is_dot(*m); });
}

std::string draw_roofline(LabView& context, const ui::Box& area, const ChartData& data) {
  const ui::ChartArea chart("roofline", area);
  if (has_roofline(shown_ladder(context.model, data.result->report))) {
    return RooflineChart(context, data, chart).draw();
  }
  return draw_bandwidth_bars(context, chart.box(), data);
}

}  // namespace heatwave::lab_room
