// Draws the ladder as bars on a time axis: the time of each variant and its speedup.
#include <algorithm>
#include <cmath>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/chart_rows.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"
#include "app/ui/chart_axes.h"
#include "app/ui/pen.h"
#include "app/words/numbers.h"
#include "kernels/lab/measurement.h"
#include "kernels/lab/utilisation.h"

namespace heatwave::lab_room {
namespace {

constexpr float kLowestRow = 24.0F;  ///< height of a large label with a small margin
constexpr float kThinBar = 4.0F;
/// The lecture's marks have a lane of their own below the bar: beside a label, a mark could be read
/// as a digit.
constexpr float kMarkLane = 8.0F;
/// Labels are shortened before bars become shorter than this, because short bars cannot be
/// compared.
constexpr float kShortestAxis = 160.0F;
/// Height of the lane for the bar of another run and its label.
constexpr float kBesideLane = 20.0F;

class BarsChart {
 public:
  BarsChart(LabView& context, const ChartData& data)
      : context_(context), data_(data), pen_(context, *ImGui::GetWindowDrawList()) {
    ladder_ = shown_ladder(context.model, data.result->report);
    if (data.before != nullptr) before_ = shown_ladder(context.model, data.before->report);
    beside_ = beside_of(context.model, data.beside);
    find_extras();
    range_ = range_of_times(ladder_, before_, beside_, context.model.bars.linear);
  }

  /// Draws into the current window; returns the variant that was clicked.
  [[nodiscard]] std::string draw(const ui::Box& area) {
    const float u = pen_.unit();
    const ui::Box box =
        pen_.head(area, chart_heading(*data_.result, "time of each variant", ladder_.first()));
    if (ladder_.rungs.empty()) {
      pen_.message(box, "Nothing is measured yet", "The first variant is under way.");
      return {};
    }
    const float line = pen_.line();
    const ui::Box foot{box.left, box.bottom - line, box.right, box.bottom};
    if (measured_ == 0) {
      place(box);
      pen_.foot(foot, "No variant could be measured here.", {});
      return draw_rows({box.left, box.top, box.right, foot.top - 4 * u});
    }
    place(box);
    const ui::Box plot{box.left, box.top, box.right, foot.top - line - 8 * u};
    draw_grid(plot);
    const bool linear = context_.model.bars.linear;
    pen_.foot(foot,
              std::string("Time of one run, ") +
                  (linear ? "on a linear scale from 0" : "on a logarithmic scale") +
                  "; shorter is faster",
              key());
    return draw_rows(plot);
  }

 private:
  void find_extras() {
    for (const lab::Measurement* m : ladder_.rungs) {
      if (!has_bar(*m)) continue;
      ++measured_;
      copies_ = copies_ || m->with_copies_ms > 0;
      spread_ = spread_ || m->time.samples > 1;
      lecture_ = lecture_ || !lab::kernel_times_of_lecture(*m).empty();
    }
  }

  void place(const ui::Box& box) {
    columns_ = ladder_columns(pen_, ladder_, box);
    large_labels_ = shows_speed_ = !columns_.narrow;
    const auto is_short = [this] { return axis_.to - axis_.from < kShortestAxis * pen_.unit(); };
    axis_ = axis_beside_labels();
    for (bool* luxury : {&large_labels_, &shows_speed_}) {
      if (!is_short()) break;
      *luxury = false;
      axis_ = axis_beside_labels();
    }
    context_.model.bars.longest = axis_.to - axis_.from;
  }

  /// Returns the axis between the titles and the widest label.
  [[nodiscard]] ui::Axis axis_beside_labels() const {
    float label_width = 0.0F;
    for (const lab::Measurement* m : ladder_.rungs) {
      if (has_bar(*m)) label_width = std::max(label_width, pen_.width(label(*m), voice(*m)));
      label_width = std::max(label_width, pen_.width(beside_.label(*m)));
    }
    return {range_.low, range_.high, !context_.model.bars.linear, columns_.content,
            columns_.right - label_width - 12 * pen_.unit()};
  }

