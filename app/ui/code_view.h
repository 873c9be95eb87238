// Draws lines of code: alone, or two sources side by side with the lines that differ tinted.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/ui/code_tokens.h"
#include "app/ui/line_diff.h"
#include "app/ui/look.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::ui {

inline constexpr float kCodeLine = 24.0F;        ///< height of a line, in design units
inline constexpr float kBetweenSources = 16.0F;  ///< between two sources side by side

/// A line of code; all parts are views.
struct CodeLine {
  int number = 0;  ///< 0: the line has no number
  std::string_view text;
  std::span<const Token> tokens;
  bool mark = false;        ///< the line is important
  std::string_view reason;  ///< explanation of the mark; may be empty
  std::string_view note;    ///< dim words below the line and its reason; may be empty
};

enum class CodeInk : std::uint8_t {
  plain,
  faint,
  tinted,  ///< another source has other words in this line or lacks it, or a lecture points at it
};

/// The positions of lines: `left` scrolls with the code, `edge` does not.
struct CodeRows {
  float left = 0.0F;
  float edge = 0.0F;
  float width = 0.0F;
  float y = 0.0F;
  float column = 0.0F;  ///< offset of the text from `left`, after line numbers if there are any
};

/// Returns the rows of the current window, from the cursor on.
CodeRows code_rows(const Look& look, bool numbered);
/// Draws a line of code, and below it the reason of its mark and its note; returns its right end.
/// A line that the window's lower edge would cut is left out.
float draw_code_line(const Look& look, CodeRows& rows, const CodeLine& line, CodeInk ink);
/// Draws the sign for lines that are left out.
void draw_code_gap(const Look& look, CodeRows& rows);
/// Returns the scroll position that shows a line in the upper half and begins with a whole row; 0:
/// it is there already.
float scroll_to_line(const Look& look, float line, float view);

/// Fonts and scale in which code has smaller or larger letters and rows.
struct SizedCode : core::NonCopyable {
  /// `part`: size of letters and rows as a part of their usual size.
  SizedCode(const Look& look, float part);

  FontSet fonts;
  Look look;
};
/// Returns the part of their usual size at which letters of code fit this many columns into a
/// width, from `least`, at most 1, to `most`.
float part_for_columns(const Look& look, float columns, float width, float least,
                       float most = 1.0F);

/// Draws all lines of the current window; those whose `is_tinted` is true are tinted.
void draw_code_lines(const Look& look, const std::vector<CodeLine>& lines,
                     const std::vector<bool>& is_tinted);

/// Draws two sources side by side, which scroll together, with the differing lines tinted. Fills
/// the rest of the window.
void draw_code_pairs(const Look& look, const char* id, const std::vector<CodeLine>& left,
                     const std::vector<CodeLine>& right, const std::vector<LinePair>& pairs);

}  // namespace heatwave::ui
