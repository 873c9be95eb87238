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

/// Returns "with TF32, 10-bit mantissa: 16.8 µs, 144× faster"; the headline names what that is
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

constexpr ui::Voice kDetails = ui::Voice::strong;

/// Writes the line of details, whose letters may be larger than the window's.
class DetailsPen {
 public:
  /// `part`: size of the letters, in sizes of the window's.
  DetailsPen(const LabView& context, float part)
      : sized_(context, part), pen_(sized_.look, *ImGui::GetWindowDrawList()) {}

  [[nodiscard]] const ui::ChartPen& pen() const { return pen_; }

 private:
  ui::SizedLook sized_;
  ui::ChartPen pen_;
};

/// Returns the size of the details, in sizes of the window's letters, if they have room. It is
/// nearly that of the headline: what copies cost may reverse it.
float largest_part(const LabView& context) {
  constexpr float kOfHeadline = 0.88F;
  return std::max(1.0F, kOfHeadline * context.fonts.large_size / context.fonts.size);
}

/// The line below the headline.
struct Details {
  std::string text;
  float part = 1.0F;  ///< size of the letters, in sizes of the window's
  float width = 0.0F;
};

/// Returns the details that fit the width; without room for the comparison in the headline, they
/// are that comparison. The letters shrink rather than that the times with copies are left out.
Details details_below(const LabView& context, const BestWords& best, const std::string& headline,
                      float width) {
  const bool is_compared = best.compared.empty() || headline == best.headlines.front();
  const std::string& shortest = is_compared ? best.shortest_copies : best.compared;
  const float usual = DetailsPen(context, 1.0F).pen().width(shortest, kDetails);
  const float most = largest_part(context);
  const float part = usual > 0 ? std::clamp(0.99F * width / usual, 1.0F, most) : most;
  const DetailsPen scaled(context, part);
  const ui::ChartPen& pen = scaled.pen();
  const std::string text = pen.elided(
      is_compared ? fitting(pen, best.details, width, kDetails) : best.compared, width, kDetails);
  return {text, part, pen.width(text, kDetails)};
}

/// Draws the details with their left end and the middle of their height at `at`.
void draw_details(const LabView& context, const Details& details, ImVec2 at) {
  DetailsPen(context, details.part)
      .pen()
      .text(at.x, at.y, details.text, context.theme.text, kDetails);
}

/// Returns the largest voice in which the headline fits the width.
ui::Voice voice_of(const ui::ChartPen& pen, const std::string& headline, float width) {
  return pen.width(headline, ui::Voice::large) <= width ? ui::Voice::large : ui::Voice::strong;
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
  const std::string time =
      "Best" + precision + ": " + words::measured_time(best.time.median) + shared;
  BestWords text;
  text.compared = compared(report, best);
  if (!text.compared.empty()) text.headlines = {time + ", " + text.compared};
  text.headlines.push_back(time);
  std::string title = best.title;
  if (swept_value) title += ", " + setting_text(report.experiment, report.swept, *swept_value);
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
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  const std::string& headline = fitting(pen, best->headlines, width, ui::Voice::strong);
  const ui::Voice voice = voice_of(pen, headline, width);
  pen.text(from.x, from.y + 20 * u - context.fonts.large_size / 2,
           pen.elided(headline, width, voice), context.theme.text, voice);
  const Details details = details_below(context, *best, headline, width);
  draw_details(context, details, {from.x, from.y + 21 * u + details.part * context.fonts.size / 2});
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
  const float below = largest_part(context) * context.fonts.size;
  const float lines = context.fonts.large_size + 4 * u + below;
  const ui::Box strip{room.left, room.bottom - lines - 20 * u, room.right, room.bottom};
  const float left = strip.left + 32 * u;
  const float most = strip.right - left - kKeys * u;
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  const std::string& fits = fitting(pen, best->headlines, most, ui::Voice::strong);
  const ui::Voice voice = voice_of(pen, fits, most);
  const std::string headline = pen.elided(fits, most, voice);
  const Details details = details_below(context, *best, fits, most);
  const float right = left + std::max(pen.width(headline, voice), details.width);
  if (context.presented) {
    room.bottom = strip.top;
    pen.line({strip.left, strip.top}, {strip.right, strip.top}, context.theme.line, 1 * u);
    const float first = strip.top + 10 * u + context.fonts.large_size / 2;
    pen.text(left, first, headline, context.theme.text, voice);
    draw_details(context, details, {left, strip.bottom - 10 * u - below / 2});
    note_box(context, "conclusion", {left, strip.top, right, strip.bottom});
  }
  return ui::Box{right + 16 * u, strip.top, strip.right, strip.bottom};
}

}  // namespace heatwave::lab_room
