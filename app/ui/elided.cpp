// Finds how many letters fit.
#include "app/ui/elided.h"

#include "app/words/word_lists.h"

namespace heatwave::ui {
namespace {

using words::begins_letter;

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
    while (cut > 0 && !begins_letter(text[cut])) --cut;
    (width(text.substr(0, cut) + kDots) <= room ? fits : too_long) = middle;
  }
  while (fits > 0 && !begins_letter(text[fits])) --fits;
  while (fits > 0 && (text[fits - 1] == ' ' || text[fits - 1] == ',')) --fits;
  return fits == 0 ? "" : text.substr(0, fits) + kDots;
}

std::string elided(const std::string& text, float room) {
  return elided(text, room, ImGui::GetFont(), ImGui::GetFontSize());
}

}  // namespace heatwave::ui
