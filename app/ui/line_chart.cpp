// Draws curves. If there are more values than pixels, each pixel column shows its minimum and
// maximum.
#include "app/ui/line_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "app/ui/controls.h"
#include "app/ui/pen.h"
#include "app/words/numbers.h"

namespace heatwave::ui {

namespace {

// A search found these colours: the smallest distance between two of them, for full colour vision
// and for each kind of colour-blindness, is as large as possible.
constexpr std::array<std::uint32_t, kCurveColours> kOnDark{0xE69F00, 0x56B4E9, 0x009E73, 0xF0E442,
                                                           0x4C6FFF, 0xD9480F, 0xD58BC0, 0xFFFFFF};
constexpr std::array<std::uint32_t, kCurveColours> kOnLight{0xFF400F, 0x367CE7, 0x00664D, 0x31A526,
                                                            0x1F2FBF, 0x9D1A00, 0xB0509A, 0x111111};

}  // namespace

ImVec4 curve_colour(bool dark, std::size_t i) {
  const std::uint32_t rgb = (dark ? kOnDark : kOnLight)[i % kCurveColours];
  const auto part = [rgb](unsigned shift) {
    return static_cast<float>((rgb >> shift) & 255U) / 255.0F;
  };
  return {part(16), part(8), part(0), 1.0F};
}

namespace {

constexpr float kLeastWithHead = 112;
// Lengths in design units.
constexpr float kTicks = 30;        ///< distance of the y axis' ticks
constexpr float kTicksInLane = 20;  ///< in a lane, which is low
constexpr float kLeastLane = 24;    ///< height from which curves are read
constexpr float kBetweenLanes = 8;
constexpr float kLabelGap = 8;       ///< between the plot and the labels
constexpr float kUnseen = 0.2F;      ///< largest error of a simplified curve, in window units
constexpr double kLeastPart = 1e-4;  ///< smallest zoom range, as a fraction of the whole

std::string plain_number(double value) { return fmt::format("{:.6g}", value); }

class LineDrawing {
 public:
  LineDrawing(const Look& look, const LineChart& chart, const ChartArea& area, LineView& view)
      : look_(look),
        chart_(chart),
        area_(area),
        view_(view),
        pen_(look, *ImGui::GetWindowDrawList()),
        whole_(whole_range(chart)) {}

  void draw() {
    if (chart_.curves.empty() || !(whole_.high > whole_.low)) {
      pen_.text((area_.box().left + area_.box().right) / 2,
                (area_.box().top + area_.box().bottom) / 2,
                pen_.elided(chart_.empty, area_.box().width() - 16 * u()), look_.theme.dim,
                Voice::body, Align::centre);
      return;
    }
    place();
    if (plot_.width() < 24 * u() || plot_.height() < 16 * u()) return;
    take_pointer();
    draw_grid();
    pen_.list().PushClipRect({plot_.left, plot_.top}, {plot_.right, plot_.bottom}, true);
    for (const bool thick : {false, true}) {
      for (const LineCurve& curve : chart_.curves) {
        if (curve.thick == thick) draw_curve(curve);
      }
    }
    pen_.list().PopClipRect();
    draw_titles();
    draw_labels();
    if (area_.hovered() && plot_.contains(ImGui::GetIO().MousePos)) draw_hover();
  }

 private:
  [[nodiscard]] float u() const { return look_.unit; }

  void place() {
    const Box& box = area_.box();
    float labels = 0.0F;
    for (const LineCurve& curve : chart_.curves) {
      labels = std::max(labels, pen_.width(curve.label, Voice::strong));
    }
    const Range seen = seen_range(view_, whole_);
    const Range values = value_range(chart_, seen);
    const float head = has_head() ? pen_.line() + 10 * u() : pen_.line() / 2;
    plot_ = {box.left, box.top + head, box.right - labels - (kLabelGap + 12) * u(),
             box.bottom - pen_.line() - 8 * u()};
    place_lanes(values);
    const float apart = (lanes_.size() > 1 ? kTicksInLane : kTicks) * u();
    const float height = lanes_.front().from - lanes_.front().to;
    rows_ = lanes_.front().ticks(apart);
    row_step_ =
        words::tick_step(values.low, values.high, std::max(2, static_cast<int>(height / apart)));
    float widest = 0.0F;
    for (const double row : rows_) {
      widest = std::max(widest, pen_.width(axis_label(row, row_step_)));
    }
    // Rounds up to an even number of characters, so that the plot does not move with each digit.
    const float letter = pen_.width("0");
    plot_.left = box.left + std::ceil(widest / (2 * letter)) * 2 * letter + 16 * u();
    x_ = {seen.low, seen.high, false, plot_.left, plot_.right};
  }

