// Reads the marks in source files.
#include "app/session/source_file.h"

#include <algorithm>
#include <iterator>

namespace heatwave::session {
namespace {

constexpr std::string_view kVariant = "// variant:";
constexpr std::string_view kEveryone = "*";
constexpr std::string_view kEnd = "// end";
constexpr std::string_view kMark = "//!";

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool names(std::string_view ids, std::string_view wanted) {
  while (!(ids = without_blanks(ids)).empty()) {
    const auto end = std::min(ids.find(' '), ids.size());
    const std::string_view id = ids.substr(0, end);
    if (!wanted.empty() && (id == wanted || id == kEveryone)) return true;
    ids.remove_prefix(end);
  }
  return false;
}

/// Returns whether a list has a single name, which is no wildcard.
bool is_one_name(std::string_view ids) {
  ids = without_blanks(ids);
  return ids != kEveryone && ids.find(' ') == std::string_view::npos;
}

/// Splits the mark off the end of a line.
SourceLine divided(std::string_view text) {
  SourceLine line;
  const auto at = text.rfind(kMark);
  line.mark = at != std::string_view::npos;
  if (line.mark) line.reason = without_blanks(text.substr(at + kMark.size()));
  const std::string_view code = text.substr(0, at);
  line.text = code.substr(0, code.find_last_not_of(" \t\r") + 1);
  return line;
}

}  // namespace

std::vector<SourceLine> source_lines(std::string_view text, std::string_view variant) {
  std::vector<SourceLine> lines;
  bool own = false;
  bool alone = false;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view raw = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view bare = without_blanks(raw);
    const bool begins = bare.starts_with(kVariant);
    if (begins) {
      own = names(bare.substr(kVariant.size()), variant);
      alone = is_one_name(bare.substr(kVariant.size()));
    }
    if (bare == kEnd) own = false;
    lines.push_back(divided(raw));
    lines.back().number = static_cast<int>(lines.size());
    lines.back().own = own && !begins;
    lines.back().alone = lines.back().own && alone;
  }
  return lines;
}

std::vector<SourceLine> SourceFile::own_lines() const {
  std::vector<SourceLine> own;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(own),
               [](const SourceLine& line) { return line.own; });
  // Blank lines at a part's beginning or end would look like a gap.
  const auto blank_edge = [&own](std::size_t i) {
    if (!own[i].text.empty()) return false;
    const bool first = i == 0 || own[i - 1].number + 1 != own[i].number;
    const bool last = i + 1 == own.size() || own[i + 1].number != own[i].number + 1;
    return first || last;
  };
  std::vector<SourceLine> trimmed;
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (!blank_edge(i)) trimmed.push_back(own[i]);
  }
  return trimmed;
}

}  // namespace heatwave::session
