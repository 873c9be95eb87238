// Equations in the syntax that people type, translated into TeX's.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace heatwave::words {

/// The places of several equations: below each other, aligned at the equals signs, or in one row.
enum class Equations : std::uint8_t { column, row };

/// Translates the equations of a formula's text: time derivatives become fractions, lap(u) becomes
/// ∇²u, and names of Greek letters become letters; parameters, initial values and sides are left
/// out. Throws core::Error with all mistakes of the text. `zeros` has the names that are 0: a term
/// of a sum with such a factor is left out.
std::string tex_of_formula(std::string_view text, const std::set<std::string>& zeros = {},
                           Equations places = Equations::column);

/// Returns whether a formula's text names the medium's factor, m.
bool names_medium(std::string_view text);

}  // namespace heatwave::words
