// Equations in the syntax that people type, translated into TeX's.
#pragma once

#include <string>
#include <string_view>

namespace heatwave::words {

/// Translates an equation such as "u' = D*lap(u) + u^2*v": time derivatives become fractions,
/// lap(u) becomes ∇²u, and names of Greek letters become letters. Several lines become a column
/// that is aligned at the equals signs. Throws core::Error that names the place of a mistake.
std::string tex_of_formula(std::string_view text);

}  // namespace heatwave::words
