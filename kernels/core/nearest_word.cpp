// Counts the letters to add, drop or change.
#include "kernels/core/nearest_word.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace heatwave::core {
namespace {

/// The edit distance: the number of letters to add, drop or change to turn one word into the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, changed}));
    }
  }
  return row.back();
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view word,
                                        std::span<const std::string> choices) {
  std::optional<std::string> best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& choice : choices) {
    // needs at least as many changes as the choice has letters
    if (word.size() >= 2 * choice.size()) continue;
    const std::size_t d = distance(word, choice);
    if (d >= least || d >= choice.size()) continue;
    least = d;
    best = choice;
  }
  return best;
}

}  // namespace heatwave::core
