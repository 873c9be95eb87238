// Counts code points of UTF-8, and breaks lines at blanks.
#include "app/cli/text_columns.h"

#include <algorithm>
#include <sstream>

#include "kernels/core/utf8.h"

namespace heatwave::cli {
namespace {

std::string blanks(int columns) {
  return std::string(static_cast<std::size_t>(std::max(0, columns)), ' ');
}

}  // namespace

int width_of(const std::string& text) { return static_cast<int>(core::letters_in(text)); }

std::string left(const std::string& text, int columns) {
  const int width = width_of(text);
  if (width <= columns) return text + blanks(columns - width);
  return columns < 1
             ? std::string()
             : text.substr(0, core::bytes_of_letters(text, static_cast<std::size_t>(columns - 1))) +
                   "…";
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
