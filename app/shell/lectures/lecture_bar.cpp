// Draws the buttons of a lecture, beside each other or on the rail.
#include "app/shell/lectures/lecture_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/ui/controls.h"
#include "app/ui/pane.h"

namespace heatwave::shell {
namespace {

constexpr float kBarHeight = 56;
/// Height of the bar on the rail, where its buttons stand one below the other.
constexpr float kRailBarHeight = 152;

/// Draws the button for the next step, with its name unless `width` is an icon's.
void draw_next_button(ShellView& shell, float width) {
  constexpr float kIconWidth = 40;
  const bool reveals = shell.now.reveals.next;
  const bool asks = !reveals && shell.now.lecture.hides_question();
  const bool answers = !reveals && shell.now.lecture.has_answer_to_show();
  const char* name = reveals ? "Reveal" : asks ? "Question" : answers ? "Answer" : "Next";
  action_button(shell, ui::Icon::chevron_right, "lecture_next",
                reveals   ? "Shows the next hidden time."
                : asks    ? "Shows the words again, with their question."
                : answers ? "Shows the answer."
                          : "Goes on to the next step.",
                {.primary = true, .width = width, .text = width > kIconWidth ? name : nullptr});
}

void draw_back_button(ShellView& shell) {
  action_button(shell, ui::Icon::chevron_left, "lecture_back",
                "Back: the answer away, or the step before as it was left.", {.width = 40});
}

void draw_card_button(ShellView& shell, float width, bool named) {
  const bool shown = shell.now.lecture.card_shown;
  action_button(shell, ui::Icon::panel, "lecture_card",
                shown ? "The room's own panel in place of the words."
                      : "The lecture's words in place of the panel.",
                {.active = shown && !named, .width = width, .text = named ? "Panel" : nullptr});
}

/// Draws the bar on the rail: the step's number, and the buttons below each other.
void draw_bar_of_rail(ShellView& shell, const std::string& place) {
  const float middle =
      (ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(place.c_str()).x) / 2;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0F, middle));
  ImGui::TextUnformatted(place.c_str());
  note_place(shell, "lecture place");
  draw_next_button(shell, 40);
  draw_back_button(shell);
  draw_card_button(shell, 40, false);
}

}  // namespace

ui::Box cut_bar(ui::Box& side, float unit) {
  const float wanted = ui::is_rail(side, unit) ? kRailBarHeight : kBarHeight;
  const float height = std::min(wanted * unit, side.height() - 1);
  if (height < 1) return {};
  side.bottom -= height;
  return ui::Box::at(side.left, side.bottom, side.width(), height);
}

void draw_lecture_bar(ShellView& shell, const ui::Box& area) {
  const float u = shell.unit;
  const LectureStatus& model = shell.now.lecture;
  const bool on_rail = ui::is_rail(area, u);
  const float rim = on_rail ? (ui::kRailWidth - 40) / 2 * u : 16 * u;
  const ui::Pane pane("lecture bar", area, {rim, on_rail ? 8 * u : 12 * u});
  ui::draw_edge(shell, {area.left, area.top}, {area.right, area.top});
  ui::draw_edge(shell, {area.left, area.top}, {area.left, area.bottom});
  if (on_rail) {
    return draw_bar_of_rail(shell,
                            fmt::format("{}/{}", model.step + 1, model.lecture->steps.size()));
  }
  draw_back_button(shell);
  ImGui::SameLine(0, 8 * u);
  constexpr float kWithText = 300;  // a narrower bar shows the icon of Next alone
  draw_next_button(shell, area.width() < kWithText * u ? 40 : 112);
  ImGui::SameLine(0, 16 * u);
  ImGui::AlignTextToFramePadding();
  constexpr float kWithWords = 240;
  const char* of = area.width() < kWithWords * u ? "/" : " of ";
  const std::string place = fmt::format("{}{}{}{}", model.step + 1, of, model.lecture->steps.size(),
                                        model.is_going ? " …" : "");
  ImGui::TextUnformatted(place.c_str());
  note_place(shell, "lecture place");
  constexpr float kWithName = 400;  // a narrower bar shows the button's icon alone
  const bool named = model.card_shown && area.width() >= kWithName * u;
  const float width = named ? 104 : 32;
  ImGui::SameLine(area.width() - (width + 16) * u);
  draw_card_button(shell, width, named);
}

}  // namespace heatwave::shell
