// Parses tokens into a syntax tree; after a mistake it continues with the next statement.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "kernels/cuda_text/syntax.h"

namespace heatwave::cuda_text {

/// Parses a whole text. Mistakes are added to `diagnostics`; the unit then lacks the code
/// concerned.
std::shared_ptr<const Unit> parse(std::string_view text, const Budget& budget,
                                  std::vector<Diagnostic>& diagnostics);

/// Parses the name of a kernel with its template arguments, such as "product<16, float>". Throws
/// Rejected when the text is anything else.
ExpressionPointer parse_kernel_name(std::string_view text, const Unit& unit, const Budget& budget);

/// Returns whether CUDA C declares a type with this name, such as "float4" or "size_t".
bool is_builtin_type(std::string_view name);

}  // namespace heatwave::cuda_text
