// Translates the coroutines of lessons into the equivalent CUDA code.
#include "app/session/stage/stage_sources.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "app/session/embedded.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::session {
namespace {

constexpr std::string_view kInstead = "//=";
constexpr std::string_view kAwait = "co_await ";
constexpr std::size_t kIndentOfClass = 2;
constexpr int kNotInTheFile = -1;  // 0 is the line of a step without a line

bool is_word_letter(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Returns the bracket that closes the one at `open`.
std::size_t closing(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i;
  }
  return std::string::npos;
}

/// Returns the position of a whole word, from `from` on.
std::size_t find_word(const std::string& text, std::string_view word, std::size_t from = 0) {
  for (std::size_t at = text.find(word, from); at != std::string::npos;
       at = text.find(word, at + 1)) {
    if (at == 0 || !is_word_letter(text[at - 1])) return at;
  }
  return std::string::npos;
}

/// Removes `co_await`; `co_await (x = y);` loses its brackets, too.
void take_off_awaits(std::string& text) {
  for (std::size_t at = text.find(kAwait); at != std::string::npos; at = text.find(kAwait, at)) {
    text.erase(at, kAwait.size());
    if (text[at] != '(') continue;
    const std::size_t end = closing(text, at);
    if (end == std::string::npos || text.compare(end + 1, 1, ";") != 0) continue;
    text.erase(end, 1);
    text.erase(at, 1);
  }
}

void take_off_branches(std::string& text) {
  constexpr std::string_view kBranch = "branch(";
  for (std::size_t at = find_word(text, kBranch); at != std::string::npos;
       at = find_word(text, kBranch)) {
    const std::size_t end = closing(text, at + kBranch.size() - 1);
    if (end == std::string::npos) return;
    text.erase(end, 1);
    text.erase(at, kBranch.size());
  }
}

/// Renames calls to CUDA's names; CUDA's atomics take an address.
void name_calls(std::string& text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kCalls{
      {{"syncthreads(", "__syncthreads("}, {"threadfence(", "__threadfence("}}};
  for (const auto& [from, to] : kCalls) {
    const std::size_t at = find_word(text, from);
    if (at != std::string::npos) text.replace(at, from.size(), to);
  }
  for (std::size_t at = find_word(text, "atomic"); at != std::string::npos;
       at = find_word(text, "atomic", at + 1)) {
    const std::size_t open = text.find('(', at);
    if (open != std::string::npos) text.insert(open + 1, "&");
  }
}

bool is_scaffolding(std::string_view bare) {
  return bare.starts_with("class ") || bare == "public:" || bare == "};" ||
         (bare.starts_with("using ") && bare.find("::") != std::string_view::npos);
}

std::size_t indent_of(std::string_view text) {
  return std::min(text.find_first_not_of(' '), text.size());
}

std::string region_of(const stage::Lesson& lesson, const std::string& version) {
  if (lesson.versions.empty()) return lesson.id;
  return version.empty() ? lesson.versions.front().id : version;
}

/// Returns whether an empty line, which the file lacks, should separate two functions.
bool begins_anew(const std::vector<SourceLine>& lines, const std::string& text) {
  return !lines.empty() && lines.back().text.starts_with("}") && !text.starts_with(" ");
}

}  // namespace

std::string shown_code(std::string_view line) {
  const std::size_t indent = indent_of(line);
  const std::size_t instead = line.find(kInstead);
  if (instead != std::string_view::npos) {
    const std::string_view text = line.substr(instead + kInstead.size());
    const std::string_view bare = text.substr(indent_of(text));
    return bare.empty() ? std::string() : std::string(indent, ' ') + std::string(bare);
  }
  if (is_scaffolding(line.substr(indent))) return {};
  std::string text(line);
  take_off_awaits(text);
  take_off_branches(text);
  name_calls(text);
  return text;
}

SourceFile source_of(const stage::Lesson& lesson, const std::string& version) {
  SourceFile file{.name = stage::source_file(lesson)};
  const std::span<const unsigned char> bytes = embedded_file(file.name);
  const std::string text(bytes.begin(), bytes.end());
  bool in_class = false;
  for (SourceLine& line : source_lines(text, region_of(lesson, version))) {
    if (!line.own) continue;
    if (line.text.starts_with("class ")) in_class = true;
    if (line.text.starts_with("};")) in_class = false;
    line.text = shown_code(line.text);
    if (line.text.empty()) continue;
    if (in_class) line.text.erase(0, std::min(kIndentOfClass, indent_of(line.text)));
    if (begins_anew(file.lines, line.text))
      file.lines.push_back({.number = kNotInTheFile, .own = true});
    file.lines.push_back(std::move(line));
  }
  return file;
}

}  // namespace heatwave::session
