// Puts the best variant of the shown result into words, and compares it with the CPU.
#include "app/rooms/lab/conclusion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/variant_list.h"
#include "app/ui/controls.h"
#include "app/ui/pen.h"
#include "app/ui/sized.h"
#include "app/words/numbers.h"
#include "app/words/speed_words.h"

namespace heatwave::lab_room {
namespace {

/// Compares the kernel with the CPU's reference: "kernel alone 73.4× faster than all 16 CPU
/// threads", or "the reference: all 16 CPU threads"; empty: there is none.
std::string compared(const lab::Report& report, const lab::Measurement& best) {
  const words::Reference reference = words::reference_of(report, best);
  if (reference.is(best)) return reference.in_words_beside(best);
  return words::kernel_in_short(words::speeds_of(report, best), report.machine.cpu);
}

/// Returns "with TF32, about 3 digits: 16.8 µs, 144× faster"; the headline names what that is
/// compared with.
std::string words_of_less_precise(const lab::Report& report, const lab::Measurement& m) {
  const std::string faster = words::reference_of(report, m).in_short_beside(m);
  return "with " + lab::lower_precision_of(m) + ": " + words::measured_time(m.time.median) +
         (faster.empty() ? "" : ", " + faster);
}

/// Returns the longest wording that fits the width, or the shortest one: a shortened comparison
/// could mean something else.
const std::string& fitting(const ui::ChartPen& pen, const std::vector<std::string>& texts,
                           float width, ui::Voice voice) {
  const auto found = std::find_if(texts.begin(), texts.end(), [&](const std::string& text) {
    return pen.width(text, voice) <= width;
  });
  return found == texts.end() ? texts.back() : *found;
}

constexpr ui::Voice kVoice = ui::Voice::strong;

/// A line whose letters have a size of their own.
struct SizedLine {
  std::string text;
  float part = 1.0F;  ///< size of the letters, in sizes of the window's
  float width = 0.0F;
};

/// Returns the width of a text in letters of this part of the usual size.
float width_of(const LabView& context, const std::string& text, float part) {
  const ui::SizedLook sized(context, part);
  return ui::ChartPen(sized.look, *ImGui::GetWindowDrawList()).width(text, kVoice);
}

/// Returns the line in the largest letters, up to `most`, in which it fits the width.
SizedLine sized_line(const LabView& context, const std::string& text, float width, float most) {
  const float usual = width_of(context, text, 1.0F);
  const float least = std::min(1.0F, most);
  const float part = usual > 0 ? std::clamp(0.99F * width / usual, least, most) : most;
  const ui::SizedLook sized(context, part);
  const ui::ChartPen pen(sized.look, *ImGui::GetWindowDrawList());
  const std::string shown = pen.elided(text, width, kVoice);
  return {shown, part, pen.width(shown, kVoice)};
}

/// Draws the line with its left end and the middle of its height at `at`, and notes its box.
void draw_line(const LabView& context, const char* name, const SizedLine& line, ImVec2 at) {
  const ui::SizedLook sized(context, line.part);
  const float height = line.part * context.fonts.size;
  note_box(context, name, ui::Box::at(at.x, at.y - height / 2, line.width, height));
  ui::ChartPen(sized.look, *ImGui::GetWindowDrawList())
      .text(at.x, at.y, line.text, context.theme.text, kVoice);
}

/// The size of the details, in sizes of the headline: nearly as large, because the cost of copies
/// may reverse the headline.
constexpr float kDetailsOfHeadline = 0.88F;

/// The headline and the line below it.
struct Conclusion {
  SizedLine headline;
  SizedLine details;
};

/// Returns the lines that fit the width. Without room for the comparison in the headline, the
/// details are that comparison. The letters shrink rather than that the times with copies are left
/// out.
Conclusion conclusion_of(const LabView& context, const BestWords& best, float width) {
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  const std::string& headline = fitting(pen, best.headlines, width, kVoice);
  Conclusion lines;
  lines.headline =
      sized_line(context, headline, width, context.fonts.large_size / context.fonts.size);
  const bool is_compared = best.compared.empty() || headline == best.headlines.front();
  const std::string& shortest = is_compared ? best.shortest_copies : best.compared;
  const float most = kDetailsOfHeadline * lines.headline.part;
  const float part = sized_line(context, shortest, width, most).part;
  const ui::SizedLook sized(context, part);
  const ui::ChartPen details(sized.look, *ImGui::GetWindowDrawList());
  const std::string& text =
      is_compared ? fitting(details, best.details, width, kVoice) : best.compared;
  lines.details = sized_line(context, text, width, part);
  return lines;
}

}  // namespace

BestWords words_of_best(const session::LabResult& result, const Ladder& ladder,
                        std::optional<std::int64_t> swept_value) {
  const lab::Report& report = result.report;
  const lab::Measurement& best = *ladder.best;
  const lab::Measurement* less = ladder.faster_at_lower_precision();
  const std::string own = lab::lower_precision_of(best);
  const std::string precision = !own.empty()      ? ", " + own
                                : less != nullptr ? " at full precision"
                                                  : "";
  const std::ptrdiff_t level = ladder.count_of_best();
  const std::string shared = level > 1 ? fmt::format(", {} variants level", level) : "";
  // Each point of a sweep is a measurement of its own: the best of one value may be slower than
  // that of another, which has less work.
  const std::string where =
      swept_value ? " at " + setting_text(report.experiment, report.swept, *swept_value) : "";
  const std::string time =
      "Best" + where + precision + ": " + words::measured_time(best.time.median) + shared;
  BestWords text;
  text.compared = compared(report, best);
  if (!text.compared.empty()) text.headlines = {time + ", " + text.compared};
  text.headlines.push_back(time);
  const std::string& title = best.title;
  const std::string faster = less != nullptr ? words_of_less_precise(report, *less) : "";
  const std::vector<words::Speed> speeds = words::speeds_of(report, best);
  const std::string copies = words::copies_in_short(speeds, report.machine.cpu);
  text.shortest_copies = words::copies_in_brief(speeds, report.machine.cpu);
  const auto joined = [](const std::string& a, const std::string& b) {
    return a.empty() || b.empty() ? a + b : a + "; " + b;
  };
  const std::string all = joined(joined(title, faster), copies);
  if (result.recorded) text.details = {all + " (recorded, not measured here)"};
  // The list marks the best row, so that its title is omitted first; it also has the rows of lower
  // precision, but not how the times with copies compare.
  for (const std::string& words : {all, joined(faster, copies), joined(title, copies), copies,
                                   text.shortest_copies, faster, title}) {
    if (!words.empty()) text.details.push_back(words);
  }
  return text;
}

std::optional<BestWords> best_words(const LabView& context) {
  const auto result = shown_result(context);
  if (result == nullptr) return {};
  const lab::Settings settings = shown_settings(context.model);
  const auto value = shown_value(result->report, &settings);
  const Ladder ladder = ladder_of(result->report, value);
  if (ladder.best == nullptr) return {};
  return words_of_best(*result, ladder, value);
}

void draw_best(LabView& context, float width) {
  const std::optional<BestWords>& best = context.model.conclusion.words;
  if (!best) return;
  const float u = context.unit;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const auto [headline, details] = conclusion_of(context, *best, width);
  const float size = context.fonts.size;
  draw_line(context, "best/headline", headline,
            {from.x, from.y + 20 * u - headline.part * size / 2});
  draw_line(context, "best/details", details, {from.x, from.y + 21 * u + details.part * size / 2});
  ui::space({width, 40 * u});
  explain(context, "The fastest variant with a right result: " + best->details.front() + ".\n" +
                       best->headlines.front() + ".");
  note_place(context, "best");
  ImGui::SameLine(0, 24 * u);
}

std::optional<ui::Box> draw_conclusion(LabView& context, ui::Box& room) {
  constexpr float kKeys = 192.0F;  // width for a caption of a key
  const std::optional<BestWords>& best = context.model.conclusion.words;
  if (!best) return {};
  const float u = context.unit;
  const float large = context.fonts.large_size;
  const float below = kDetailsOfHeadline * large;
  const ui::Box strip{room.left, room.bottom - large - below - 24 * u, room.right, room.bottom};
  const float left = strip.left + 32 * u;
  const auto [headline, details] = conclusion_of(context, *best, strip.right - left - kKeys * u);
  const float right = left + std::max(headline.width, details.width);
  if (context.presented) {
    room.bottom = strip.top;
    const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
    pen.line({strip.left, strip.top}, {strip.right, strip.top}, context.theme.line, 1 * u);
    draw_line(context, "best/headline", headline, {left, strip.top + 10 * u + large / 2});
    draw_line(context, "best/details", details, {left, strip.bottom - 10 * u - below / 2});
    note_box(context, "conclusion", {left, strip.top, right, strip.bottom});
  }
  return ui::Box{right + 16 * u, strip.top, strip.right, strip.bottom};
}

}  // namespace heatwave::lab_room
