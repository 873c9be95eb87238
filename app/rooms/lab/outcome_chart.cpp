// Draws the result of the selected variant: counts, a picture, facts, or the result in large
// letters.
#include "app/rooms/lab/lab_charts.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/chart_rows.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"
#include "app/ui/chart_axes.h"
#include "app/ui/pen.h"
#include "app/words/numbers.h"

namespace heatwave::lab_room {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

/// Returns the selected variant if it was measured, otherwise the best, or any with a result.
const lab::Measurement* shown_measurement(const Ladder& ladder, const std::string& selected) {
  const auto has_outcome = [](const lab::Measurement* m) {
    return m != nullptr && m->timed() && !m->outcome.result.empty();
  };
  const lab::Measurement* chosen = ladder.find(selected);
  if (chosen != nullptr) return chosen;
  if (has_outcome(ladder.best)) return ladder.best;
  const auto found = std::find_if(ladder.rungs.begin(), ladder.rungs.end(), has_outcome);
  return found == ladder.rungs.end() ? nullptr : *found;
}

/// Says in one line whether the result is right, and the error.
std::string verdict(const lab::Measurement& m) {
  const lab::Outcome& outcome = m.outcome;
  if (m.status == lab::Status::wrong) return "Wrong: " + how_wrong(m);
  if (m.wrong_on_purpose) return "Wrong on purpose: " + how_wrong(m);
  std::string words = "Right: " + outcome.result;
  if (outcome.error > 0) words += ", error " + error_words(outcome.error);
  if (!outcome.note.empty()) words += "; " + outcome.note;
  return words;
}

void draw_verdict(const ui::ChartPen& pen, const ui::Box& box, float y, const lab::Measurement& m) {
  const bool wrong = m.status == lab::Status::wrong;
  pen.text(box.left, y, pen.elided(verdict(m), box.width(), ui::Voice::strong),
           wrong ? pen.theme().error : pen.theme().text, ui::Voice::strong);
}

// Counts
// -------------------------------------------------------------------------------------------

class CountsChart {
 public:
  CountsChart(const LabView& context, const ui::ChartPen& pen,
              const std::vector<std::int64_t>& counts, const ui::Box& box)
      : context_(context), pen_(pen), counts_(counts) {
    const float u = pen.unit();
    const auto most = static_cast<double>(*std::max_element(counts.begin(), counts.end()));
    const ui::Range range = ui::zero_range(most);
    plot_ = {box.left + pen.width(words::grouped(std::llround(range.high))) + 12 * u,
             box.top + 1.4F * pen.line(), box.right, box.bottom - 2.2F * pen.line()};
    y_ = {range.low, range.high, false, plot_.bottom, plot_.top};
    x_ = {0.0, static_cast<double>(counts.size()), false, plot_.left, plot_.right};
  }

  void draw(bool hovered) const {
    draw_grid();
    for (std::size_t bin = 0; bin < counts_.size(); ++bin) {
      if (counts_[bin] > 0) pen_.fill(column(bin), pen_.theme().accent);
    }
    pen_.line({plot_.left, plot_.bottom}, {plot_.right, plot_.bottom}, pen_.neutral(0.4F),
              1 * pen_.unit());
    if (hovered) draw_hover();
  }

 private:
  [[nodiscard]] ui::Box column(std::size_t bin) const {
    const float left = x_.at(static_cast<double>(bin));
    const float right = x_.at(static_cast<double>(bin + 1));
    const float gap = right - left > 3 * pen_.unit() ? 1 * pen_.unit() : 0.0F;
    return {left, y_.at(static_cast<double>(counts_[bin])), right - gap, plot_.bottom};
  }

  void draw_grid() const {
    const float u = pen_.unit();
    const std::vector<double> ticks = y_.ticks(1.8F * pen_.line());
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1.0;
    for (const double tick : ticks) {
      const float y = std::round(y_.at(tick));
      pen_.line({plot_.left, y}, {plot_.right, y}, pen_.theme().line, 1 * u);
      pen_.text(plot_.left - 8 * u, y, ui::tick_label(tick, step), pen_.theme().dim,
                ui::Voice::body, ui::Align::right);
    }
    const float below = plot_.bottom + 4 * u + pen_.line() / 2;
    const std::size_t every = std::max<std::size_t>(1, counts_.size() / 8);
    for (std::size_t bin = 0; bin < counts_.size(); bin += every) {
      const ui::Box bar = column(bin);
      pen_.text((bar.left + bar.right) / 2, below, std::to_string(bin), pen_.theme().dim,
                ui::Voice::body, ui::Align::centre);
    }
    pen_.text(plot_.right, below + pen_.line() + 1 * u, "bin", pen_.theme().dim, ui::Voice::body,
              ui::Align::right);
    pen_.text(plot_.left, plot_.top - 0.8F * pen_.line(), "values counted in each bin",
              pen_.theme().dim);
  }

  void draw_hover() const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!plot_.contains(mouse)) return;
    const double at =
        std::clamp(x_.value_at(mouse.x), 0.0, static_cast<double>(counts_.size()) - 1);
    const auto bin = static_cast<std::size_t>(at);
    const ui::Box bar = column(bin);
    pen_.fill({bar.left, plot_.top, bar.right, plot_.bottom},
              ui::with_alpha(pen_.theme().text, 0.25F));
    ui::ChartTooltip tooltip(context_);
    tooltip.figure("Bin", std::to_string(bin));
    tooltip.figure("Count", words::grouped(counts_[bin]));
  }

  const LabView& context_;
  const ui::ChartPen& pen_;
  const std::vector<std::int64_t>& counts_;
  ui::Axis x_{};
  ui::Axis y_{};
  ui::Box plot_{};
};

