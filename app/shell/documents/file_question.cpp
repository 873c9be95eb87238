// Draws the file dialog: the folder, its files, the typed name and the buttons.
#include "app/shell/documents/file_question.h"

#include <algorithm>
#include <string>
#include <utility>

#include "app/ui/controls.h"
#include "app/ui/keyboard_focus.h"
#include "app/ui/pane.h"
#include "app/ui/text_lines.h"
#include "app/words/word_lists.h"

namespace heatwave::shell {
namespace {

using files::FileDialog;
using files::Purpose;

constexpr float kRow = 32;
constexpr float kFoot = 40;
constexpr float kButton = 104;
constexpr int kPage = 8;  ///< rows
constexpr const char* kSeparators = "/\\";

bool saves(const FileDialog& dialog) { return dialog.purpose() == Purpose::save; }

/// Shortens a path at its front, because its end says more.
std::string elided_in_front(const std::string& text, float room) {
  if (ImGui::CalcTextSize(text.c_str()).x <= room) return text;
  std::size_t from = 0;
  while (from < text.size()) {
    from = text.find_first_of(kSeparators, from + 1);
    if (from == std::string::npos) break;
    const std::string shorter = "…" + text.substr(from);
    if (ImGui::CalcTextSize(shorter.c_str()).x <= room) return shorter;
  }
  return ui::elided(text.substr(text.find_last_of(kSeparators) + 1), room);
}

void draw_head(ShellView& shell, FileDialog& dialog) {
  const float u = shell.unit;
  ImGui::PushFont(shell.fonts.strong, shell.fonts.large_size);
  const bool saves_kernel = dialog.saved_kind() == files::FileKind::kernel;
  ImGui::TextUnformatted(!saves(dialog) ? "Open"
                         : saves_kernel ? "Save the kernel"
                                        : "Save the scene");
  ImGui::PopFont();
  ImGui::SameLine(ui::content_right() - 32 * u);
  if (icon_button(shell, "close dialog", ui::Icon::close, "Close this.", "Esc")) dialog.close();
  const bool at_top = !dialog.folder().has_relative_path();
  if (icon_button(shell, "folder above", ui::Icon::chevron_left, "The folder above.",
                  "Backspace where nothing is typed", at_top ? "This is the topmost folder" : "")) {
    dialog.go_up();
  }
  ImGui::SameLine(0, 12 * u);
  ImGui::AlignTextToFramePadding();
  const std::string folder = words::printable(dialog.folder().string());
  const std::string shown = elided_in_front(folder, ImGui::GetContentRegionAvail().x);
  ImGui::TextColored(shell.theme.dim, "%s", shown.c_str());
  if (shown != folder) explain(shell, folder);
}

void draw_typed(ShellView& shell, FileDialog& dialog, bool focus) {
  const bool saving = saves(dialog);
  if (saving) row(shell, "name");
  ui::set_next_width(ImGui::GetContentRegionAvail().x);
  const char* hint = saving ? "A name, or a path" : "Part of a name, or a path";
  // ImGui needs a new field ID to show text that the program sets during typing.
  ImGui::PushID(dialog.typed_count());
  if (text_field(shell, "##file name", dialog.typed, hint, focus)) dialog.note_typed();
  ImGui::PopID();
}

void draw_words(ShellView& shell, FileDialog& dialog) {
  row(shell, "title");
  ui::set_next_width(ImGui::GetContentRegionAvail().x);
  (void)text_field(shell, "##scene title", dialog.words.title, "As shown; else the name");
  row(shell, "words");
  ui::set_next_width(ImGui::GetContentRegionAvail().x);
  (void)text_field(shell, "##scene words", dialog.words.watch, "What to watch for, in a sentence");
}

ui::Icon icon_of(files::FileKind kind) {
  switch (kind) {
    case files::FileKind::folder:
      return ui::Icon::folder;
    case files::FileKind::recording:
      return ui::Icon::record;
    case files::FileKind::array:
      return ui::Icon::fit;
    case files::FileKind::lecture:
      return ui::Icon::panel;
    case files::FileKind::picture:
      return ui::Icon::camera;
    case files::FileKind::kernel:
      return ui::Icon::exercise;
    case files::FileKind::scene:
    case files::FileKind::other:
      return ui::Icon::file;
  }
  return ui::Icon::file;
}

/// Draws the icon, the name, and the kind at the right.
void draw_row(ShellView& shell, FileDialog& dialog, const files::FileRow& file, int index,
              float width) {
  const float u = shell.unit;
  ImGui::PushID(index);
  if (choice_row(shell, "##row", "", {width, kRow * u}, dialog.chosen() == index,
                 ui::RowKeyboardFocus::none)) {
    dialog.choose(index);
  }
  const bool entered = ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0);
  note_place(shell, (file.recent ? "recent/" : "file/") + file.name);
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 to = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = (from.y + to.y) / 2;
  const float line = ImGui::GetFontSize();
  draw_icon(list, icon_of(file.kind), {from.x + 22 * u, middle}, 18 * u,
            ui::packed_colour(shell.theme.dim));
  std::string what(core::name_of(file.kind));
  if (file.recent) what = words::printable(file.path.parent_path().filename().string());
  what = ui::elided(what, width * 0.3F);
  const float what_width = ImGui::CalcTextSize(what.c_str()).x;
  const float left = from.x + 40 * u;
  const std::string name = ui::elided(file.name, to.x - left - what_width - 32 * u);
  list.AddText({left, middle - line / 2}, ui::packed_colour(shell.theme.text), name.c_str());
  list.AddText({to.x - what_width - 12 * u, middle - line / 2}, ui::packed_colour(shell.theme.dim),
               what.c_str());
  if (file.recent || name != file.name) explain(shell, words::printable(file.path.string()));
  ImGui::PopID();
  if (entered) dialog.enter();
}

void draw_heading(const ShellView& shell, const char* text) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float middle = at.y + (kRow * shell.unit - ImGui::GetFontSize()) / 2;
  ImGui::GetWindowDrawList()->AddText({at.x + 8 * shell.unit, middle},
                                      ui::packed_colour(shell.theme.dim), text);
  ui::space({1, kRow * shell.unit});
}

