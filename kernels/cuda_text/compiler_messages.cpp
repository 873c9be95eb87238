// A message is a line "kernel.cu(2): error: …". Then the line of the text follows, indented by two
// blanks, and a line with a ^ below the column.
#include "kernels/cuda_text/compiler_messages.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

namespace heatwave::cuda_text {
namespace {

constexpr std::size_t kIndent = 2;

std::string_view take_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::optional<Diagnostic> error_of(std::string_view line) {
  constexpr std::string_view kError = "error";
  const auto open = line.find('(');
  const auto close = line.find("): ", std::min(open, line.size()));
  if (close == std::string_view::npos) return std::nullopt;
  int number = 0;
  const auto read = std::from_chars(line.data() + open + 1, line.data() + close, number);
  const auto colon = line.find(": ", close + 3);
  if (read.ptr != line.data() + close || number < 1 || colon == std::string_view::npos) {
    return std::nullopt;
  }
  // "error", "catastrophic error", or with a number: "error #20"
  if (line.substr(close + 3, colon - close - 3).find(kError) == std::string_view::npos) {
    return std::nullopt;
  }
  return Diagnostic{.place = {number, 1}, .text = std::string(line.substr(colon + 2))};
}

}  // namespace

std::vector<Diagnostic> errors_in(std::string_view messages) {
  std::vector<Diagnostic> all;
  bool awaits_column = false;
  while (!messages.empty()) {
    const std::string_view line = take_line(messages);
    if (auto found = error_of(line)) {
      all.push_back(*std::move(found));
      awaits_column = true;
      continue;
    }
    const auto mark = line.find_first_not_of(' ');
    if (!awaits_column || mark == std::string_view::npos || mark < kIndent) continue;
    if (line.substr(mark) != "^") continue;
    all.back().place.column = static_cast<int>(mark - kIndent) + 1;
    awaits_column = false;
  }
  return all;
}

}  // namespace heatwave::cuda_text
