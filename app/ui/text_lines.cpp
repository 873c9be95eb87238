// Measures words and breaks text into lines.
#include "app/ui/text_lines.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/ui/sized.h"
#include "kernels/core/utf8.h"

namespace heatwave::ui {
namespace {

/// Returns the exact width, not rounded to pixels, so that words add up to their line.
float width_of(std::string_view text) {
  return ImGui::GetFont()
      ->CalcTextSizeA(ImGui::GetFontSize(), std::numeric_limits<float>::max(), 0.0F, text.data(),
                      text.data() + text.size())
      .x;
}

/// Returns the number of bytes of a word that fit in a line. Breaks after a punctuation mark if
/// there is one in the second half; at least one character.
std::size_t part_that_fits(std::string_view word, float width) {
  const char* rest = nullptr;
  ImGui::GetFont()->CalcTextSizeA(ImGui::GetFontSize(), width, 0.0F, word.data(),
                                  word.data() + word.size(), &rest);
  auto most = static_cast<std::size_t>(rest - word.data());
  if (most == 0) most = 1;
  while (most < word.size() && !core::begins_letter(word[most])) ++most;
  const std::size_t sign = word.substr(0, most).find_last_of("/\\-_.:");
  return sign != std::string_view::npos && 2 * (sign + 1) >= most ? sign + 1 : most;
}

}  // namespace

std::string in_lines(std::string_view text, float width) {
  const float space = width_of(" ");
  std::string lines;
  lines.reserve(text.size());
  float used = 0.0F;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find_first_of(" \n"), text.size());
    std::string_view rest = text.substr(0, length);
    float word = width_of(rest);
    if (used > 0.0F && used + word > width && lines.back() == ' ') {
      lines.back() = '\n';
      used = 0.0F;
    }
    while (word > width && width > ImGui::GetFontSize()) {
      const std::size_t part = part_that_fits(rest, width);
      if (part >= rest.size()) break;
      lines += rest.substr(0, part);
      lines += '\n';
      used = 0.0F;
      rest.remove_prefix(part);
      word = width_of(rest);
    }
    lines += rest;
    used += word;
    if (length < text.size()) {
      lines += text[length];
      used = text[length] == '\n' ? 0.0F : used + space;
    }
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return lines;
}

std::vector<std::string> lines_within(std::string_view text, float width) {
  const std::string lines = in_lines(text, width);
  std::vector<std::string> all;
  std::size_t from = 0;
  for (std::size_t end = lines.find('\n'); end != std::string::npos; end = lines.find('\n', from)) {
    all.push_back(lines.substr(from, end - from));
    from = end + 1;
  }
  all.push_back(lines.substr(from));
  return all;
}

ImVec2 wrapped_size(std::string_view text, float width) {
  return ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, width);
}

void show_lines(const std::string& lines, float width) {
  // Dear ImGui breaks the text if a line is narrower than a character.
  const bool fits = ImGui::CalcTextSize(lines.c_str()).x <= width;
  if (!fits) ImGui::PushTextWrapPos(0.0F);
  ImGui::TextUnformatted(lines.data(), lines.data() + lines.size());
  if (!fits) ImGui::PopTextWrapPos();
}

void wrapped_text(std::string_view text) {
  const float width = ImGui::GetContentRegionAvail().x;
  show_lines(in_lines(text, width), width);
}

void steady_text(const Look& look, const char* id, std::string_view text, int least_lines) {
  steady_text(look, id, text, least_lines, look.theme.dim);
}

void steady_text(const Look& look, const char* id, std::string_view text, int least_lines,
                 const ImVec4& colour) {
  const float width = ImGui::GetContentRegionAvail().x;
  const float letters = ImGui::GetFontSize();
  const float line = ImGui::GetTextLineHeight();
  const std::string lines = in_lines(text, width);
  Memory::ReservedLines& reserved = look.memory.reserved_lines[ImGui::GetID(id)];
  if (reserved.width != width || reserved.letters != letters) {
    reserved = {.width = width, .letters = letters, .lines = least_lines};
  }
  const int needed =
      text.empty() ? 0 : static_cast<int>(std::lround(ImGui::CalcTextSize(lines.c_str()).y / line));
  reserved.lines = std::max(reserved.lines, needed);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddText(at, packed_colour(colour), lines.c_str());
  space({width, static_cast<float>(reserved.lines) * line});
}

namespace {

constexpr const char* kDots = "…";

}  // namespace

std::string elided(const std::string& text, float room, ImFont* font, float size) {
  const auto width = [&](const std::string& part) {
    return font->CalcTextSizeA(size, 1e6F, 0.0F, part.c_str()).x;
  };
  if (width(text) <= room) return text;
  std::size_t fits = 0;
  std::size_t too_long = text.size();
  while (too_long - fits > 1) {
    const std::size_t middle = fits + (too_long - fits) / 2;
    std::size_t cut = middle;
    while (cut > 0 && !core::begins_letter(text[cut])) --cut;
    (width(text.substr(0, cut) + kDots) <= room ? fits : too_long) = middle;
  }
  while (fits > 0 && !core::begins_letter(text[fits])) --fits;
  while (fits > 0 && (text[fits - 1] == ' ' || text[fits - 1] == ',')) --fits;
  return fits == 0 ? "" : text.substr(0, fits) + kDots;
}

std::string elided(const std::string& text, float room) {
  return elided(text, room, ImGui::GetFont(), ImGui::GetFontSize());
}

std::string leading_clauses(const std::string& text, float room) {
  if (width_of(text) <= room) return text;
  for (std::size_t end = text.find_last_of(".;:,"); end != std::string::npos && end > 0;
       end = text.find_last_of(".;:,", end - 1)) {
    const bool is_end = end + 1 < text.size() && text[end + 1] == ' ';
    std::string shown = text.substr(0, end);
    if (is_end && width_of(shown) <= room) return shown;
  }
  return elided(text, room);
}

std::string elided_list(const std::string& list, std::string_view separator, float room) {
  if (width_of(list) <= room) return list;
  for (std::size_t end = list.rfind(separator); end != std::string::npos && end > 0;
       end = list.rfind(separator, end - 1)) {
    std::string shown = list.substr(0, end + separator.size()) + kDots;
    if (width_of(shown) <= room) return shown;
  }
  return elided(list, room);
}

}  // namespace heatwave::ui
