// The words of mistakes: quoted parts of the text, and names that are similar to unknown ones.
#include <algorithm>

#include "kernels/core/utf8.h"
#include "kernels/field/formula/document.h"

namespace heatwave::field::formula {
namespace {

/// Returns how many letters must be changed, added or left out; at most `limit`.
std::size_t distance(std::string_view a, std::string_view b, std::size_t limit) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) >= limit) return limit;
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    std::size_t least = row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
      least = std::min(least, row[j]);
    }
    if (least >= limit) return limit;
  }
  return std::min(row[b.size()], limit);
}

}  // namespace

std::string quotable(std::string_view text) {
  constexpr std::size_t kMost = 60;
  const auto is_shown = [](char32_t c) {
    if (c < 0xA1) return c >= ' ' && c < 0x7F;
    return (c < 0x250 && c != 0xAD) || (c >= 0x370 && c < 0x400) || (c >= 0x2070 && c < 0x20A0) ||
           (c >= 0x2100 && c < 0x2300);
  };
  std::string line;
  while (!text.empty() && line.size() < kMost) {
    const auto [character, length] = core::first_letter(text);
    if (character == '\n' || character == '\t' || character == '\r') {
      line += ' ';
    } else if (length > 0 && is_shown(character)) {
      line += text.substr(0, length);
    } else {
      line += '?';
    }
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return line;
}

std::string words_of(const std::vector<Problem>& problems) {
  std::string words;
  for (const Problem& problem : problems) {
    if (!words.empty()) words += '\n';
    words += "line " + std::to_string(problem.place.line) + ", column " +
             std::to_string(problem.place.column) + ": " + problem.message;
  }
  return words;
}

std::string_view most_similar(std::string_view name, const std::vector<std::string_view>& known) {
  std::string_view best;
  std::size_t nearest = std::clamp<std::size_t>(name.size() / 2 + 1, 2, 4);
  for (const std::string_view candidate : known) {
    const std::size_t apart = distance(name, candidate, nearest);
    if (apart >= nearest || apart >= std::max(name.size(), candidate.size())) continue;
    nearest = apart;
    best = candidate;
  }
  return best;
}

}  // namespace heatwave::field::formula
