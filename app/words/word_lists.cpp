// Makes sentences and lists, and checks UTF-8.
#include "app/words/word_lists.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>

#include "kernels/core/utf8.h"

namespace heatwave::words {
std::string joined(std::span<const std::string> words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string sentence(std::string text) {
  if (text.empty()) return text;
  if (text.front() >= 'a' && text.front() <= 'z') {
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  }
  if (text.back() != '.' && text.back() != '?') text += '.';
  return text;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t bytes = core::first_letter(text).bytes;
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

bool is_visible(std::string_view text) {
  while (!text.empty()) {
    const auto [code, bytes] = core::first_letter(text);
    const bool is_space = code == '\n' || code == '\t';
    if (bytes == 0 || (!is_space && core::is_hidden(code))) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

std::string printable(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const auto [code, bytes] = core::first_letter(text);
    if (code == '\n' || code == '\r' || code == '\t') {
      line += ' ';
    } else if (bytes > 0 && !core::is_hidden(code)) {
      line += text.substr(0, bytes);
    } else if (bytes > 1) {
      line += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
    } else {
      line += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    }
    text.remove_prefix(std::max<std::size_t>(1, bytes));
  }
  return line;
}

std::string excerpt(std::string_view text, std::size_t most) {
  if (text.size() <= most) return printable(text);
  std::size_t end = most;
  while (end > 0 && !core::begins_letter(text[end])) --end;
  return printable(text.substr(0, end)) + "…";
}

}  // namespace heatwave::words
