// Measured while a frame is drawn, for the next one's layout.
#include "app/rooms/fields/words_above.h"

#include <imgui.h>

#include <algorithm>

#include "app/ui/text_lines.h"

namespace heatwave::fields_room {

void WordsAbove::wish(const ui::Look& look, const std::string& words, float width) {
  constexpr float kBeside = 32.0F;  // window units at scale 1, on both sides together
  words_ = words;
  const float room = width - kBeside * look.unit;
  size_ = words.empty() || room <= 0 ? ImVec2{} : ui::wrapped_size(words, room);
}

float WordsAbove::height(float room, float unit) const {
  constexpr float kAround = 12.0F;        // window units at scale 1
  constexpr float kFree = 16.0F;          // likewise: above the field there is so much anyway
  constexpr float kMostPart = 1 / 12.0F;  // of the room, beyond that
  if (size_.y <= 0) return 0.0F;
  const float all = size_.y + kAround * unit;
  return all - kFree * unit > kMostPart * room ? 0.0F : all;
}

void WordsAbove::draw(const ui::Look& look, const ui::Box& seen) const {
  if (area_.height() <= 0 || words_.empty()) return;
  const float left = std::max(area_.left, std::min(seen.left, area_.right - size_.x));
  const ImVec2 at{left, (area_.top + area_.bottom - size_.y) / 2};
  ImGui::GetBackgroundDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(), at,
                                          ui::packed(look.theme.dim), words_.c_str(), nullptr,
                                          area_.width());
}

}  // namespace heatwave::fields_room
