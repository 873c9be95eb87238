// Counts code points of UTF-8, and breaks lines at blanks.
#include "app/cli/text_columns.h"

#include <algorithm>
#include <sstream>

#include "kernels/core/utf8.h"

namespace heatwave::cli {
namespace {

using core::begins_letter;

std::string blanks(int columns) {
  return std::string(static_cast<std::size_t>(std::max(0, columns)), ' ');
}

/// Returns the first `characters` characters.
std::string beginning(const std::string& text, int characters) {
  std::size_t at = 0;
  for (int seen = 0; at < text.size(); ++at) {
    if (begins_letter(text[at]) && seen++ == characters) break;
  }
  return text.substr(0, at);
}

}  // namespace

int width_of(const std::string& text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), begins_letter));
}

std::string left(const std::string& text, int columns) {
  const int width = width_of(text);
  if (width <= columns) return text + blanks(columns - width);
  return columns < 1 ? std::string() : beginning(text, columns - 1) + "…";
}

std::string right(const std::string& text, int columns) {
  return blanks(columns - width_of(text)) + text;
}

std::string wrapped(const std::string& text, int indent, int columns) {
  std::string lines;
  std::string line = blanks(indent);
  bool empty = true;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!empty && width_of(line) + 1 + width_of(word) > columns) {
      lines += line + "\n";
      line = blanks(indent);
      empty = true;
    }
    line += empty ? word : " " + word;
    empty = false;
  }
  return lines + line + "\n";
}

}  // namespace heatwave::cli
