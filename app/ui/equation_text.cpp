// Blanks take the places of equations and code while a text is broken into lines.
#include "app/ui/equation_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "app/ui/text_lines.h"
#include "app/words/text_equations.h"
#include "kernels/core/error.h"

namespace heatwave::ui {
namespace {

/// Em of a font relative to its line, as Dear ImGui measures it.
constexpr float kEmOfLine = 22.0F / 25.0F;
/// Distance of an equation from the lines above and below it.
constexpr float kGap = 0.1F;
/// Size of code relative to that of words of the same height.
constexpr float kCodePart = 0.94F;
/// Letters of code that stays in one line.
constexpr std::size_t kShortCode = 26;
/// No line breaks at this space.
constexpr const char* kBlank = "\u00A0";
constexpr std::size_t kBlankBytes = 2;

/// An equation or code in a text in which blanks stand for it.
struct BlankedPlace {
  std::size_t begin = 0;  ///< its first blank, in bytes
  std::size_t bytes = 0;
  TypesetFormula formula = {};
  std::string_view code = {};  ///< empty: it is an equation
};

struct Blanked {
  std::string text;
  std::vector<BlankedPlace> places;
};

/// Size of code relative to the line.
float code_size(const FontSet& fonts) { return fonts.mono_size / fonts.size * kCodePart; }

/// Returns the width of code in the current line height.
float code_width(const FontSet& fonts, std::string_view code) {
  const float size = code_size(fonts) * ImGui::GetFontSize();
  return fonts.mono
      ->CalcTextSizeA(size, std::numeric_limits<float>::max(), 0.0F, code.data(),
                      code.data() + code.size())
      .x;
}

/// Returns an equation whose slashes have no space around them, as in a text.
std::string with_tight_slashes(std::string_view tex) {
  std::string tight;
  for (const char letter : tex) {
    if (letter == '/') {
      tight += "{/}";
    } else {
      tight += letter;
    }
  }
  return tight;
}

/// Returns the layout of an equation; none: it is written as words.
std::optional<TypesetFormula> layout_of(const FontSet& fonts, Memory& memory, std::string_view tex,
                                        float width) {
  constexpr float kMargin = 2;  // ems for the words that touch it
  if (fonts.math == nullptr) return {};
  try {
    (void)words::plain_equation(tex);
  } catch (const core::Error&) {
    return {};
  }
  const TypesetFormula& formula = formula_of(memory, with_tight_slashes(tex));
  const bool fits = (formula.width + kMargin) * kEmOfLine * ImGui::GetFontSize() <= width;
  return fits && !formula.glyphs.empty() ? std::optional(formula) : std::nullopt;
}

Blanked blanked(const FontSet& fonts, Memory& memory, std::string_view text, float width) {
  Blanked all;
  // Not rounded to pixels, as many blanks follow each other.
  const float blank =
      ImGui::GetFont()
          ->CalcTextSizeA(ImGui::GetFontSize(), std::numeric_limits<float>::max(), 0.0F, kBlank)
          .x;
  const auto add_blanks = [&](float wanted) {
    const std::size_t begin = all.text.size();
    const auto blanks = static_cast<std::size_t>(std::ceil(std::max(1.0F, wanted / blank)));
    for (std::size_t i = 0; i < blanks; ++i) all.text += kBlank;
    all.places.push_back({.begin = begin, .bytes = blanks * kBlankBytes});
  };
  const auto add_code = [&](std::string_view code) {
    constexpr float kMargin = 2;  // letters for the words that touch it
    const float most = width - kMargin * ImGui::GetFontSize();
    if (fonts.mono == nullptr || code_width(fonts, code) > most) {
      all.text += code;
      return;
    }
    add_blanks(code_width(fonts, code));
    all.places.back().code = code;
  };
  for (const words::TextPiece& piece : words::pieces_of(text)) {
    if (piece.is_code) {
      std::string_view rest = piece.text;
      while (rest.size() > kShortCode && rest.find(' ') != std::string_view::npos) {
        // Each piece has the words that are short together.
        std::size_t end = rest.rfind(' ', kShortCode);
        if (end == std::string_view::npos) end = rest.find(' ');
        add_code(rest.substr(0, end));
        all.text += ' ';
        rest.remove_prefix(end + 1);
      }
      add_code(rest);
      continue;
    }
    if (!piece.is_equation) {
      all.text += piece.text;
      continue;
    }
    std::optional<TypesetFormula> formula = layout_of(fonts, memory, piece.text, width);
    if (!formula) {
      const std::string_view typed(piece.text.data() - 1, piece.text.size() + 2);
      all.text += words::without_tex(typed);
      continue;
    }
    add_blanks(formula->width * kEmOfLine * ImGui::GetFontSize());
    all.places.back().formula = *std::move(formula);
  }
  return all;
}

/// Returns the distance of a font's baseline from the top of its line, relative to the line.
float baseline_of(ImFont& font) {
  const ImFontBaked* baked = font.GetFontBaked(ImGui::GetFontSize());
  return baked->Ascent / baked->Size;
}

/// Moves the places from the text into its lines, in which words that are too long have more line
/// breaks.
void follow_breaks(std::vector<BlankedPlace>& places, const std::string& text,
                   const std::string& lines) {
  std::size_t more = 0;
  std::size_t at = 0;
  for (BlankedPlace& place : places) {
    for (; at < place.begin; ++at) {
      while (lines[at + more] == '\n' && text[at] != ' ' && text[at] != '\n') ++more;
    }
    while (lines[at + more] == '\n') ++more;
    place.begin += more;
  }
}

}  // namespace

const TypesetFormula& formula_of(Memory& memory, const std::string& tex) {
  auto& known = memory.formulas;
  // A formula that is being typed leaves a layout behind with each letter.
  constexpr std::size_t kMost = 256;
  if (known.size() >= kMost && !known.contains(tex)) known.clear();
  const auto [at, is_new] = known.try_emplace(tex);
  if (!is_new) return at->second;
  try {
    at->second = typeset(tex);
  } catch (const core::Error&) {
    at->second = {};
  }
  return at->second;
}

EquationText lay_out_equations(const FontSet& fonts, Memory& memory, std::string_view text,
                               float width) {
  Blanked all = blanked(fonts, memory, text, width);
  EquationText laid_out{.lines = in_lines(all.text, width)};
  follow_breaks(all.places, all.text, laid_out.lines);
  const float line = ImGui::GetFontSize();
  const float baseline = baseline_of(*ImGui::GetFont());
  const float mono_baseline = fonts.mono == nullptr ? baseline : baseline_of(*fonts.mono);
  auto place = all.places.begin();
  for (std::size_t begin = 0; begin <= laid_out.lines.size();) {
    const std::size_t end = std::min(laid_out.lines.find('\n', begin), laid_out.lines.size());
    float above = 0.0F;
    float below = 0.0F;
    const std::size_t first = laid_out.equations.size();
    const std::size_t first_code = laid_out.codes.size();
    for (; place != all.places.end() && place->begin < end; ++place) {
      const char* const from = laid_out.lines.data() + place->begin;
      const float left = ImGui::CalcTextSize(laid_out.lines.data() + begin, from).x / line;
      const float blanks = ImGui::CalcTextSize(from, from + place->bytes).x / line;
      if (!place->code.empty()) {
        const float spare = blanks - code_width(fonts, place->code) / line;
        const float size = code_size(fonts);
        const float top = baseline - size * mono_baseline;
        laid_out.codes.push_back({std::string(place->code), {left + spare / 2, top}, size});
        continue;
      }
      const TypesetFormula& formula = place->formula;
      const float spare = blanks - formula.width * kEmOfLine;
      laid_out.equations.push_back({formula, {left + spare / 2, baseline}, kEmOfLine});
      above = std::max(above, formula.ascent * kEmOfLine - baseline + kGap);
      below = std::max(below, formula.descent * kEmOfLine - (1 - baseline) + kGap);
    }
    const float top = laid_out.height + above;
    for (std::size_t i = first; i < laid_out.equations.size(); ++i) {
      laid_out.equations[i].at.y += top;
    }
    for (std::size_t i = first_code; i < laid_out.codes.size(); ++i) laid_out.codes[i].at.y += top;
    laid_out.tops.push_back(top);
    laid_out.height = top + 1 + below;
    begin = end + 1;
  }
  return laid_out;
}

void draw_equations(ImDrawList& list, const FontSet& fonts, ImFont* font, float line,
                    const EquationText& text, ImVec2 at, ImU32 colour) {
  const char* begin = text.lines.data();
  const char* const end_of_all = begin + text.lines.size();
  for (const float top : text.tops) {
    const char* const end = std::find(begin, end_of_all, '\n');
    list.AddText(font, line, {at.x, at.y + top * line}, colour, begin, end);
    begin = std::min(end + 1, end_of_all);
  }
  for (const EquationText::Code& each : text.codes) {
    list.AddText(fonts.mono, each.size * line, {at.x + each.at.x * line, at.y + each.at.y * line},
                 colour, each.text.data(), each.text.data() + each.text.size());
  }
  for (const EquationText::Equation& each : text.equations) {
    draw_formula(list, *fonts.math, each.formula,
                 {at.x + each.at.x * line, at.y + each.at.y * line}, each.size * line, colour);
  }
}

}  // namespace heatwave::ui