  void draw_grid(const ui::Box& plot) const {
    const float u = pen_.unit();
    const float y = plot.bottom + pen_.line() / 2 + 3 * u;
    for (const double tick : axis_.ticks((axis_.logarithmic ? 8 : 60) * u)) {
      const float x = std::round(axis_.at(tick));
      pen_.line({x, plot.top}, {x, plot.bottom + 3 * u}, pen_.theme().line, 1 * u);
    }
    std::vector<std::string> labels;
    std::vector<float> places;
    std::vector<float> widths;
    for (const double tick : axis_.ticks(60 * u)) {
      // Rounding may move the first tick of a linear axis slightly off zero.
      const bool zero = std::abs(tick) < range_.high * 1e-9;
      labels.push_back(zero ? "0" : words::round_time(tick));
      places.push_back(std::round(axis_.at(tick)));
      widths.push_back(pen_.width(labels.back()));
    }
    const std::vector<bool> drawn = ui::without_overlap(places, widths, 14 * u);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (!drawn[i]) continue;
      pen_.text(places[i], y, labels[i], pen_.theme().dim, ui::Voice::body, ui::Align::centre);
    }
    pen_.line({columns_.content, plot.top}, {columns_.content, plot.bottom}, pen_.neutral(0.4F),
              1 * u);
  }

  [[nodiscard]] std::vector<ui::KeyEntry> key() const {
    std::vector<ui::KeyEntry> key;
    // The last entries stay if there is not room for all.
    if (spread_) key.push_back({ui::KeyEntry::Sample::whisker, "min, max"});
    if (copies_) key.push_back({ui::KeyEntry::Sample::thin_bar, "with copies"});
    if (!before_.rungs.empty()) key.push_back({ui::KeyEntry::Sample::outline, "run before"});
    if (lecture_) key.push_back({ui::KeyEntry::Sample::mark, "lecture"});
    const bool compared = std::any_of(ladder_.rungs.begin(), ladder_.rungs.end(),
                                      [this](const auto* m) { return !ladder_.speed(*m).empty(); });
    if (compared)
      key.push_back({ui::KeyEntry::Sample::none, "×: kernel alone, against one thread"});
    const bool lesson = std::any_of(ladder_.rungs.begin(), ladder_.rungs.end(), [](const auto* m) {
      return has_bar(*m) && m->wrong_on_purpose;
    });
    if (lesson) key.push_back({ui::KeyEntry::Sample::hatch, "wrong on purpose"});
    if (!beside_.origin.empty()) key.push_back({ui::KeyEntry::Sample::stripes, beside_.origin});
    return key;
  }

  /// Height that the thin bars above and below the main one take from each row.
  [[nodiscard]] float above() const { return before_.rungs.empty() ? 0.0F : kThinBar + 3; }
  [[nodiscard]] float below() const {
    return std::max(copies_ ? kThinBar + 2 : 0.0F, lecture_ ? kMarkLane : 0.0F) +
           (beside_.origin.empty() ? 0.0F : kBesideLane);
  }
  [[nodiscard]] std::string draw_rows(const ui::Box& box) {
    return draw_ladder_rows(
        context_, box,
        {.ladder = ladder_,
         .before = before_,
         .selected = data_.selected,
         .columns = columns_,
         .lowest = kLowestRow + above() + below(),
         .lift = (below() - above()) / 2 * pen_.unit(),
         .room_for = rows_to_come(context_, *data_.result),
         .draw = [this](const ui::ChartPen& pen, const ui::Box& row,
                        const lab::Measurement& m) { draw_measured(pen, row, m); },
         .beside = beside_.origin.empty() ? nullptr : &beside_,
         .draw_beside = [this](const ui::ChartPen& pen, const ui::Box& row,
                               const lab::Measurement& m) { draw_beside(pen, row, m); }});
  }

  void draw_measured(const ui::ChartPen& pen, const ui::Box& row, const lab::Measurement& m) const {
    const float u = pen.unit();
    const float room = row.height() - (above() + below()) * u;
    const float middle = row.top + above() * u + room / 2;
    const float half = std::min(room * 0.36F, 14 * u);
    const ui::Box bar{axis_.from, middle - half,
                      std::max(axis_.at(m.time.median), axis_.from + 2 * u), middle + half};
    draw_bar(pen, bar, m);
    draw_thin_bars(pen, row, bar, m);
    draw_whisker(pen, bar, m);
    draw_lecture(pen, row, m);
    draw_label(pen, row, bar, m);
  }

  void draw_bar(const ui::ChartPen& pen, const ui::Box& bar, const lab::Measurement& m) const {
    const float u = pen.unit();
    const float round = 3 * u;
    if (m.wrong_on_purpose) {
      pen.hatch(bar, pen.neutral(0.45F));
      pen.frame(bar, pen.neutral(0.6F), 1.5F * u, round);
    } else if (m.yardstick) {
      pen.frame(bar, pen.neutral(0.75F), 2 * u, round);
    } else if (ladder_.is_best(m)) {
      pen.fill(bar, pen.theme().accent, round);
    } else {
      pen.fill(bar, pen.neutral(ladder_.matters(m) ? 0.72F : 0.42F), round);
    }
  }