/// Draws the visible rows only, and scrolls when the choice changes.
void draw_rows(ShellView& shell, FileDialog& dialog, int& seen_row, float height) {
  const float u = shell.unit;
  ImGui::PushStyleColor(ImGuiCol_ChildBg, shell.theme.surround);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ui::begin_part("files", {ImGui::GetContentRegionAvail().x, height});
  const auto recent =
      static_cast<int>(std::count_if(dialog.rows().begin(), dialog.rows().end(),
                                     [](const files::FileRow& file) { return file.recent; }));
  // Headings are drawn only when recent files and the folder's files both exist.
  const int headings = recent > 0 ? 2 : 0;
  const auto line_of = [&](int row) { return row + (headings == 0 ? 0 : (row < recent ? 1 : 2)); };
  const int lines = static_cast<int>(dialog.rows().size()) + headings;
  const float each = kRow * u;
  if (seen_row != dialog.chosen()) {
    seen_row = dialog.chosen();
    const float at = static_cast<float>(line_of(std::max(0, dialog.chosen()))) * each;
    if (at < ImGui::GetScrollY()) ImGui::SetScrollY(dialog.chosen() <= 0 ? 0 : at);
    if (at + each > ImGui::GetScrollY() + height) ImGui::SetScrollY(at + each - height);
  }
  const int first = std::clamp(static_cast<int>(ImGui::GetScrollY() / each) - 1, 0, lines);
  const int last = std::min(lines, first + static_cast<int>(height / each) + 4);
  ui::space({1, static_cast<float>(first) * each});
  const float width = ImGui::GetContentRegionAvail().x;
  const std::uint64_t count = dialog.count();
  for (int line = first; line < last; ++line) {
    if (headings > 0 && line == 0) {
      draw_heading(shell, "Recent");
    } else if (headings > 0 && line == recent + 1) {
      draw_heading(shell, "In this folder");
    } else {
      const int index = headings == 0 ? line : line - (line <= recent ? 1 : 2);
      // A click may have opened another folder or closed the dialog.
      if (index >= static_cast<int>(dialog.rows().size()) || dialog.count() != count) break;
      draw_row(shell, dialog, files::FileRow(dialog.rows()[static_cast<std::size_t>(index)]), index,
               width);
    }
  }
  ui::space({1, std::max(0.0F, static_cast<float>(lines - last) * each)});
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

void draw_foot(ShellView& shell, FileDialog& dialog) {
  const float u = shell.unit;
  const bool asks = dialog.to_replace().has_value();
  const float right = ui::content_right();
  const float buttons = (2 * kButton + 8) * u;
  const std::string message = dialog.message();
  const float room = right - ImGui::GetCursorPosX() - buttons - 16 * u;
  ImGui::AlignTextToFramePadding();
  const std::string shown = ui::elided(message, room);
  ImGui::TextColored(asks ? shell.theme.text : shell.theme.dim, "%s", shown.c_str());
  if (shown != message) explain(shell, message);
  ImGui::SameLine(right - buttons);
  const ui::ButtonLook back{.width = kButton, .text = asks ? "Back" : "Cancel"};
  if (icon_button(shell, "back", asks ? ui::Icon::back : ui::Icon::close,
                  asks ? "Keeps the file as it is." : "Closes this.", "Esc", "", back)) {
    dialog.escape();
  }
  ImGui::SameLine(0, 8 * u);
  const char* word = asks ? "Replace" : (saves(dialog) ? "Save" : "Open");
  const ui::ButtonLook look{.primary = true, .width = kButton, .text = word};
  if (icon_button(shell, "accept", saves(dialog) ? ui::Icon::save : ui::Icon::folder,
                  asks            ? "Overwrites the existing file."
                  : saves(dialog) ? "Saves the file."
                                  : "Opens the file.",
                  "Enter", "", look)) {
    dialog.enter();
  }
}

/// Handles the dialog's keys. Call it after the fields have taken this frame's text.
void take_keys(ShellView& shell, FileDialog& dialog, bool nothing_was_typed) {
  namespace key = rooms::key;
  for (const rooms::Chord& chord : shell.question_keys) {
    if (!dialog.is_open()) break;
    if (chord.key == key::kEscape) dialog.escape();
    if (chord.key == key::kEnter || chord.key == key::kKeypadEnter) dialog.enter();
    if (chord.key == key::kUp) dialog.move(-1);
    if (chord.key == key::kDown) dialog.move(1);
    if (chord.key == key::kPageUp) dialog.move(-kPage);
    if (chord.key == key::kPageDown) dialog.move(kPage);
    if (chord.key == key::kBackspace && nothing_was_typed && !saves(dialog)) dialog.go_up();
  }
}

}  // namespace

