// The first step of reading a CUDA text: words, numbers and signs, with directives among them.
#pragma once

#include <string_view>
#include <vector>

#include "kernels/cuda_text/tokens.h"

namespace heatwave::cuda_text {

struct Raw {
  Token token;
  bool first = false;  ///< first token of its line; a line that ends in `\` goes on
};

/// Splits the text without regard to directives. The last token has the kind `end`.
std::vector<Raw> scanned(std::string_view text, const Budget& budget,
                         std::vector<Diagnostic>& diagnostics);

}  // namespace heatwave::cuda_text