  void place_lanes(Range values) {
    const std::size_t count = lanes_in(chart_.lanes, plot_.height() / u());
    const auto lanes = static_cast<float>(count);
    const float gap = kBetweenLanes * u();
    const float height = (plot_.height() - gap * (lanes - 1)) / lanes;
    for (std::size_t i = 0; i < count; ++i) {
      const float top = plot_.top + static_cast<float>(i) * (height + gap);
      lanes_.push_back({values.low, values.high, false, top + height, top});
    }
  }

  /// Returns the y axis of a curve.
  [[nodiscard]] const Axis& y_of(const LineCurve& curve) const {
    return lanes_[std::min(curve.lane, lanes_.size() - 1)];
  }

  void take_pointer() {
    if (!area_.hovered()) return;
    const ImGuiIO& io = ImGui::GetIO();
    if (io.MouseWheel != 0) {
      zoom_about(view_, whole_, x_.value_at(io.MousePos.x), io.MouseWheel > 0 ? 0.8 : 1.25);
    }
    if (ImGui::IsMouseDragging(ImGuiMouseButton_Left) && io.MouseDelta.x != 0) {
      const double per_unit = (x_.high - x_.low) / static_cast<double>(plot_.width());
      move_view(view_, whole_, -per_unit * static_cast<double>(io.MouseDelta.x));
    }
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) view_.whole = true;
    const Range seen = seen_range(view_, whole_);
    x_.low = seen.low;
    x_.high = seen.high;
  }

  void draw_rows(const Axis& lane) const {
    // The lowest label of a lane would lie over the highest one of the next.
    const float lowest = lanes_.size() > 1 ? lane.from - pen_.line() / 2 : lane.from;
    float free = std::numeric_limits<float>::lowest();
    for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
      const float y = lane.at(*row);
      pen_.line({plot_.left, y}, {plot_.right, y}, look_.theme.line, *row == 0.0 ? 2.0F : 1.0F);
      if (y > lowest || y < free) continue;
      free = y + 0.9F * pen_.line();
      pen_.text(plot_.left - 8 * u(), y, axis_label(*row, row_step_), look_.theme.dim, Voice::body,
                Align::right);
    }
  }

