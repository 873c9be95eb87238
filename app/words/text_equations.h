// Equations in a text, between dollar signs as in TeX: "$\frac{\partial u}{\partial t} = 0$", and
// code, between backticks as in Markdown: "`__syncthreads()`".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heatwave::words {

/// A piece of a text: words, or an equation or code without the signs around it.
struct TextPiece {
  std::string_view text;
  bool is_equation = false;
  bool is_code = false;
};

/// Splits a text into words, equations and code. No space follows the first dollar sign of an
/// equation or precedes the second one, and no digit follows the second one, so "$5 and $6" are
/// words. A backtick that has no second one is a letter of a word.
std::vector<TextPiece> pieces_of(std::string_view text);

/// Translates an equation into MathML. Throws core::Error when it is not in the subset of TeX that
/// texts may use: letters, numbers, signs, Greek letters, \frac, \sqrt, \mathrm, ^, _.
std::string mathml_of(std::string_view tex);

/// Writes an equation as words, "∂u/∂t = 0". Throws core::Error like mathml_of().
std::string plain_equation(std::string_view tex);

/// Returns a text whose equations are written as words; an invalid one stays as it was typed.
std::string without_tex(std::string_view text);

/// Returns what is wrong with the first invalid equation of a text; empty: nothing.
std::string flaw_of_equations(std::string_view text);

}  // namespace heatwave::words