  void draw_thin_bars(const ui::ChartPen& pen, const ui::Box& row, const ui::Box& bar,
                      const lab::Measurement& m) const {
    const float u = pen.unit();
    if (m.with_copies_ms > 0) {
      const float top = bar.bottom + 2 * u;
      const bool best = ladder_.is_best(m);
      const ImVec4 ink = best ? ui::with_alpha(pen.theme().accent, 0.55F) : pen.neutral(0.4F);
      pen.fill({axis_.from, top, axis_.at(m.with_copies_ms), top + kThinBar * u}, ink);
    }
    if (const lab::Measurement* old = before(m)) {
      const float bottom = bar.top - 2 * u;
      const float top = std::max(row.top, bottom - (kThinBar + 1) * u);
      pen.frame({axis_.from, top, axis_.at(old->time.median), bottom}, pen.theme().dim, 1 * u);
    }
  }

  void draw_whisker(const ui::ChartPen& pen, const ui::Box& bar, const lab::Measurement& m) const {
    const float u = pen.unit();
    const float least = axis_.at(m.time.least);
    const float most = axis_.at(m.time.most);
    if (m.time.samples < 2 || most - least < 4 * u) return;
    const float y = (bar.top + bar.bottom) / 2;
    const float half = 5 * u;
    const auto stroke = [&](ImVec4 ink, float width) {
      pen.line({least, y}, {most, y}, ink, width);
      pen.line({least, y - half}, {least, y + half}, ink, width);
      pen.line({most, y - half}, {most, y + half}, ink, width);
    };
    stroke(pen.theme().panel, 4 * u);  // a border, so that the whisker is visible on the bar
    stroke(pen.theme().text, 1.5F * u);
  }

  /// Draws a wedge below the bar at the lecture's time.
  void draw_lecture(const ui::ChartPen& pen, const ui::Box& row, const lab::Measurement& m) const {
    const float u = pen.unit();
    const float y = row.bottom - kMarkLane * u / 2 - 1 * u;
    for (const double ms : lab::kernel_times_of_lecture(m)) {
      const float x = std::round(axis_.at(ms));
      pen.marker(ui::Marker::triangle, {x, y}, 7 * u, pen.theme().panel);
      pen.marker(ui::Marker::triangle, {x, y}, 5 * u, pen.theme().text);
    }
  }

  /// Draws the bar of another run below the main bar; stripes tell them apart without colour.
  void draw_beside(const ui::ChartPen& pen, const ui::Box& row, const lab::Measurement& m) const {
    const float u = pen.unit();
    const float bottom = row.bottom - (lecture_ ? kMarkLane : 2.0F) * u;
    const float right = std::max(axis_.at(beside_.of(m)->time.median), axis_.from + 2 * u);
    const ui::Box bar{axis_.from, bottom - 11 * u, right, bottom};
    pen.stripes(bar, pen.neutral(0.8F));
    pen.text_on_plate(right + 8 * u, (bar.top + bar.bottom) / 2, beside_.label(m), pen.theme().dim);
  }

  void draw_label(const ui::ChartPen& pen, const ui::Box& row, const ui::Box& bar,
                  const lab::Measurement& m) const {
    const float u = pen.unit();
    const float y = (bar.top + bar.bottom) / 2;
    const std::string words = label(m);
    const float wide = pen.width(words, voice(m));
    const float end = std::max(bar.right, m.time.samples > 1 ? axis_.at(m.time.most) : 0.0F);
    const float x = end + 8 * u;
    const ui::Box room{x + wide + 16 * u, bar.top, row.right - 4 * u, bar.bottom};
    const float needed = pen.width(remark(m));
    if (m.wrong_on_purpose && needed > std::max(room.width(), bar.width() - 20 * u)) {
      // Words that must be read are never cut: time and remark lie over the bar, from its start. If
      // the sentence does not fit at all, the size of the error replaces it.
      const float left = bar.left + 12 * u;
      const std::string whole = words + "   " + remark(m);
      const bool is_whole = pen.width(whole) <= room.right - left;
      const std::string shown =
          is_whole ? whole : words + "   error " + error_words(m.outcome.error);
      pen.text_on_plate(left, y, pen.elided(shown, room.right - left), pen.theme().text);
      return;
    }
    const ImVec4 ink = ladder_.is_best(m) ? pen.theme().accent : pen.theme().text;
    pen.text_on_plate(x, y, words, ink, voice(m));
    draw_remark(pen, room, bar, m);
  }

