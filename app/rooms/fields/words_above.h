// What to watch for, above the field where the bar at the top has no room for it.
#pragma once

#include <string>

#include "app/ui/box.h"
#include "app/ui/look.h"

namespace heatwave::fields_room {

class WordsAbove {
 public:
  /// What is to be said in a room so wide from the next frame on; empty: nothing.
  void wish(const ui::Look& look, const std::string& words, float width);
  /// How much of a room so high it takes: nothing where that would be too much of it.
  [[nodiscard]] float height(float room, float unit) const;
  /// Without height where nothing is said.
  void place(const ui::Box& area) { area_ = area; }
  [[nodiscard]] const ui::Box& area() const { return area_; }
  /// From the left side of what is seen on, as far as there is room.
  void draw(const ui::Look& look, const ui::Box& seen) const;

 private:
  std::string words_;
  ImVec2 size_;  ///< in as many lines as it takes
  ui::Box area_;
};

}  // namespace heatwave::fields_room
