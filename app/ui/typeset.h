// Mathematics set by TeX's rules, drawn by Dear ImGui at any size and in any colour.
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <vector>

#include "app/ui/box.h"

namespace heatwave::ui {

/// A formula after its layout. All lengths are parts of the size of its letters; y points down from
/// the baseline.
struct TypesetFormula {
  struct Glyph {
    ImWchar letter = 0;  ///< its character in the font of add_math_font()
    ImVec2 at;           ///< left end of its baseline
    float size = 1.0F;
  };
  std::vector<Glyph> glyphs;
  std::vector<Box> rules;  ///< the bars of fractions and roots
  float width = 0.0F;
  float ascent = 0.0F;   ///< height above the baseline
  float descent = 0.0F;  ///< depth below the baseline

  [[nodiscard]] float height() const { return ascent + descent; }
};

/// Lays out TeX's text; must be called by one thread only. Throws core::Error when TeX does not
/// understand it.
TypesetFormula typeset(const std::string& tex);

/// Draws a formula with its letters this large; `at` is the left end of its baseline.
void draw_formula(ImDrawList& list, ImFont& math, const TypesetFormula& formula, ImVec2 at,
                  float size, ImU32 colour);

/// Adds a font whose glyphs are drawn by their number in the file, as a layout names them. The
/// font's line must be as high as its em. `bytes` must outlive the atlas.
ImFont* add_math_font(ImFontAtlas& atlas, std::span<const unsigned char> bytes);

}  // namespace heatwave::ui
