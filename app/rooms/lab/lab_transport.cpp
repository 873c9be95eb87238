// The lab's bar at the bottom: run or cancel, how far it is, the best that came out.
#include "app/rooms/lab/lab_transport.h"

#include <fmt/format.h>
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_actions.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"
#include "app/ui/controls.h"
#include "app/ui/figures.h"
#include "app/ui/pane.h"
#include "app/ui/pen.h"
#include "app/ui/sized.h"
#include "app/words/numbers.h"
#include "app/words/speed_words.h"

namespace heatwave::lab_room {
namespace {

/// The same place for both, so that what started a run also ends it.
void draw_run_or_cancel(LabView& context) {
  const session::LabStatus& status = context.snapshot.lab;
  const ui::ButtonLook look{.primary = !status.running,
                            .width = 136,
                            .height = 40,
                            .text = status.running ? "Cancel" : "Run all"};
  const std::string keys = status.running
                               ? context.keys_of("cancel") + ", " + context.keys_of("run_or_cancel")
                               : context.keys_of("run_or_cancel");
  const std::string reason = status.cancelling ? "The run that was cancelled is ending" : "";
  if (icon_button(context, "run or cancel", status.running ? ui::Icon::stop : ui::Icon::play,
                  status.running ? "Ends the run; what has been measured stays."
                                 : "Measures every variant of this experiment.",
                  keys, reason, look)) {
    run_or_cancel(context);
  }
  ImGui::SameLine(0, 24 * context.unit);
}

/// A line above, a line or a bar below; nothing in it moves but the bar.
void draw_progress(LabView& context, float width) {
  const session::LabStatus& status = context.snapshot.lab;
  const float u = context.unit;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float right = from.x + width;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const lab::Experiment* experiment = experiment_of(status.experiment);
  std::string now = status.cancelling ? "Cancelling …" : status.progress.now;
  if (experiment != nullptr && experiment->id != shown_experiment(context.model).id) {
    now = experiment->title + ": " + now;  // another one is shown meanwhile
  }
  std::string count = fmt::format("   {:.1f}\u00A0s", status.seconds);
  if (status.progress.total > 0) {  // until then it is found out what there is to do
    count = fmt::format("{} of {}", status.progress.done, status.progress.total) + count;
  }
  const float count_width = ImGui::CalcTextSize("000 of 000   000.0 s").x;
  list.PushClipRect(from, {right - count_width - 8 * u, from.y + 40 * u}, true);
  list.AddText({from.x, from.y + 2 * u}, ui::packed(context.theme.text), now.c_str());
  list.PopClipRect();
  list.AddText({right - ImGui::CalcTextSize(count.c_str()).x, from.y + 2 * u},
               ui::packed(context.theme.dim), count.c_str());
  const float part = status.progress.total > 0 ? static_cast<float>(status.progress.done) /
                                                     static_cast<float>(status.progress.total)
                                               : 0.0F;
  const ImVec2 low{from.x, from.y + 28 * u};
  const ImVec2 high{right, from.y + 36 * u};
  list.AddRectFilled(low, high, ui::packed(context.theme.raised), 4 * u);
  if (part > 0) {
    list.AddRectFilled(low, {low.x + width * part, high.y}, ui::packed(context.theme.accent),
                       4 * u);
  }
  ui::space({width, 40 * u});
  explain(context, "What is being measured, and how many measurements are done.");
  ImGui::SameLine(0, 24 * u);
}

/// The lines about the best variant. Each lists its wordings from the longest to the shortest; the
/// first that fits is shown, since a comparison that is cut would mean something else.
struct BestWords {
  std::vector<std::string>
      headlines;  ///< "best: 21.1 µs, kernel alone 991× faster than one thread"
  std::vector<std::string> details;
};
BestWords best_words(const session::LabResult& result, const lab::Measurement& best,
                     std::optional<std::int64_t> swept_value) {
  const lab::Report& report = result.report;
  const lab::Device& cpu = report.machine.cpu;
  const std::vector<words::Speed> speeds = words::speeds_of(report, best);
  const std::string time = "best: " + words::measured_time(best.time.median);
  BestWords text;
  std::string title = best.title;
  if (swept_value) title += ", " + setting_words(report.experiment, report.swept, *swept_value);
  std::string full = title;
  if (result.recorded) full += " (recorded, not measured here)";
  for (const words::Speed& speed : speeds) {
    if (speed.memory.empty()) {
      words::Speed stricter = speed;
      if (speed.as_all_threads > 0) stricter.as_one_thread = 0.0;
      text.headlines = {time + ", " + words::in_words(speed, cpu),
                        time + ", " + words::in_words(stricter, cpu)};
    } else {
      full += "; " + words::in_words(speed, cpu);
    }
  }
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

/// The best variant of the result shown, and how it compares with the CPU.
void draw_best(LabView& context, float width) {
  const auto result = shown_result(context);
  if (result == nullptr) return;
  const lab::Settings settings = shown_settings(context.model);
  const auto value = shown_value(result->report, &settings);
  const Ladder ladder = ladder_of(result->report, value);
  if (ladder.best == nullptr) return;
  const float u = context.unit;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const BestWords best = best_words(*result, *ladder.best, value);
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  const auto fitting = [&](const std::vector<std::string>& texts, ui::Voice voice) {
    const auto found = std::find_if(texts.begin(), texts.end(), [&](const std::string& text) {
      return pen.width(text, voice) <= width;
    });
    return found == texts.end() ? texts.back() : *found;
  };
  const std::string headline = fitting(best.headlines, ui::Voice::strong);
  const ui::Voice voice =
      pen.width(headline, ui::Voice::large) <= width ? ui::Voice::large : ui::Voice::strong;
  pen.text(from.x, from.y + 20 * u - context.fonts.large_size / 2,
           pen.elided(headline, width, voice), context.theme.text, voice);
  pen.text(from.x, from.y + 21 * u + context.fonts.size / 2,
           pen.elided(fitting(best.details, ui::Voice::body), width), context.theme.dim);
  ui::space({width, 40 * u});
  explain(context, "The fastest variant with a right result: " + best.details.front() + ".\n" +
                       best.headlines.front() + ".");
  ImGui::SameLine(0, 24 * u);
}

}  // namespace

void draw_lab_transport(LabView& context, const ui::Box& area) {
  const float u = context.unit;
  const float width = area.width();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 12 * u});
  ui::begin_pane("lab transport", area);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRectFullScreen();
  list.AddLine({0, area.top}, {width, area.top}, ui::packed(context.theme.line));
  list.PopClipRect();
  draw_run_or_cancel(context);
  constexpr float kFrameTime = 320;
  constexpr float kLeastForBest = 480;  // before frame times are shown beside it
  const float left = width - ImGui::GetCursorPosX() - 16 * u;
  const bool has_room = left > (kFrameTime + kLeastForBest) * u;
  const float middle = left - (has_room ? kFrameTime * u : 0.0F);
  if (context.snapshot.lab.running) {
    draw_progress(context, std::min(middle, 640 * u));
  } else {
    draw_best(context, middle);
  }
  if (has_room) {
    ImGui::SetCursorPosX(width - 16 * u - (kFrameTime - 24) * u);
    draw_frame_time(context, context.timings.frame, context.timings.now, width);
  }
  ui::end_pane();
  ImGui::PopStyleVar();
}

}  // namespace heatwave::lab_room
