// Puts the timings of a field's steps and their limit into words, and draws them.
#include "app/shell/lectures/step_timings.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"

namespace heatwave::shell {
namespace {

constexpr float kFigure = 1.5F;   ///< size of a figure, times the size of the words
constexpr float kLabelAt = 6.0F;  ///< where labels begin, in sizes of the words

/// Returns the distance between the figures and the sentence below them.
float gap_of(float letters) { return 0.5F * letters; }

}  // namespace

std::vector<StepFigure> step_figures(const session::Snapshot& snapshot,
                                     const rooms::Timings& timings) {
  const bool runs = snapshot.playing && timings.frames_per_second > 0;
  // With a decimal, steps of a frame times frames per second are the steps per second that it says.
  return {{words::time_per_step(timings.step_ms, 1), "for one step"},
          {runs ? words::with_prefix(timings.steps_per_second) : "–", "steps per second"},
          {runs ? fmt::format("{:.1f}", timings.frames_per_second) : "–", "frames per second"}};
}

std::string limit_of_steps(const session::Snapshot& snapshot, const rooms::Timings& timings) {
  constexpr double kBusy = 0.8;  // a device that computes for this share of a frame is the limit
  if (!snapshot.playing) return "The field is paused.";
  const int pace = snapshot.scene.pace.steps;
  const std::string computing = "The computing sets the pace: ";
  if (pace == 0) return computing + "each frame takes as many steps as fit into it.";
  const std::string steps = words::counted(pace, "step", "steps");
  const double share = timings.computing_share();
  if (share >= kBusy) return computing + steps + " fill each frame.";
  const std::string frames = "The frames set the pace: each takes " + steps;
  if (share <= 0) return frames + ".";
  return frames + ", which need " + words::percent(share) + " of its time.";
}

float height_of_timings(const ui::Look& look, const StepTimings& timings, float letters,
                        float width) {
  const auto figures = static_cast<float>(timings.figures.size());
  ImGui::PushFont(look.fonts.body, letters);
  const float sentence = ui::wrapped_size(timings.limit, width).y;
  ImGui::PopFont();
  return figures * (kFigure * letters + ImGui::GetStyle().ItemSpacing.y) + gap_of(letters) +
         sentence;
}

void draw_timings(const ui::Look& look, const StepTimings& timings, float letters) {
  const float from = ImGui::GetCursorPosX();
  ImGui::BeginGroup();
  for (const StepFigure& each : timings.figures) {
    const float top = ImGui::GetCursorPosY();
    ImGui::PushFont(look.fonts.strong, kFigure * letters);
    ImGui::TextColored(look.theme.text, "%s", each.figure.c_str());
    ImGui::PopFont();
    // The label stands on the line of the figure.
    ImGui::SameLine(from + kLabelAt * letters);
    ImGui::SetCursorPosY(top + 0.8F * (kFigure - 1) * letters);
    ImGui::PushFont(look.fonts.body, letters);
    ImGui::TextColored(look.theme.dim, "%s", each.label.c_str());
    ImGui::PopFont();
  }
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + gap_of(letters));
  ImGui::PushFont(look.fonts.body, letters);
  ui::wrapped_text(timings.limit);
  ImGui::PopFont();
  ImGui::EndGroup();
  note_place(look, "step timings");
}

}  // namespace heatwave::shell
