// Finds places in a chart where labels cover no mark, no line and no other label.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/ui/box.h"

namespace heatwave::ui {

class LabelPlaces {
 public:
  /// All labels lie within `area`, and keep `margin` from marks and, sideways, from each other.
  LabelPlaces(const Box& area, float margin) : area_(area), margin_(margin) {}

  void keep_off_mark(ImVec2 middle) { marks_.push_back(middle); }
  void keep_off_line(ImVec2 from, ImVec2 to) { lines_.emplace_back(from, to); }

  /// Returns the first free box for a label of this size, and keeps later labels off it; each place
  /// is the middle of the label's left edge. Empty: no place is free.
  std::optional<Box> take(ImVec2 size, std::span<const ImVec2> places);

 private:
  [[nodiscard]] bool is_free(const Box& label) const;

  Box area_;
  float margin_;
  std::vector<ImVec2> marks_;
  std::vector<std::pair<ImVec2, ImVec2>> lines_;
  std::vector<Box> taken_;
};

}  // namespace heatwave::ui
