// Draws what the stage's board is made of: letters of any size, signs of what threads do, arrows.
#pragma once

#include <cstdint>
#include <string>

#include "app/rooms/pen.h"
#include "app/rooms/stage/board_layout.h"
#include "app/rooms/stage/stage_room.h"

namespace heatwave::panels {

/// What a thread is seen to do; each has its colour and its sign.
enum class Doing : std::uint8_t { absent, ready, acting, barrier, spinning, done };

class BoardPen : public ChartPen {
 public:
  BoardPen(const PanelContext& context, ImDrawList& list)
      : ChartPen(context, list), fonts_(context.fonts) {}

  /// Of threads at a barrier, and of those whose turn has to wait.
  [[nodiscard]] ImVec4 waiting() const;
  [[nodiscard]] ImVec4 spinning() const;
  [[nodiscard]] ImVec4 colour_of(Doing doing) const;

  [[nodiscard]] float sized_width(const std::string& text, float size, bool strong = false) const;
  /// Letters of this size, their middle line at `y`. Shrinks where they would be wider than `room`
  /// (0: any width).
  void sized(float x, float y, const std::string& text, float size, ImVec4 colour,
             Align align = Align::left, bool strong = false, float room = 0) const;
  /// The same on a plate that hides what lies below.
  void sized_on_plate(float x, float y, const std::string& text, float size, ImVec4 colour,
                      Align align = Align::centre) const;

  /// The sign of what a thread does, in a square with this half side.
  void sign(Doing doing, ImVec2 centre, float half, ImVec4 colour) const;
  void padlock(ImVec2 centre, float half, bool open, ImVec4 colour) const;
  /// Slanting lines in a small cell, without a clip of its own.
  void hatch_cell(const Box& box, ImVec4 colour) const;
  void dashed_frame(const Box& box, ImVec4 colour, float width) const;

 private:
  const FontSet& fonts_;
};

/// A bent line from one box to another, with a point at its end.
struct Arrow {
  ImVec2 from, from_bend, to_bend, to;

  [[nodiscard]] ImVec2 at(float part) const;
};
/// Between the sides that face each other.
Arrow arrow_between(const Box& from, const Box& to);
void draw_arrow(const BoardPen& pen, const Arrow& arrow, ImVec4 colour, float width,
                bool dashed = false);

/// Not cut off by the window that is drawn into.
inline bool is_seen(const Box& box) {
  return ImGui::IsRectVisible({box.left, box.top}, {box.right, box.bottom});
}
inline Box grown(const Box& box, float by) {
  return {box.left - by, box.top - by, box.right + by, box.bottom + by};
}
inline ImVec2 middle(const Box& box) {
  return {(box.left + box.right) / 2, (box.top + box.bottom) / 2};
}

}  // namespace heatwave::panels
