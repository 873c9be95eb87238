// An editor for code: a text with line numbers, colours, undo, and its mistakes marked. A room
// keeps one as a member, draws it in each frame, and marks what its checker finds:
//
//   ui::CodeEditor editor{"formula", ui::CodeLanguage::formula};
//   if (text_changed_elsewhere) editor.set_text(text);
//   const ui::CodeEditor::Edit edit = editor.draw(look, size);
//   if (edit.changed) check(editor.text());  // later: editor.set_markers(…)
//   if (edit.confirmed) run(editor.text());  // Ctrl Enter
//   editor.draw_markers(look);               // one line for each marker, where the room wants them
//
// While the cursor is in the text, all keys belong to the editor; Esc gives them back to the room.
// Tests find its box by its name, and its text in Memory::edited_texts and in the status file.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/look.h"
#include "kernels/core/non_copyable.h"

class TextEditor;

namespace heatwave::ui {

enum class CodeLanguage : std::uint8_t { formula, cuda };

/// A mistake in the text, or a warning about it. Lines and columns count from 1; a column counts
/// characters, not bytes.
struct CodeMarker {
  int line = 1;
  int column = 1;
  int length = 0;      ///< in characters; 0: one character
  std::string words;   ///< the mistake in words
  bool warns = false;  ///< true: the text can be used all the same

  friend bool operator==(const CodeMarker&, const CodeMarker&) = default;
};

class CodeEditor : core::NonCopyable {
 public:
  /// Actions of the user in one frame.
  struct Edit {
    bool changed = false;    ///< the text was changed by keys or the mouse, undo and redo included
    bool confirmed = false;  ///< Ctrl Enter was pressed
  };

  /// `name` is the editor's name for Dear ImGui and for tests.
  CodeEditor(std::string name, CodeLanguage language);
  ~CodeEditor();

  [[nodiscard]] std::string text() const;
  /// Replaces the text and forgets its undo steps; does nothing when the text is the same.
  void set_text(std::string_view text);
  /// Marks these mistakes and warnings in place of those before; they move with the text until
  /// then.
  void set_markers(std::vector<CodeMarker> markers);
  [[nodiscard]] const std::vector<CodeMarker>& markers() const { return markers_; }
  [[nodiscard]] bool has_mistakes() const;
  /// Tints these lines, which count from 1, as changed.
  void set_changed_lines(std::vector<int> lines);
  /// A text that is only read still has a cursor, for selecting and copying.
  void set_read_only(bool read_only);
  /// Puts the cursor into the text when it is drawn next.
  void take_keys();
  /// Puts the cursor at a place that counts from 1, and scrolls there.
  void set_cursor(int line, int column);

  Edit draw(const Look& look, ImVec2 size);
  /// Draws the markers' words; a click on them puts the cursor at their place.
  void draw_markers(const Look& look);

 private:
  void set_colours(const Theme& theme);
  void show_markers(const Theme& theme);

  std::string name_;
  std::unique_ptr<TextEditor> editor_;
  std::vector<CodeMarker> markers_;
  std::vector<int> changed_lines_;
  const Theme* theme_ = nullptr;  ///< the theme of the colours in use
  bool markers_are_shown_ = true;
  bool changed_ = false;   ///< since the last frame
  bool has_keys_ = false;  ///< in the last frame
};

}  // namespace heatwave::ui
