// Text whose equations are typeset and whose code is monospaced, broken into lines. A line is as
// high as its equations need.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/ui/look.h"

namespace heatwave::ui {

/// Returns a formula's layout, which is made once; empty when TeX does not understand it. Valid
/// until the next call.
const TypesetFormula& formula_of(Memory& memory, const std::string& tex);

/// A text after its layout. All lengths are parts of the height of the font's line, so that the
/// layout holds at every size; y points down from the top.
struct EquationText {
  struct Equation {
    TypesetFormula formula;
    ImVec2 at;          ///< left end of its baseline
    float size = 0.0F;  ///< em of its letters
  };
  struct Code {
    std::string text;
    ImVec2 at;          ///< its upper left corner
    float size = 0.0F;  ///< size of its letters
  };
  /// the words with their line breaks; blanks where equations and code are
  std::string lines;
  std::vector<float> tops = {};  ///< top of each line of words
  std::vector<Equation> equations = {};
  std::vector<Code> codes = {};
  float height = 0.0F;
};

/// Lays a text out for this width in the current font. An equation that is invalid, or too wide for
/// a line, is written as words. Short code stays in one line; longer code breaks between its words.
EquationText lay_out_equations(const FontSet& fonts, Memory& memory, std::string_view text,
                               float width);

/// Draws a text with its lines this high; `at` is its upper left corner.
void draw_equations(ImDrawList& list, const FontSet& fonts, ImFont* font, float line,
                    const EquationText& text, ImVec2 at, ImU32 colour);

}  // namespace heatwave::ui
