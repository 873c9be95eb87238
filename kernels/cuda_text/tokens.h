// The tokens of a CUDA text, after comments, macros and conditional sections.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/cuda_text/diagnostic.h"
#include "kernels/cuda_text/scalar.h"

namespace heatwave::cuda_text {

struct Token {
  enum class Kind : std::uint8_t { name, number, text, sign, end };
  Kind kind = Kind::end;
  std::string text;  ///< source text; a string's content
  Place place;       ///< for a token from a macro: where the macro is used
  Place after;       ///< end of the token before it, where a missing sign belongs
  Word word = 0;     ///< value of a number
  Scalar scalar = Scalar::int32;
};

/// Splits a text. The last token has the kind `end`. Mistakes are added to `diagnostics`, and the
/// characters concerned are left out.
std::vector<Token> tokens_of(std::string_view text, const Budget& budget,
                             std::vector<Diagnostic>& diagnostics);

}  // namespace heatwave::cuda_text
