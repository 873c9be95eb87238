// Tests the layout of formulas and their drawing.
#include "app/ui/typeset.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/view/embedded_assets.h"
#include "kernels/core/error.h"
#include "without_a_screen.h"

namespace heatwave::ui {
namespace {

TEST(Typeset, AFractionIsTallerThanItsPartsAndHasABar) {
  const TypesetFormula letter = typeset("u");
  const TypesetFormula fraction = typeset("\\frac{u}{t}");
  EXPECT_EQ(letter.glyphs.size(), 1U);
  EXPECT_TRUE(letter.rules.empty());
  EXPECT_EQ(fraction.glyphs.size(), 2U);
  ASSERT_EQ(fraction.rules.size(), 1U);
  EXPECT_GT(fraction.height(), 2 * letter.height());
  EXPECT_LT(fraction.glyphs[0].at.y, fraction.rules[0].top) << "the numerator is above the bar";
  EXPECT_GT(fraction.glyphs[1].at.y, fraction.rules[0].bottom);
}

TEST(Typeset, AnExponentIsSmallerAndHigherThanItsBase) {
  const TypesetFormula power = typeset("u^{2}");
  ASSERT_EQ(power.glyphs.size(), 2U);
  EXPECT_LT(power.glyphs[1].size, power.glyphs[0].size);
  EXPECT_LT(power.glyphs[1].at.y, power.glyphs[0].at.y);
  EXPECT_GT(power.glyphs[1].at.x, power.glyphs[0].at.x);
}

TEST(Typeset, EveryPartLiesWithinTheFormulasBox) {
  const TypesetFormula formula = typeset(
      "\\begin{aligned} \\frac{\\partial u}{\\partial t} &= D_{u} \\, \\nabla^2 u \\\\ "
      "\\sqrt{v} &= \\left( 1 - u \\right) \\end{aligned}");
  ASSERT_GT(formula.glyphs.size(), 12U);
  for (const TypesetFormula::Glyph& glyph : formula.glyphs) {
    EXPECT_GE(glyph.at.x, 0);
    EXPECT_LT(glyph.at.x, formula.width);
    EXPECT_GT(glyph.at.y, -formula.ascent);
    EXPECT_LT(glyph.at.y, formula.descent);
  }
}

TEST(Typeset, WhatTexDoesNotUnderstandIsAnError) {
  EXPECT_THROW(typeset("u}"), core::Error);
  EXPECT_NO_THROW(typeset("u")) << "the next formula is set";
}

using TypesetDrawing = WithoutAScreen;

TEST_F(TypesetDrawing, ScalesWithTheSizeOfItsLetters) {
  ImFont* const font = add_math_font(*ImGui::GetIO().Fonts, view::embedded_file("fonts/math"));
  ImGui::NewFrame();
  const TypesetFormula formula = typeset("\\frac{u}{t}");
  const auto drawn = [&](float size) {
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const int before = list.VtxBuffer.Size;
    draw_formula(list, *font, formula, {100, 100}, size, IM_COL32_WHITE);
    float left = 1e6F;
    float right = 0;
    for (int i = before; i < list.VtxBuffer.Size; ++i) {
      left = std::min(left, list.VtxBuffer[i].pos.x);
      right = std::max(right, list.VtxBuffer[i].pos.x);
    }
    EXPECT_GE(list.VtxBuffer.Size - before, 3 * 4) << "two letters and a bar";
    return right - left;
  };
  const float small = drawn(16);
  EXPECT_NEAR(drawn(64), 4 * small, 4);
  ImGui::EndFrame();
}

}  // namespace
}  // namespace heatwave::ui
