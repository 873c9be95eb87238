// Measures words and puts them into lines.
#include "app/ui/text_lines.h"

#include <imgui.h>

#include <algorithm>
#include <limits>

namespace heatwave::ui {
namespace {

/// To the fraction of a pixel, so that words add up to their line.
float width_of(std::string_view text) {
  return ImGui::GetFont()
      ->CalcTextSizeA(ImGui::GetFontSize(), std::numeric_limits<float>::max(), 0.0F, text.data(),
                      text.data() + text.size())
      .x;
}

}  // namespace

std::string in_lines(std::string_view text, float width) {
  const float space = width_of(" ");
  std::string lines;
  lines.reserve(text.size());
  float used = 0.0F;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find_first_of(" \n"), text.size());
    const float word = width_of(text.substr(0, length));
    if (used > 0.0F && used + word > width && lines.back() == ' ') {
      lines.back() = '\n';
      used = 0.0F;
    }
    lines += text.substr(0, length);
    used += word;
    if (length < text.size()) {
      lines += text[length];
      used = text[length] == '\n' ? 0.0F : used + space;
    }
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return lines;
}

void wrapped_text(std::string_view text) {
  const std::string lines = in_lines(text, ImGui::GetContentRegionAvail().x);
  ImGui::PushTextWrapPos(0.0F);
  ImGui::TextUnformatted(lines.data(), lines.data() + lines.size());
  ImGui::PopTextWrapPos();
}

}  // namespace heatwave::ui
