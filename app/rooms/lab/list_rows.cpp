// Finds the rows of the Lab's list that are in sight.
#include "app/rooms/lab/list_rows.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace heatwave::lab_room {

float height_of(const std::vector<RowPlace>& places) {
  float height = 0.0F;
  for (const RowPlace& place : places) height += place.height;
  return height;
}

bool PinnedRows::has(const RowPlace& place) const {
  return std::find(above.begin(), above.end(), &place) != above.end() ||
         std::find(below.begin(), below.end(), &place) != below.end();
}

PinnedRows pinned_rows(const std::vector<RowPlace>& places, float height, float scrolled) {
  PinnedRows pinned;
  for (bool changed = true; changed;) {
    changed = false;
    float top = -scrolled;
    const float room = height - pinned.above_height - pinned.below_height;
    for (const RowPlace& place : places) {
      const bool is_above = top < -1;
      const bool is_hidden = is_above || top + place.height > room + 1;
      top += place.height;
      const bool fits = room >= 2 * place.height;  // a row of the list stays
      if (!is_hidden || !fits || !place.is_compared || pinned.has(place)) continue;
      (is_above ? pinned.above : pinned.below).push_back(&place);
      (is_above ? pinned.above_height : pinned.below_height) += place.height;
      changed = true;
      break;
    }
  }
  std::ranges::sort(pinned.above);  // in the order of the places
  std::ranges::sort(pinned.below);
  return pinned;
}

float whole_rows(const std::vector<RowPlace>& places, float folded, float height, float scrolled) {
  constexpr float kTouch = 0.5F;  // rows that fill the height exactly, but for rounding
  float whole = 0.0F;
  float top = -scrolled;
  const auto add = [&](float row) {
    if (top >= -kTouch && top + row <= height + kTouch) whole = top + row;
    top += row;
  };
  for (const RowPlace& place : places) add(place.height);
  if (folded > 0) add(folded);
  return whole > 0 ? whole : height;
}

void rest_on_row(const std::vector<RowPlace>& places) {
  const float scrolled = ImGui::GetScrollY();
  if (ImGui::IsMouseDown(0) || scrolled <= 0 || scrolled >= ImGui::GetScrollMaxY()) return;
  float top = 0.0F;
  for (const RowPlace& place : places) {
    if (top + place.height / 2 >= scrolled) break;
    top += place.height;
  }
  if (std::abs(top - scrolled) >= 1) ImGui::SetScrollY(top);
}

HiddenRows hidden_rows(const std::vector<RowPlace>& places, const PinnedRows& pinned, float folded,
                       float shown, float scrolled) {
  HiddenRows hidden;
  float top = -scrolled;
  const auto count = [&](float height, bool is_pinned) {
    const bool is_below = top + height > shown + 1;
    const bool is_above = top < -1;
    top += height;
    if (is_pinned || (!is_above && !is_below)) return;
    ++(is_below ? hidden.below : hidden.above);
  };
  for (const RowPlace& place : places) count(place.height, pinned.has(place));
  if (folded > 0) count(folded, false);
  return hidden;
}

}  // namespace heatwave::lab_room