  void draw_grid() const {
    for (const Axis& lane : lanes_) draw_rows(lane);
    const std::vector<double> ticks = x_.ticks(110 * u());
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : x_.high - x_.low;
    std::vector<Span> labels;
    for (const double tick : ticks) {
      const float half = pen_.width(axis_label(tick, step)) / 2;
      labels.push_back({x_.at(tick) - half, x_.at(tick) + half});
    }
    const Box& box = area_.box();
    const float y = plot_.bottom + 6 * u() + pen_.line() / 2;
    const std::string words = x_title();
    const Span title =
        place_of_title(labels, {box.left, box.right - 4 * u()}, pen_.width(words), 8 * u());
    pen_.text(title.from, y, words, look_.theme.dim, Voice::body, Align::left);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      const float x = x_.at(ticks[i]);
      pen_.line({x, plot_.bottom}, {x, plot_.bottom + 4 * u()}, look_.theme.dim);
      const bool meets_title = labels[i].to + 8 * u() > title.from && labels[i].from < title.to;
      if (meets_title || labels[i].from < box.left || labels[i].to > box.right) continue;
      pen_.text(x, y, axis_label(ticks[i], step), look_.theme.dim, Voice::body, Align::centre);
    }
    pen_.line({plot_.left, plot_.bottom}, {plot_.right, plot_.bottom}, look_.theme.dim);
  }

  /// Drops parts after a comma as a whole if they do not fit.
  [[nodiscard]] std::string x_title() const {
    const float room = area_.box().width() / 2;
    if (!has_head() && !chart_.note.empty()) return pen_.elided(chart_.note, room);
    std::string title = chart_.x_title;
    for (std::size_t comma = title.rfind(", ");
         comma != std::string::npos && pen_.width(title) > room; comma = title.rfind(", ")) {
      title.resize(comma);
    }
    return pen_.elided(title, room);
  }

  /// A low chart has no head; its note replaces the title of the x axis.
  [[nodiscard]] bool has_head() const { return area_.box().height() >= kLeastWithHead * u(); }

  /// Titles stand above the plot, so that they cover no curve.
  void draw_titles() const {
    if (!has_head()) return;
    const Box& box = area_.box();
    const float top = box.top + pen_.line() / 2 + 2 * u();
    pen_.text(box.left + 8 * u(), top,
              pen_.elided(chart_.y_title, box.width() * (chart_.note.empty() ? 0.9F : 0.35F)),
              look_.theme.dim);
    pen_.text(box.right - 4 * u(), top, pen_.elided(chart_.note, box.width() * 0.6F),
              look_.theme.text, Voice::body, Align::right);
  }

  [[nodiscard]] ImVec2 at(const LineCurve& curve, std::size_t i) const {
    return {x_.at(place_of(curve, i)), y_of(curve).at(static_cast<double>(curve.values[i]))};
  }

  /// Draws the collected points and clears them.
  void draw_points(std::vector<ImVec2>& points, const LineCurve& curve) const {
    const ImU32 colour = packed_colour(curve.colour);
    const float width = (curve.thick ? 3.0F : 2.0F) * u();
    if (points.size() == 1) {
      pen_.list().AddCircleFilled(points.front(), 2.5F * u(), colour);
    } else {
      simplify(points, kUnseen);
      if (curve.dashed) {
        for (const auto& dash : dashes(points, 6 * u())) stroke(pen_.list(), dash, colour, width);
      } else {
        stroke(pen_.list(), points, colour, width);
      }
    }
    points.clear();
  }

  void draw_curve(const LineCurve& curve) const {
    const std::size_t begin = index_at(curve, x_.low);
    const std::size_t from = begin > 0 ? begin - 1 : 0;
    const std::size_t to = std::min(curve.values.size(), index_at(curve, x_.high) + 1);
    std::vector<ImVec2> points;
    if (static_cast<float>(to - from) <= plot_.width()) {
      for (std::size_t i = from; i < to; ++i) {
        if (std::isfinite(curve.values[i])) {
          points.push_back(at(curve, i));
        } else {
          draw_points(points, curve);
        }
      }
      return draw_points(points, curve);
    }
    draw_columns(curve, from, to);
  }

  void draw_columns(const LineCurve& curve, std::size_t from, std::size_t to) const {
    std::vector<ImVec2> points;
    for (std::size_t i = from; i < to;) {
      const float column = std::floor(x_.at(place_of(curve, i)) / 2);
      float low = std::numeric_limits<float>::infinity();
      float high = -low;
      do {  // at least one value, so that a chart without a width has an end, too
        const float value = curve.values[i++];
        if (!std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
      } while (i < to && std::floor(x_.at(place_of(curve, i)) / 2) == column);
      if (!(low <= high)) {
        draw_points(points, curve);
        continue;
      }
      const float a = y_of(curve).at(static_cast<double>(low));
      const float b = y_of(curve).at(static_cast<double>(high));
      const bool down =
          !points.empty() && std::abs(points.back().y - b) < std::abs(points.back().y - a);
      points.push_back({column * 2, down ? b : a});
      if (std::abs(a - b) > 0.5F) points.push_back({column * 2 + 1, down ? a : b});
    }
    draw_points(points, curve);
  }

  void draw_labels() const {
    if (lanes_.size() > 1) {
      for (const LineCurve& curve : chart_.curves) {
        draw_label(curve, (y_of(curve).from + y_of(curve).to) / 2);
      }
    } else if (chart_.labels_at_ends) {
      draw_labels_at_ends();
    } else {
      draw_label_column();
    }
  }

  void draw_label(const LineCurve& curve, float y) const {
    pen_.text(plot_.right + kLabelGap * u(), y, curve.label, curve.colour, Voice::strong);
  }

  [[nodiscard]] std::vector<const LineCurve*> labelled() const {
    std::vector<const LineCurve*> all;
    for (const LineCurve& curve : chart_.curves) {
      if (!curve.label.empty()) all.push_back(&curve);
    }
    return all;
  }

  /// Returns the point where the visible part of a curve ends; none: none of it is visible.
  [[nodiscard]] std::optional<ImVec2> end_of(const LineCurve& curve) const {
    std::size_t end = std::min(curve.values.size(), index_at(curve, x_.high) + 1);
    while (end > 0 && (place_of(curve, end - 1) > x_.high || !std::isfinite(curve.values[end - 1])))
      --end;
    if (end == 0 || place_of(curve, end - 1) < x_.low) return {};
    return at(curve, end - 1);
  }

  /// Labels of curves that end close to each other move apart; a short line joins those to their
  /// ends. Beside its end a line would read as a minus sign.
  void draw_labels_at_ends() const {
    std::vector<std::pair<ImVec2, const LineCurve*>> ends;
    for (const LineCurve* curve : labelled()) {
      if (const auto end = end_of(*curve)) ends.emplace_back(*end, curve);
    }
    std::vector<float> wanted;
    for (const auto& [end, curve] : ends) wanted.push_back(end.y);
    const float low = plot_.top + pen_.line() / 2;
    const float high = std::max(low, plot_.bottom - pen_.line() / 2);
    const float gap = label_gap(ends.size(), pen_.line(), high - low);
    const std::vector<float> places = spread(wanted, gap, low, high);
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const auto& [end, curve] = ends[i];
      const ImVec2 label{plot_.right + (kLabelGap - 2) * u(), places[i]};
      if (std::abs(places[i] - end.y) > 2 * u()) {
        pen_.line({std::max(end.x, plot_.right - 1), end.y}, label, curve->colour, u());
      }
      draw_label(*curve, places[i]);
    }
  }

  void draw_label_column() const {
    const std::vector<const LineCurve*> curves = labelled();
    const float bottom = plot_.bottom - pen_.line() / 2;
    float y = plot_.top + pen_.line() / 2;
    const float gap = label_gap(curves.size(), pen_.line(), bottom - y);
    for (const LineCurve* curve : curves) {
      if (y > bottom) return;
      draw_label(*curve, y);
      y += gap;
    }
  }

  void draw_hover() const {
    const float mouse = ImGui::GetIO().MousePos.x;
    const double place = x_.value_at(mouse);
    pen_.line({mouse, plot_.top}, {mouse, plot_.bottom}, look_.theme.dim);
    ChartTooltip tip(look_);
    const auto x_words = chart_.x_words ? chart_.x_words : plain_number;
    const auto y_words = chart_.y_words ? chart_.y_words : plain_number;
    double shown = place;
    std::vector<std::pair<const LineCurve*, std::size_t>> nearest;
    for (const LineCurve& curve : chart_.curves) {
      if (curve.values.empty()) continue;
      std::size_t i = std::min(index_at(curve, place), curve.values.size() - 1);
      if (i > 0 && place - place_of(curve, i - 1) < place_of(curve, i) - place) --i;
      if (!std::isfinite(curve.values[i])) continue;
      if (nearest.empty()) shown = place_of(curve, i);
      nearest.emplace_back(&curve, i);
    }
    tip.title(x_words(shown));
    for (const auto& [curve, i] : nearest) {
      const ImVec2 point = at(*curve, i);
      pen_.list().AddCircleFilled(point, 4 * u(), packed_colour(curve->colour));
      const std::string what =
          curve->what.empty() ? curve->label : curve->label + "  " + curve->what;
      tip.figure(what, y_words(static_cast<double>(curve->values[i])));
    }
  }

  const Look& look_;
  const LineChart& chart_;
  const ChartArea& area_;
  LineView& view_;
  ChartPen pen_;
  Range whole_;
  Box plot_;
  Axis x_{};
  std::vector<Axis> lanes_;  ///< the y axis of each lane, from the top
  std::vector<double> rows_;
  double row_step_ = 1.0;
};

}  // namespace