  void draw_remark(const ui::ChartPen& pen, const ui::Box& room, const ui::Box& bar,
                   const lab::Measurement& m) const {
    const float u = pen.unit();
    const float y = (bar.top + bar.bottom) / 2;
    const std::string words = remark(m);
    if (words.empty()) return;
    const bool fits = room.left + pen.width(words) <= room.right;
    if (!m.wrong_on_purpose) {
      // A remark is shown whole or not at all; the tooltip contains it.
      if (fits) pen.text_on_plate(room.left, y, words, pen.theme().dim);
      return;
    }
    // Words that must be read lie in the hatched bar if they do not fit after it.
    pen.text_on_plate(fits ? room.left : bar.left + 12 * u, y, words, pen.theme().text);
  }

  [[nodiscard]] const lab::Measurement* before(const lab::Measurement& m) const {
    const lab::Measurement* found = before_.find(m.variant);
    return found != nullptr && found->timed() ? found : nullptr;
  }

  [[nodiscard]] ui::Voice voice(const lab::Measurement& m) const {
    return ladder_.matters(m) && large_labels_ ? ui::Voice::large : ui::Voice::body;
  }
  [[nodiscard]] std::string label(const lab::Measurement& m) const {
    const std::string time = words::measured_time(m.time.median);
    const std::string speed = shows_speed_ ? ladder_.speed(m) : "";
    return speed.empty() ? time : time + "   " + speed;
  }

  /// Returns details in small letters: the error, the time with copies, the time of the last run.
  [[nodiscard]] std::string remark(const lab::Measurement& m) const {
    if (m.wrong_on_purpose) return how_wrong(m);
    std::string words;
    if (m.with_copies_ms > 0) words = words::measured_time(m.with_copies_ms) + " with copies";
    if (m.with_pinned_copies_ms > 0) {
      words += ", pinned " + words::measured_time(m.with_pinned_copies_ms);
    }
    if (const lab::Measurement* old = before(m)) {
      words += (words.empty() ? "" : ", ") + words::measured_time(old->time.median) + " before";
    }
    for (const double ms : lab::kernel_times_of_lecture(m)) {
      words += (words.empty() ? "" : ", ") + words::measured_time(ms) + " in the lecture";
    }
    return words;
  }

  LabView& context_;
  const ChartData& data_;
  ui::ChartPen pen_;
  Ladder ladder_;
  Ladder before_;
  Beside beside_;
  ui::Range range_;
  ui::Axis axis_{};
  LadderColumns columns_{};
  bool large_labels_ = true;  ///< for the labels of leaders
  bool shows_speed_ = true;   ///< shows the speedup beside each time
  std::size_t measured_ = 0;
  bool copies_ = false;
  bool lecture_ = false;
  bool spread_ = false;
};

}  // namespace

std::string draw_bars(LabView& context, const ui::Box& area, const ChartData& data) {
  const ui::ChartArea chart("bars", area);
  return BarsChart(context, data).draw(chart.box());
}

namespace {

constexpr float kLowestPair = 32.0F;
constexpr const char* kWidestWords = "latency: memory 100 % of L1 and shared memory";

class UtilisationChart {
 public:
  UtilisationChart(LabView& context, const ChartData& data)
      : context_(context),
        data_(data),
        pen_(context, *ImGui::GetWindowDrawList()),
        ladder_(shown_ladder(context.model, data.result->report)) {}

