// Draws the offer.
#include "app/shell/crash_question.h"

#include <string>

#include "app/ui/controls.h"
#include "app/ui/dialog.h"
#include "app/ui/text_lines.h"
#include "app/words/word_lists.h"

namespace heatwave::shell {
namespace {

void take_keys(LeftBehindModel& model, const std::vector<rooms::Chord>& keys) {
  for (const rooms::Chord& chord : keys) {
    if (chord.key == rooms::key::kEnter) model.answer = LeftBehindAnswer::bring_back;
    if (chord.key == rooms::key::kEscape) model.answer = LeftBehindAnswer::not_now;
  }
}

}  // namespace

void draw_crash_question(ShellView& shell) {
  LeftBehindModel& model = shell.model.left_behind;
  if (!model.open) return;
  const float u = shell.unit;
  ui::draw_shade("crash shade");
  ui::begin_dialog(shell, "crash question", {600 * u, 248 * u});
  ImGui::PushFont(shell.fonts.strong, shell.fonts.large_size);
  ImGui::TextUnformatted("Go on where it ended?");
  ImGui::PopFont();
  ui::space({0, 4 * u});
  ui::wrapped_text(model.words);
  const float width = (ImGui::GetContentRegionAvail().x - 16 * u) / 3 / u;
  ImGui::SetCursorPosY(ui::content_bottom() - 32 * u);
  const ui::ButtonLook back{.primary = true, .width = width, .text = "Bring it back"};
  if (icon_button(shell, "bring back", ui::Icon::undo, "The scene as it was kept; you can undo it.",
                  "Enter", "", back)) {
    model.answer = LeftBehindAnswer::bring_back;
  }
  ImGui::SameLine(0, 8 * u);
  const ui::ButtonLook later{.width = width, .text = "Not now"};
  if (icon_button(shell, "not now", ui::Icon::close, "You are asked again next time.", "Esc", "",
                  later)) {
    model.answer = LeftBehindAnswer::not_now;
  }
  ImGui::SameLine(0, 8 * u);
  const ui::ButtonLook gone{.width = width, .text = "Forget it"};
  if (icon_button(shell, "forget it", ui::Icon::remove, "What was kept is deleted.", "", "",
                  gone)) {
    model.answer = LeftBehindAnswer::forget;
  }
  ui::end_dialog();
  take_keys(model, shell.model.dialog_keys);
}

}  // namespace heatwave::shell
