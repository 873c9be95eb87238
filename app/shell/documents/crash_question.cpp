// Draws the offer.
#include "app/shell/documents/crash_question.h"

#include <span>
#include <string>

#include "app/ui/controls.h"
#include "app/ui/dialog.h"
#include "app/ui/text_lines.h"
#include "app/words/word_lists.h"

namespace heatwave::shell {
namespace {

CrashAnswer answer_by_key(std::span<const rooms::Chord> keys) {
  CrashAnswer answer = CrashAnswer::none;
  for (const rooms::Chord& chord : keys) {
    if (chord.key == rooms::key::kEnter) answer = CrashAnswer::bring_back;
    if (chord.key == rooms::key::kEscape) answer = CrashAnswer::not_now;
  }
  return answer;
}

}  // namespace

CrashAnswer draw_crash_question(ShellView& shell, const std::string& words) {
  CrashAnswer answer = answer_by_key(shell.question_keys);
  const float u = shell.unit;
  ui::draw_shade("crash shade");
  ui::begin_dialog(shell, "crash question", {600 * u, 248 * u});
  ImGui::PushFont(shell.fonts.strong, shell.fonts.large_size);
  ImGui::TextUnformatted("Go on where it ended?");
  ImGui::PopFont();
  ui::space({0, 4 * u});
  ui::wrapped_text(words);
  const float width = (ImGui::GetContentRegionAvail().x - 16 * u) / 3 / u;
  ImGui::SetCursorPosY(ui::content_bottom() - 32 * u);
  const ui::ButtonLook back{.primary = true, .width = width, .text = "Bring it back"};
  if (icon_button(shell, "bring back", ui::Icon::undo, "The scene as it was kept; you can undo it.",
                  "Enter", "", back)) {
    answer = CrashAnswer::bring_back;
  }
  ImGui::SameLine(0, 8 * u);
  const ui::ButtonLook later{.width = width, .text = "Not now"};
  if (icon_button(shell, "not now", ui::Icon::close, "You are asked again next time.", "Esc", "",
                  later)) {
    answer = CrashAnswer::not_now;
  }
  ImGui::SameLine(0, 8 * u);
  const ui::ButtonLook gone{.width = width, .text = "Forget it"};
  if (icon_button(shell, "forget it", ui::Icon::remove, "What was kept is deleted.", "", "",
                  gone)) {
    answer = CrashAnswer::forget;
  }
  ui::end_dialog();
  return answer;
}

}  // namespace heatwave::shell
