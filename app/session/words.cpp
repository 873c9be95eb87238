// Counts the letters that must change from word to word.
#include "app/session/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace heatwave::session {
namespace {

/// How many letters must be added, dropped or changed to get from one word to the other.
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

std::string joined(std::span<const std::string> words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> choices) {
  std::optional<std::string> best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& choice : choices) {
    const std::size_t d = distance(word, choice);
    if (d >= least || d >= choice.size()) continue;
    least = d;
    best = choice;
  }
  return best;
}

}  // namespace heatwave::session
