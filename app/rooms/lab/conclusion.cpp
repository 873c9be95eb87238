// Puts the best variant of the shown result into words, and compares it with the CPU.
#include "app/rooms/lab/conclusion.h"

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

BestWords words_of(const session::LabResult& result, const lab::Measurement& best,
                   std::optional<std::int64_t> swept_value) {
  const lab::Report& report = result.report;
  const lab::Device& cpu = report.machine.cpu;
  const std::vector<words::Speed> speeds = words::speeds_of(report, best);
  const std::string time = "best: " + words::measured_time(best.time.median);
  BestWords text;
  std::string title = best.title;
  if (swept_value) title += ", " + setting_text(report.experiment, report.swept, *swept_value);
  std::string full = title;
  if (result.recorded) full += " (recorded, not measured here)";
  for (words::Speed speed : speeds) {
    // The headline has the kernel's comparison with all threads, or the only one.
    const bool is_kernel = speed.memory.empty();
    if (is_kernel && speed.as_all_threads <= 0) continue;
    if (is_kernel) speed.as_all_threads = 0.0;
    const std::string compared = words::beside_cpu(speed, cpu);
    if (!compared.empty()) full += "; " + words::in_words(speed, cpu);
  }
  const std::string kernel = words::kernel_in_short(speeds, cpu);
  if (!kernel.empty()) text.headlines = {time + ", " + kernel};
  text.headlines.push_back(time);
  text.details = {full};
  const std::string copies = words::copies_in_short(speeds, cpu);
  if (!copies.empty()) {
    text.details.push_back(title + "; " + copies);
    text.details.push_back(copies);
  }
  text.details.push_back(title);
  return text;
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

/// Returns the largest voice in which the headline fits the width.
ui::Voice voice_of(const ui::ChartPen& pen, const std::string& headline, float width) {
  return pen.width(headline, ui::Voice::large) <= width ? ui::Voice::large : ui::Voice::strong;
}

}  // namespace

std::optional<BestWords> best_words(const LabView& context) {
  const auto result = shown_result(context);
  if (result == nullptr) return {};
  const lab::Settings settings = shown_settings(context.model);
  const auto value = shown_value(result->report, &settings);
  const Ladder ladder = ladder_of(result->report, value);
  if (ladder.best == nullptr) return {};
  return words_of(*result, *ladder.best, value);
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
  pen.text(from.x, from.y + 21 * u + context.fonts.size / 2,
           pen.elided(fitting(pen, best->details, width, ui::Voice::body), width),
           context.theme.dim);
  ui::space({width, 40 * u});
  explain(context, "The fastest variant with a right result: " + best->details.front() + ".\n" +
                       best->headlines.front() + ".");
  note_place(context, "best");
  ImGui::SameLine(0, 24 * u);
}

std::optional<ui::Box> draw_conclusion(LabView& context, ui::Box& room) {
  constexpr float kKeys = 240.0F;  // width for a caption of a key
  const std::optional<BestWords>& best = context.model.conclusion.words;
  if (!best) return {};
  const float u = context.unit;
  const float lines = context.fonts.large_size + 4 * u + context.fonts.size;
  const ui::Box strip{room.left, room.bottom - lines - 20 * u, room.right, room.bottom};
  const float left = strip.left + 32 * u;
  const float most = strip.right - left - kKeys * u;
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  const std::string& fits = fitting(pen, best->headlines, most, ui::Voice::strong);
  const ui::Voice voice = voice_of(pen, fits, most);
  const std::string headline = pen.elided(fits, most, voice);
  const std::string details = pen.elided(fitting(pen, best->details, most, ui::Voice::body), most);
  const float right = left + std::max(pen.width(headline, voice), pen.width(details));
  if (context.presented) {
    room.bottom = strip.top;
    pen.line({strip.left, strip.top}, {strip.right, strip.top}, context.theme.line, 1 * u);
    const float first = strip.top + 10 * u + context.fonts.large_size / 2;
    pen.text(left, first, headline, context.theme.text, voice);
    pen.text(left, strip.bottom - 10 * u - context.fonts.size / 2, details, context.theme.text);
    note_box(context, "conclusion", {left, strip.top, right, strip.bottom});
  }
  return ui::Box{right + 16 * u, strip.top, strip.right, strip.bottom};
}

}  // namespace heatwave::lab_room