  [[nodiscard]] std::string draw(const ui::Box& area) {
    const ui::Box box =
        pen_.head(area, chart_heading(*data_.result, "utilisation", ladder_.first()));
    const bool any = std::any_of(ladder_.rungs.begin(), ladder_.rungs.end(),
                                 [&](const auto* m) { return has_bar(*m) && of(*m).known(); });
    if (!any) {
      pen_.message(box, "No memory-traffic data",
                   "Its variants count neither bytes nor operations: they wait for each other, or "
                   "for a bus.");
      return {};
    }
    const float u = pen_.unit();
    const float line = pen_.line();
    columns_ = ladder_columns(pen_, ladder_, box);
    const float words = std::min(pen_.width(kWidestWords, ui::Voice::strong), 0.3F * box.width());
    axis_ = {0.0, 1.05, false, columns_.content,
             std::max(columns_.content + 80 * u, columns_.right - words)};
    const ui::Box plot{box.left, box.top, box.right, box.bottom - 2 * line - 8 * u};
    draw_grid(plot);
    pen_.foot({box.left, box.bottom - line, box.right, box.bottom},
              "Percentage of the device's limit; both below 60 %: latency",
              {{ui::KeyEntry::Sample::thin_bar, "memory, busiest part"},
               {ui::KeyEntry::Sample::accent_bar, "arithmetic"}});
    const Ladder none;
    return draw_ladder_rows(context_, plot,
                            {.ladder = ladder_,
                             .before = none,
                             .selected = data_.selected,
                             .columns = columns_,
                             .lowest = kLowestPair,
                             .room_for = rows_to_come(context_, *data_.result),
                             .draw = [this](const ui::ChartPen& pen, const ui::Box& row,
                                            const lab::Measurement& m) { draw_row(pen, row, m); }});
  }

 private:
  [[nodiscard]] lab::Utilisation of(const lab::Measurement& m) const {
    return lab::utilisation_of(m, data_.result->report.machine);
  }
  void draw_grid(const ui::Box& plot) const {
    const float u = pen_.unit();
    for (const double tick : {0.0, 0.2, 0.4, lab::kBusy, 0.8, 1.0}) {
      const float x = std::round(axis_.at(tick));
      const bool border = tick == lab::kBusy;
      if (border) {
        pen_.dashed({x, plot.top}, {x, plot.bottom}, pen_.theme().text, 1.5F * u);
      } else {
        pen_.line({x, plot.top}, {x, plot.bottom + 3 * u}, pen_.theme().line, 1 * u);
      }
      pen_.text(x, plot.bottom + 3 * u + pen_.line() / 2, tick > 0 ? words::percent(tick) : "0",
                pen_.theme().dim, ui::Voice::body, ui::Align::centre);
    }
  }

  void draw_row(const ui::ChartPen& pen, const ui::Box& row, const lab::Measurement& m) const {
    const float u = pen.unit();
    const lab::Utilisation busy = of(m);
    const float y = (row.top + row.bottom) / 2;
    if (!busy.known()) {
      pen.text_on_plate(axis_.from + 8 * u, y, "no memory-traffic data", pen.theme().dim);
      return;
    }
    const float half = std::min(row.height() * 0.36F, 14 * u);
    const auto end_of = [&](double part) { return std::max(axis_.at(part), axis_.from + 2 * u); };
    const double memory = busy.shown(busy.busiest_memory());
    const double arithmetic = busy.shown(lab::DevicePart::arithmetic);
    const ui::Box above{axis_.from, y - half, end_of(arithmetic), y - 1 * u};
    const ui::Box below{axis_.from, y + 1 * u, end_of(memory), y + half};
    if (arithmetic > 0) pen.fill(above, pen.theme().accent, 2 * u);
    if (memory > 0) pen.fill(below, pen.neutral(0.6F), 2 * u);
    draw_words(pen, row, m, busy, std::max(above.right, below.right));
  }

  /// Says what limits the variant, and how busy its busiest part of memory was.
  void draw_words(const ui::ChartPen& pen, const ui::Box& row, const lab::Measurement& m,
                  const lab::Utilisation& busy, float right) const {
    const float u = pen.unit();
    const lab::DevicePart memory = busy.busiest_memory();
    std::string words = lab::limit_words(busy);
    if (busy.passes_limit()) {
      words = std::string("no limit: ") + lab::name_of(busy.busiest()) + " is faster than measured";
    }
    if (busy.waits() && memory != lab::DevicePart::none) {
      words += ": memory " + words::percent(busy.shown(memory)) + " of " + lab::name_of(memory);
    }
    const ui::Voice voice = ladder_.matters(m) ? ui::Voice::strong : ui::Voice::body;
    const float left = std::max(right, axis_.at(0.0)) + 10 * u;
    pen.text_on_plate(left, (row.top + row.bottom) / 2, pen.elided(words, row.right - left, voice),
                      pen.theme().text, voice);
  }

  LabView& context_;
  const ChartData& data_;
  ui::ChartPen pen_;
  Ladder ladder_;
  LadderColumns columns_{};
  ui::Axis axis_{};
};

}  // namespace

std::string draw_utilisation(LabView& context, const ui::Box& area, const ChartData& data) {
  const ui::ChartArea chart("utilisation", area);
  return UtilisationChart(context, data).draw(chart.box());
}

}  // namespace heatwave::lab_room
