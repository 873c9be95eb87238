// What to do, that it was done, and the ways out.
#include "app/shell/presenter/tour_card.h"

#include <algorithm>
#include <string>

#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"

namespace heatwave::shell {
namespace {

constexpr float kWidth = 400;
constexpr float kLeastRoom = 560;  ///< in which field and card have room beside each other

void draw_words(const ShellView& shell, const std::string& title, const std::string& words,
                float room) {
  ImGui::PushFont(shell.fonts.strong, 0);
  ImGui::TextColored(shell.theme.text, "%s", title.c_str());
  ImGui::PopFont();
  ImGui::TextColored(shell.theme.text, "%s", ui::in_lines(words, room).c_str());
}

/// In the row of what stands there, or below it where there is no room for a button of this text.
void go_beside(const ShellView& shell, const char* text) {
  ImGui::SameLine();
  const float width = ImGui::CalcTextSize(text).x + 50 * shell.unit;
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

void draw_offer(ShellView& shell, float room) {
  draw_words(shell, "Here for the first time?",
             "Six small steps show what Heatwave does. The help (F1) has them later, too.", room);
  if (icon_button(shell, "tour/begin", ui::Icon::play, "", "", "",
                  {.primary = true, .text = "Show me"})) {
    shell.send(session::MoveTour{session::TourMove::begin});
  }
  go_beside(shell, "Not now");
  if (icon_button(shell, "tour/end", ui::Icon::close, "", "", "", {.text = "Not now"})) {
    shell.send(session::MoveTour{session::TourMove::end});
  }
}

void draw_step(ShellView& shell, const TourModel& tour, float room) {
  const std::size_t step = *tour.step();
  const TourStep shown = told_in(shell.snapshot.scene, tour_steps().at(step));
  const bool last = step + 1 == kTourSteps;
  draw_words(shell,
             std::to_string(step + 1) + " of " + std::to_string(kTourSteps) + ": " +
                 std::string(shown.title),
             tour.is_done() ? "Done." : std::string(shown.words), room);
  const bool elsewhere = !shown.room.empty() && shell.now.room != shown.room;
  if (elsewhere && !tour.is_done()) {
    if (icon_button(shell, "tour/room", ui::Icon::play, "", "", "",
                    {.primary = true, .text = "Take me there"})) {
      shell.send(session::ShowRoom{std::string(shown.room), {}});
    }
    go_beside(shell, last ? "Finish" : "Next");
  }
  if (icon_button(shell, "tour/skip", ui::Icon::chevron_right, "", "", "",
                  {.text = last ? "Finish" : "Next"})) {
    shell.send(session::MoveTour{session::TourMove::skip});
  }
  if (!last) {
    go_beside(shell, "End");
    if (icon_button(shell, "tour/end", ui::Icon::close, "", "", "", {.text = "End"})) {
      shell.send(session::MoveTour{session::TourMove::end});
    }
  }
  dim_text(shell, "Esc ends the tour, " + shell.keys_of("tour") + " begins it again.");
}

}  // namespace

float draw_tour_card(ShellView& shell, const TourModel& tour, const rooms::Layout& layout,
                     const ui::Box& notices) {
  if (!tour.step() && !tour.is_offered(ImGui::GetTime())) return 0.0F;
  const float u = shell.unit;
  // In a small room it would hide what it speaks of: there it stands over the panel's end.
  const bool over_panel = layout.room.width() < kLeastRoom * u && layout.side.width() > 0;
  const ui::Box& room = over_panel ? layout.side : layout.room;
  const float width = std::min(kWidth * u, room.width() - 32 * u);
  if (width < 160 * u || room.height() < 120 * u) return 0.0F;
  // Where notices lie it covers neither a colour bar nor, in most scenes, a source.
  const float rim = room.right - 16 * u;
  const float wanted = over_panel ? rim : std::min(rim, notices.right - 8 * u);
  const float right = std::max(room.left + 16 * u + width, wanted);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 12 * u});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6 * u);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 2.0F);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, shell.theme.panel);
  ImGui::PushStyleColor(ImGuiCol_Border, shell.theme.accent);
  ui::begin_fitting_pane("tour", {right, room.bottom - 16 * u}, {width, 0}, {width, room.height()});
  keep_from_audience(shell, ImGui::GetWindowDrawList());
  const float inner = width - 32 * u;
  if (tour.step()) {
    draw_step(shell, tour, inner);
  } else {
    draw_offer(shell, inner);
  }
  const float height = ImGui::GetWindowSize().y;
  ui::end_pane();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(3);
  return over_panel ? 0.0F : height + 16 * u;
}

}  // namespace heatwave::shell
