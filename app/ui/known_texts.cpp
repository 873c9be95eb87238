// Two tables: when the newer one is full it becomes the older, and what is asked for comes back.
#include "app/ui/known_texts.h"

#include <cmath>
#include <functional>
#include <utility>

#include "app/ui/elided.h"
#include "app/ui/text_lines.h"

namespace heatwave::ui {

template <typename Text>
std::size_t KnownTexts::Hash::operator()(const Key<Text>& key) const {
  std::size_t sum = std::hash<std::string_view>()(key.text);
  const auto add = [&sum](std::size_t part) { sum = sum * 31 + part; };
  add(static_cast<std::size_t>(key.way));
  add(std::hash<float>()(key.width));
  add(std::hash<const ImFont*>()(key.font));
  add(std::hash<float>()(key.size));
  return sum;
}

template <typename A, typename B>
bool KnownTexts::Same::operator()(const Key<A>& a, const Key<B>& b) const {
  return a.way == b.way && a.width == b.width && a.font == b.font && a.size == b.size &&
         std::string_view(a.text) == std::string_view(b.text);
}

void KnownTexts::begin_frame(int fonts) {
  if (std::exchange(fonts_, fonts) != fonts) {
    recent_.clear();
    older_.clear();
  }
  if (recent_.size() <= kMost) return;
  older_ = std::exchange(recent_, {});
}

const KnownTexts::Known* KnownTexts::find(const Asked& asked) {
  const auto recent = recent_.find(asked);
  if (recent != recent_.end()) return &recent->second;
  const auto older = older_.find(asked);
  if (older == older_.end()) return nullptr;
  return &recent_.insert(older_.extract(older)).position->second;
}

const KnownTexts::Known& KnownTexts::keep(const Asked& asked, Known known) {
  Kept key{asked.way, asked.width, asked.font, asked.size, std::string(asked.text)};
  return recent_.emplace(std::move(key), std::move(known)).first->second;
}

const KnownTexts::Known& KnownTexts::lines(std::string_view text, float width) {
  const Asked asked{Way::lines, width, ImGui::GetFont(), ImGui::GetFontSize(), text};
  if (const Known* known = find(asked)) return *known;
  std::string lines = in_lines(text, width);
  const ImVec2 size = ImGui::CalcTextSize(lines.data(), lines.data() + lines.size());
  return keep(asked, {std::move(lines), size, size.x <= width});
}

ImVec2 KnownTexts::wrapped(std::string_view text, float width) {
  ImVec2 size = wrapped(text, width, ImGui::GetFont(), ImGui::GetFontSize());
  // As ImGui::CalcTextSize() has it.
  size.x = std::floor(size.x + 0.99999F);
  return size;
}

ImVec2 KnownTexts::wrapped(std::string_view text, float width, ImFont* font, float size) {
  const Asked asked{Way::wrapped, width, font, size, text};
  if (const Known* known = find(asked)) return known->size;
  const ImVec2 extent =
      font->CalcTextSizeA(size, 1e6F, width, text.data(), text.data() + text.size());
  return keep(asked, {"", extent, extent.x <= width}).size;
}

const KnownTexts::Known& KnownTexts::elided(std::string_view text, float width, ImFont* font,
                                            float size) {
  const Asked asked{Way::elided, width, font, size, text};
  if (const Known* known = find(asked)) return *known;
  const std::string whole(text);
  std::string cut = ui::elided(whole, width, font, size);
  const ImVec2 extent = font->CalcTextSizeA(size, 1e6F, 0.0F, cut.c_str());
  const bool fits = cut == whole;
  return keep(asked, {std::move(cut), extent, fits});
}

}  // namespace heatwave::ui