void draw_line_chart(const Look& look, const char* id, const Box& box, const LineChart& chart,
                     LineView& view) {
  const ChartArea area(id, box, false);
  LineDrawing(look, chart, area, view).draw();
}

/// Uses scientific notation if a label would need many decimals.
std::string axis_label(double value, double step) {
  constexpr double kSmall = 1e-5;
  constexpr double kLarge = 1e7;
  if (step >= kSmall && std::abs(value) < kLarge) return tick_label(value, step);
  if (std::abs(value) < step * 1e-6) return "0";
  // Enough digits to tell the label from its neighbours.
  const auto power = [](double number) {
    return static_cast<int>(std::floor(std::log10(number) + 1e-9));
  };
  const int digits = std::clamp(power(std::abs(value)) - power(step) + 1, 1, 9);
  return fmt::format("{:.{}g}", value, digits);
}

float label_gap(std::size_t count, float line, float height) {
  constexpr float kClosest = 0.75F;  ///< fraction of a line; digits have no descenders
  if (count < 2) return line;
  // A little less, so that rounding does not drop the last label.
  const float all = 0.999F * height / static_cast<float>(count - 1);
  return std::clamp(all, kClosest * line, line);
}

std::size_t lanes_in(std::size_t wanted, float height) {
  const auto lanes = static_cast<float>(wanted);
  return lanes > 1 && height >= lanes * (kLeastLane + kBetweenLanes) - kBetweenLanes ? wanted : 1;
}