// Picture, facts, result
// -------------------------------------------------------------------------------------------

/// Returns "512 × 512 values from 0 to 3.1"; finds the range only once for each picture.
std::string range_words(LabModel& model, const std::shared_ptr<const lab::Picture>& picture) {
  if (model.picture_range.of != picture) {
    const auto ends = std::minmax_element(picture->cells.begin(), picture->cells.end());
    model.picture_range.of = picture;
    model.picture_range.ends = {*ends.first, *ends.second};
  }
  return fmt::format("{} × {} values from {:.4g} to {:.4g}", picture->extent.width,
                     picture->extent.height, model.picture_range.ends[0],
                     model.picture_range.ends[1]);
}

void draw_picture(const LabView& context, const ui::ChartPen& pen, const ui::Box& box,
                  const std::shared_ptr<const lab::Picture>& picture) {
  const float line = pen.line();
  const ui::Box room{box.left, box.top, box.right, box.bottom - 1.4F * line};
  const auto width = static_cast<float>(picture->extent.width);
  const auto height = static_cast<float>(picture->extent.height);
  const float scale = std::min(room.width() / width, room.height() / height);
  const float left = room.left + (room.width() - width * scale) / 2;
  const ui::Box at{left, room.top, left + width * scale, room.top + height * scale};
  if (context.texture_of) {
    const ImTextureID texture = context.texture_of(picture);
    if (texture != ImTextureID{}) {
      pen.list().AddImage(texture, {at.left, at.top}, {at.right, at.bottom});
    }
  }
  pen.frame(at, pen.theme().line);
  pen.text((box.left + box.right) / 2, box.bottom - line / 2, range_words(context.model, picture),
           pen.theme().dim, ui::Voice::body, ui::Align::centre);
}

/// Draws facts in two columns, spread over the height of the box.
void draw_facts(const ui::ChartPen& pen, const ui::Box& box, const Facts& facts) {
  const float u = pen.unit();
  const auto count = static_cast<float>(facts.size());
  const bool large = box.height() / count >= pen.line(ui::Voice::large) + 4 * u;
  const ui::Voice voice = large ? ui::Voice::large : ui::Voice::body;
  const float row = std::clamp(box.height() / count, pen.line(voice) + 2 * u, 44 * u);
  float widest = 0.0F;
  for (const auto& [what, fact] : facts) widest = std::max(widest, pen.width(what, voice));
  const float second = box.left + std::min(widest + 32 * u, 0.5F * box.width());
  const auto fits = static_cast<std::size_t>(std::max(1.0F, box.height() / row));
  for (std::size_t i = 0; i < facts.size() && i < fits; ++i) {
    const float y = box.top + row * (static_cast<float>(i) + 0.5F);
    const bool cut = i + 1 == fits && fits < facts.size();
    const std::string what = cut ? "…" : pen.elided(facts[i].first, second - box.left, voice);
    const std::string fact =
        cut ? fmt::format("and {} more lines", facts.size() - i) : facts[i].second;
    pen.text(box.left, y, what, pen.theme().dim, voice);
    pen.text(second, y, pen.elided(fact, box.right - second, voice), pen.theme().text, voice);
    pen.line({box.left, y + row / 2}, {box.right, y + row / 2}, pen.theme().line, 1 * u);
  }
}

Facts result_facts(const lab::Measurement& m) {
  Facts facts{{"Result", m.outcome.result}, {"Expected", m.outcome.expected}};
  facts.emplace_back("Error", error_words(m.outcome.error));
  if (!m.outcome.note.empty()) facts.emplace_back("Note", m.outcome.note);
  return facts;
}

void draw_measured(const LabView& context, const ui::ChartPen& pen, const ui::Box& box,
                   const lab::Measurement& m, bool hovered) {
  const float line = pen.line();
  draw_verdict(pen, box, box.top + line / 2, m);
  const ui::Box rest{box.left, box.top + 1.8F * line, box.right, box.bottom};
  const lab::Outcome& outcome = m.outcome;
  if (outcome.counts != nullptr && !outcome.counts->empty()) {
    CountsChart(context, pen, *outcome.counts, rest).draw(hovered);
  } else if (outcome.picture != nullptr && !outcome.picture->cells.empty()) {
    draw_picture(context, pen, rest, outcome.picture);
  } else if (!outcome.facts.empty()) {
    draw_facts(pen, rest, outcome.facts);
  } else {
    draw_facts(pen, rest, result_facts(m));
  }
}

}  // namespace

void draw_outcome(LabView& context, const ui::Box& area, const ChartData& data) {
  const ui::ChartArea chart("outcome", area);
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  const Ladder ladder = shown_ladder(context.model, data.result->report);
  const lab::Measurement* m = shown_measurement(ladder, data.selected);
  const std::string what = m == nullptr ? "result" : m->title;
  const ui::Box box =
      draw_chart_head(context, pen, chart.box(), chart_heading(*data.result, what, m));
  if (m == nullptr) {
    pen.message(box, "There is no result yet", "Run a variant to see its result.");
  } else if (!m->timed()) {
    pen.message(box, m->title, "It gave no result: " + why_not_measured(*m) + ".");
  } else {
    draw_measured(context, pen, box, *m, chart.hovered());
  }
}

}  // namespace heatwave::lab_room
