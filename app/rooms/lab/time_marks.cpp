// The marks of a measurement: a bar or a dot, a whisker, and the times to compare with.
#include "app/rooms/lab/time_marks.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/rooms/lab/chart_rows.h"
#include "app/words/numbers.h"
#include "app/words/speed_words.h"

namespace heatwave::lab_room {
namespace {

// Lengths in design units.
constexpr float kRimOfDot = 9.0F;  ///< radius of a dot with the border around it
constexpr float kWedge = 4.0F;
constexpr float kBetweenLabels = 3.0F;  ///< between those of the axis
constexpr float kBetweenLines = 24.0F;  ///< between lines of a logarithmic axis, with labels or not
constexpr float kLifted = 7.5F;  ///< distance of a wedge above the line of its row, over a mark

/// Returns the lower precision without what the title says: "about 3 digits" beside "cuBLAS,
/// TF32".
std::string precision_beside_title(const lab::Measurement& m) {
  const std::string precision = lab::lower_precision_of(m);
  const std::size_t comma = precision.find(", ");
  const bool is_named =
      comma != std::string::npos && m.title.find(precision.substr(0, comma)) != std::string::npos;
  return is_named ? precision.substr(comma + 2) : precision;
}

}  // namespace

void TimeMarks::draw_grid(const ui::ChartPen& pen, float top, float bottom) const {
  const float u = pen.unit();
  for (const double tick : lines_) {
    const float x = std::round(axis_.at(tick));
    pen.line({x, top}, {x, bottom}, pen.theme().line, 1 * u);
  }
  if (data_.reference.measurement == nullptr) return;
  const float x = std::round(axis_.at(data_.reference.measurement->time.median));
  pen.dashed({x, top}, {x, bottom}, pen.neutral(0.55F), 1.5F * u);
}

void TimeMarks::draw_ticks(const ui::ChartPen& pen, float y) {
  const TickLabels ticks = tick_labels(pen);
  lines_ = axis_.logarithmic ? axis_.ticks(kBetweenLines * pen.unit()) : ticks.ticks;
  for (std::size_t i = 0; i < ticks.words.size(); ++i) {
    if (!ticks.drawn[i]) continue;
    pen.text(ticks.places[i], y, ticks.words[i], pen.theme().dim, ui::Voice::body,
             ui::Align::centre);
  }
}

TimeMarks::TickLabels TimeMarks::tick_labels(const ui::ChartPen& pen) const {
  const float u = pen.unit();
  const float usual = pen.width(words::round_time(0.1));
  TickLabels labels;
  // Narrow labels stand closer than this one, so that every power of ten may have its own.
  for (const float apart : {0.8F * usual, usual + kBetweenLabels * u}) {
    labels = {axis_.ticks(apart), {}, {}, {}};
    std::vector<float> widths;
    for (const double tick : labels.ticks) {
      // Rounding may move the first tick of a linear axis slightly off zero.
      const bool zero = std::abs(tick) < axis_.high * 1e-9;
      labels.words.push_back(zero ? "0" : words::round_time(tick));
      widths.push_back(pen.width(labels.words.back()));
      // A label at the axis' end keeps clear of the heading behind it.
      const float last = axis_.to + 4 * u - widths.back() / 2;
      labels.places.push_back(std::round(std::min(axis_.at(tick), last)));
    }
    labels.drawn = ui::without_overlap(labels.places, widths, kBetweenLabels * u);
    if (std::ranges::find(labels.drawn, false) == labels.drawn.end()) break;
  }
  return labels;
}

std::vector<ui::KeyEntry> TimeMarks::key(
    const std::vector<const lab::Measurement*>& in_sight) const {
  using enum ui::KeyEntry::Sample;
  std::vector<ui::KeyEntry> key;
  const auto any = [&](auto has) {
    return std::any_of(in_sight.begin(), in_sight.end(),
                       [&](const lab::Measurement* m) { return has(*m); });
  };
  // The last entries stay if there is not room for all.
  if (any([this](const auto& m) { return data_.is_best(m); })) {
    key.push_back(
        {star, data_.less_precise == nullptr ? "best" : "best at full precision", "best"});
  }
  if (any([this](const auto& m) { return &m == data_.less_precise; })) {
    const std::string precision = lab::lower_precision_of(*data_.less_precise);
    key.push_back(
        {outline_star, "best with " + precision.substr(0, precision.find(", ")), "less precise"});
  }
  if (any([this](const auto& m) { return has_whisker(m); })) key.push_back({whisker, "min, max"});
  if (any([](const auto& m) { return m.yardstick; })) key.push_back({diamond, "library"});
  if (any([](const auto& m) { return !lab::kernel_times_of_lecture(m).empty(); })) {
    key.push_back({wedge, "time on the course's slides", "course's slides"});
  }
  if (any([this](const auto& m) { return run_before(m) != nullptr; })) {
    key.push_back({ring, "run before"});
  }
  if (any([](const auto& m) { return m.with_copies_ms > 0; }))
    key.push_back({dot_on_line, words::kKernelAndCopies, "+ copies"});
  if (any([this](const auto& m) { return data_.beside.of(m) != nullptr; })) {
    key.push_back({frame, data_.beside.origin});
  }
  if (data_.reference.measurement != nullptr) key.push_back({dashes, data_.reference.in_short});
  return key;
}

const lab::Measurement* TimeMarks::run_before(const lab::Measurement& m) const {
  const lab::Measurement* old = data_.before.find(m.variant);
  return old != nullptr && old->timed() ? old : nullptr;
}

void TimeMarks::draw_guide(const ui::ChartPen& pen, float y) const {
  pen.line({axis_.from, y}, {axis_.to, y}, pen.neutral(0.13F), 1 * pen.unit());
}

void TimeMarks::draw(const ui::ChartPen& pen, const ui::Box& row, const lab::Measurement& m,
                     float y) const {
  const float u = pen.unit();
  const float x = axis_.at(m.time.median);
  if (m.with_copies_ms > 0) {
    pen.dot_on_line(x, {axis_.at(m.with_copies_ms), y}, pen.neutral(0.5F));
  }
  if (!axis_.logarithmic) draw_bar(pen, m, x, y);
  if (const lab::Measurement* old = run_before(m)) {
    pen.marker(ui::Marker::ring, {axis_.at(old->time.median), y}, 7 * u, pen.theme().dim);
  }
  draw_whisker(pen, m, y);
  if (axis_.logarithmic || data_.is_best(m) || &m == data_.less_precise) draw_dot(pen, m, {x, y});
  draw_precision(pen, m, {x, y});
  for (const double ms : lab::kernel_times_of_lecture(m)) {
    const ImVec2 at = place_of_wedge(row, m, ms, y);
    // A border sets it off from a mark that it touches.
    pen.marker(ui::Marker::wedge, at, (kWedge + 2) * u, pen.theme().panel);
    pen.marker(ui::Marker::wedge, at, kWedge * u, pen.theme().text);
  }
  if (const lab::Measurement* other = data_.beside.of(m)) {
    const ImVec2 at{axis_.at(other->time.median), y};
    pen.marker(ui::Marker::frame, at, kRimOfDot * u, pen.neutral(0.85F));
    const std::string label = data_.beside.label(m);
    const bool fits = at.x + pen.width(label) <= axis_.to;
    // The square lies in its row; its time stands below it, where it covers no mark.
    pen.text_on_plate(at.x, row.bottom - kBesideLane * u / 2, label, pen.theme().dim,
                      ui::Voice::body, fits ? ui::Align::left : ui::Align::right);
  }
}

ImVec4 TimeMarks::ink_of(const ui::ChartPen& pen, const lab::Measurement& m) const {
  const bool has_star = data_.is_best(m) || &m == data_.less_precise;
  return has_star ? pen.theme().accent : pen.neutral(0.6F);
}

void TimeMarks::draw_bar(const ui::ChartPen& pen, const lab::Measurement& m, float x,
                         float y) const {
  const float u = pen.unit();
  const ui::Box bar{axis_.from, y - 8 * u, std::max(x, axis_.from + 2 * u), y + 8 * u};
  if (m.wrong_on_purpose) {
    pen.hatch(bar, pen.neutral(0.45F));
    pen.frame(bar, pen.neutral(0.6F), 1.5F * u, 3 * u);
  } else if (m.yardstick) {
    pen.frame(bar, pen.neutral(0.75F), 2 * u, 3 * u);
  } else {
    pen.fill(bar, ink_of(pen, m), 3 * u);
  }
}

void TimeMarks::draw_dot(const ui::ChartPen& pen, const lab::Measurement& m, ImVec2 at) const {
  const float u = pen.unit();
  const ui::Marker marker = m.wrong_on_purpose         ? ui::Marker::cross
                            : m.yardstick              ? ui::Marker::diamond
                            : data_.is_best(m)         ? ui::Marker::star
                            : &m == data_.less_precise ? ui::Marker::outline_star
                                                       : ui::Marker::disc;
  if (!m.wrong_on_purpose) pen.marker(marker, at, kRimOfDot * u, pen.theme().panel);
  pen.marker(marker, at, 7 * u, ink_of(pen, m));
}

ImVec2 TimeMarks::place_of_wedge(const ui::Box& row, const lab::Measurement& m, double ms,
                                 float y) const {
  const float side = kWedge * unit_;
  const float x = std::max(axis_.from + side, std::min(std::round(axis_.at(ms)), axis_.to - side));
  const float room = std::max(0.0F, y - row.top - side);
  return {x, y - (is_on_mark(m, x) ? std::min(kLifted * unit_, room) : 0.0F)};
}

bool TimeMarks::is_on_mark(const lab::Measurement& m, float x) const {
  constexpr float kSmallDot = 4.0F;
  const auto is_near = [&](double ms, float radius) {
    return std::abs(axis_.at(ms) - x) < (radius + kWedge) * unit_;
  };
  if (!axis_.logarithmic && x <= axis_.at(m.time.median)) return true;
  return is_near(m.time.median, kRimOfDot) ||
         (m.with_copies_ms > 0 && is_near(m.with_copies_ms, kSmallDot));
}

bool TimeMarks::has_whisker(const lab::Measurement& m) const {
  constexpr float kLeastBeyondMark = 5.0F;
  const float mark = axis_.logarithmic ? kRimOfDot : 0.0F;
  const float x = axis_.at(m.time.median);
  const float beyond = std::max(axis_.at(m.time.most) - x, x - axis_.at(m.time.least));
  return m.time.samples > 1 && beyond >= (mark + kLeastBeyondMark) * unit_;
}

void TimeMarks::draw_whisker(const ui::ChartPen& pen, const lab::Measurement& m, float y) const {
  const float u = pen.unit();
  const float least = axis_.at(m.time.least);
  const float most = axis_.at(m.time.most);
  if (!has_whisker(m)) return;
  const auto stroke = [&](ImVec4 ink, float width) {
    pen.line({least, y}, {most, y}, ink, width);
    pen.line({least, y - 6 * u}, {least, y + 6 * u}, ink, width);
    pen.line({most, y - 6 * u}, {most, y + 6 * u}, ink, width);
  };
  stroke(pen.theme().panel, 4 * u);  // a border, so that the whisker is visible on a bar
  stroke(pen.theme().text, 1.5F * u);
}

void TimeMarks::draw_precision(const ui::ChartPen& pen, const lab::Measurement& m,
                               ImVec2 at) const {
  const std::string precision = precision_beside_title(m);
  if (precision.empty()) return;
  const float u = pen.unit();
  const float width = pen.width(precision);
  const float own = at.x + 14 * u;  // behind its own mark
  const float copies = m.with_copies_ms > 0 ? axis_.at(m.with_copies_ms) + 8 * u : own;
  const float last = axis_.to - width;
  const auto draw = [&](float x, ui::Align align) {
    pen.text_on_plate(x, at.y, precision, pen.theme().text, ui::Voice::body, align);
  };
  // No words cover the times of kernel and copies, or the reference's line, unless there is no
  // other place.
  float free = std::max(own, copies);
  if (data_.reference.measurement != nullptr) {
    const float line = axis_.at(data_.reference.measurement->time.median);
    if (free < line + 8 * u && free + width > line - 8 * u) free = line + 8 * u;
  }
  if (free <= last) return draw(free, ui::Align::left);
  if (at.x - 14 * u - width >= axis_.from) return draw(at.x - 14 * u, ui::Align::right);
  draw(std::min(own, last), ui::Align::left);
}

}  // namespace heatwave::lab_room