bool FileQuestion::wants_focus(const FileDialog& dialog) {
  const bool is_new = std::exchange(seen_typed_, dialog.typed_count()) != dialog.typed_count();
  // The dialog's own field is the only one that accepts text while it is open.
  const bool is_free = !ImGui::IsAnyItemActive() && !ui::controls_have_keys();
  return is_new || (is_free && !ImGui::IsMouseDown(ImGuiMouseButton_Left));
}

void FileQuestion::draw(ShellView& shell, FileDialog& dialog) {
  if (!dialog.is_open()) return;
  const float u = shell.unit;
  ui::draw_shade("file shade");
  const ImVec2 size{720 * u, 600 * u};
  const bool nothing_was_typed = dialog.typed.empty();
  const bool focus = wants_focus(dialog);
  constexpr int kFramesBetweenLooks = 30;
  if (ImGui::GetFrameCount() % kFramesBetweenLooks == 0) dialog.look_again();
  ui::begin_dialog(shell, "file dialog", size);
  draw_head(shell, dialog);
  draw_typed(shell, dialog, focus);
  const float below = ui::content_bottom() - ImGui::GetCursorPosY() - kFoot * u;
  const bool saves_scene = saves(dialog) && dialog.saved_kind() == files::FileKind::scene;
  const float words = saves_scene ? 2 * (ImGui::GetFrameHeightWithSpacing()) : 0;
  draw_rows(shell, dialog, seen_row_, std::max(1.0F, below - words - 24 * u));
  ui::space({0, 8 * u});
  if (saves_scene) draw_words(shell, dialog);
  ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), ui::content_bottom() - 32 * u));
  draw_foot(shell, dialog);
  ui::end_dialog();
  take_keys(shell, dialog, nothing_was_typed);
}

}  // namespace heatwave::shell
