// Puts the timings of a field's steps and their limit into words, and draws them.
#include "app/shell/lectures/step_timings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"

namespace heatwave::shell {
namespace {

constexpr float kFigure = 1.5F;   ///< size of a figure, times the size of the words
constexpr float kLabelAt = 6.0F;  ///< where labels begin, in sizes of the words

double frames_per_second(const rooms::Timings& timings) {
  const double mean = timings.frame.statistics(timings.now).mean;
  return mean > 0 ? 1e3 / mean : 0.0;
}

/// Returns the share of a frame in which the device computes steps, from 0 to 1.
double computing_share(const session::Snapshot& snapshot, const rooms::Timings& timings) {
  const field::Report& report = snapshot.report;
  const double frame = timings.frame.statistics(timings.now).mean;
  if (report.advance_steps <= 0 || frame <= 0) return 0.0;
  const double step = report.advance_ms / static_cast<double>(report.advance_steps);
  return std::clamp(step * snapshot.steps_last_frame / frame, 0.0, 1.0);
}

}  // namespace

std::vector<StepFigure> step_figures(const session::Snapshot& snapshot,
                                     const rooms::Timings& timings) {
  const field::Report& report = snapshot.report;
  const bool plays = snapshot.playing;
  return {{words::time_per_step(report.advance_ms, report.advance_steps), "for one step"},
          {words::with_prefix(plays ? timings.steps_per_second : 0.0), "steps per second"},
          {plays ? fmt::format("{:.0f}", frames_per_second(timings)) : "–", "frames per second"}};
}

std::string limit_of_steps(const session::Snapshot& snapshot, const rooms::Timings& timings) {
  constexpr double kBusy = 0.8;  // a device that computes for this share of a frame is the limit
  if (!snapshot.playing) return "The field is paused.";
  const int pace = snapshot.scene.pace.steps;
  if (pace == 0) return "Limit: the computing. As many steps are taken as fit into a frame.";
  const std::string steps = words::counted(pace, "step", "steps");
  const double share = computing_share(snapshot, timings);
  if (share >= kBusy) return "Limit: the computing. " + steps + " fill each frame.";
  // Tens of percent stand still while the figures above change.
  const double tens = std::round(10 * share) / 10;
  const std::string need =
      tens < 0.1 ? "less than " + words::percent(0.1) : "about " + words::percent(tens);
  return fmt::format("Limit: the frames. Each takes {}, which need {} of its time.", steps, need);
}

float height_of_timings(const ShellView& shell, float letters, float width) {
  const auto figures = static_cast<float>(step_figures(shell.snapshot, shell.timings).size());
  ImGui::PushFont(shell.fonts.body, letters);
  const float sentence = ui::wrapped_size(limit_of_steps(shell.snapshot, shell.timings), width).y;
  ImGui::PopFont();
  return figures * (kFigure * letters + ImGui::GetStyle().ItemSpacing.y) + sentence;
}

void draw_timings(const ShellView& shell, float letters) {
  const float from = ImGui::GetCursorPosX();
  ImGui::BeginGroup();
  for (const StepFigure& each : step_figures(shell.snapshot, shell.timings)) {
    const float top = ImGui::GetCursorPosY();
    ImGui::PushFont(shell.fonts.strong, kFigure * letters);
    ImGui::TextColored(shell.theme.text, "%s", each.figure.c_str());
    ImGui::PopFont();
    // The label stands on the line of the figure.
    ImGui::SameLine(from + kLabelAt * letters);
    ImGui::SetCursorPosY(top + 0.8F * (kFigure - 1) * letters);
    ImGui::PushFont(shell.fonts.body, letters);
    ImGui::TextColored(shell.theme.dim, "%s", each.label.c_str());
    ImGui::PopFont();
  }
  ImGui::PushFont(shell.fonts.body, letters);
  ui::wrapped_text(limit_of_steps(shell.snapshot, shell.timings));
  ImGui::PopFont();
  ImGui::EndGroup();
  note_place(shell, "step timings");
}

}  // namespace heatwave::shell