double place_of(const LineCurve& curve, std::size_t i) {
  return curve.places.empty() ? curve.first + curve.spacing * static_cast<double>(i)
                              : curve.places[i];
}

std::size_t index_at(const LineCurve& curve, double place) {
  const std::size_t size = curve.values.size();
  if (!curve.places.empty()) {
    const auto at = std::lower_bound(curve.places.begin(), curve.places.end(), place);
    return std::min(size, static_cast<std::size_t>(at - curve.places.begin()));
  }
  const double index = std::ceil((place - curve.first) / curve.spacing - 1e-9);
  if (!(index > 0)) return 0;
  return index >= static_cast<double>(size) ? size : static_cast<std::size_t>(index);
}

Range whole_range(const LineChart& chart) {
  Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const LineCurve& curve : chart.curves) {
    if (curve.values.empty()) continue;
    range.low = std::min(range.low, place_of(curve, 0));
    range.high = std::max(range.high, place_of(curve, curve.values.size() - 1));
  }
  if (range.low == range.high) range.high = range.low + 1;  // a single value needs a position too
  return range;
}

Range seen_range(const LineView& view, Range whole) {
  const double all = whole.high - whole.low;
  if (view.whole)
    return {whole.high - (view.newest > 0 ? std::min(view.newest, all) : all), whole.high};
  const double width = std::min(view.high - view.low, whole.high - whole.low);
  const double low = std::clamp(view.low, whole.low, whole.high - width);
  return {low, low + width};
}

void zoom_about(LineView& view, Range whole, double place, double factor) {
  const Range seen = seen_range(view, whole);
  const double all = whole.high - whole.low;
  const double width = std::max((seen.high - seen.low) * factor, all * kLeastPart);
  if (width >= all && view.newest > 0) {  // all of the axis, also while it grows
    view = {.whole = false,
            .newest = view.newest,
            .low = whole.low,
            .high = std::numeric_limits<double>::infinity()};
    return;
  }
  view.whole = width >= all;
  const double part = (place - seen.low) / (seen.high - seen.low);
  view.low = place - part * width;
  view.high = view.low + width;
  const Range kept = seen_range(view, whole);
  view.low = kept.low;
  view.high = kept.high;
}

void move_view(LineView& view, Range whole, double by) {
  if (view.whole) return;
  view.low += by;
  view.high += by;
  const Range kept = seen_range(view, whole);
  view.low = kept.low;
  view.high = kept.high;
}

Range value_range(const LineChart& chart, Range seen) {
  float low = std::numeric_limits<float>::infinity();
  float high = -low;
  for (const LineCurve& curve : chart.curves) {
    const std::size_t to = std::min(curve.values.size(), index_at(curve, seen.high) + 1);
    for (std::size_t i = index_at(curve, seen.low); i < to; ++i) {
      if (!std::isfinite(curve.values[i])) continue;
      low = std::min(low, curve.values[i]);
      high = std::max(high, curve.values[i]);
    }
  }
  if (!(low <= high)) return {0.0, 1.0};
  const bool has_size = low != 0 || high != 0 || chart.least_span > 0;
  if (!has_size) return {-1.0, 1.0};
  if (chart.from_zero) low = std::min(low, 0.0F);
  const double size =
      std::max({1e-30, std::abs(static_cast<double>(low)), std::abs(static_cast<double>(high))});
  const double width = std::max(
      {static_cast<double>(high) - static_cast<double>(low), size * 1e-3, chart.least_span});
  const double middle = (static_cast<double>(low) + static_cast<double>(high)) / 2;
  // Round ends keep the axis steady while values change.
  const double step = words::tick_step(middle - width / 2, middle + width / 2, 8);
  return {std::floor((middle - width * 0.52) / step) * step,
          std::ceil((middle + width * 0.52) / step) * step};
}

}  // namespace heatwave::ui
