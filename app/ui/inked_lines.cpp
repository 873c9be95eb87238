// The picture is no larger than the lines are.
#include "app/ui/inked_lines.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/byte_sum.h"
#include "app/ui/stroke.h"

namespace heatwave::ui {

void InkedLines::draw(ImDrawList& list, const Box& seen, std::span<const Line> lines,
                      const Inker* inker) {
  if (inker == nullptr) {
    for (const Line& line : lines) stroke(list, line.points, line.colour, line.width, line.closed);
    return;
  }
  const float scale = ImGui::GetIO().DisplayFramebufferScale.x;
  ByteSum sum;
  sum.add(seen);
  sum.add(scale);
  for (const Line& line : lines) {
    sum.add(line.colour);
    sum.add(line.width);
    sum.add(line.closed);
    sum.add(std::span<const ImVec2>(line.points));
  }
  if (std::exchange(sum_, sum.sum()) != sum.sum()) draw_ink(seen, lines, scale, inker->painters);
  if (ink_.pixels().empty()) return;
  list.AddImage(inker->texture(ink_), {inked_.left, inked_.top}, {inked_.right, inked_.bottom});
}

void InkedLines::draw_ink(const Box& seen, std::span<const Line> lines, float scale,
                          core::ThreadTeam& painters) {
  Box all{seen.right, seen.bottom, seen.left, seen.top};
  for (const Line& line : lines) {
    const float rim = line.width + 1;
    for (const ImVec2 p : line.points) {
      all = {std::min(all.left, p.x - rim), std::min(all.top, p.y - rim),
             std::max(all.right, p.x + rim), std::max(all.bottom, p.y + rim)};
    }
  }
  const float left = std::floor(std::max(all.left, seen.left) * scale);
  const float top = std::floor(std::max(all.top, seen.top) * scale);
  const float right = std::ceil(std::min(all.right, seen.right) * scale);
  const float bottom = std::ceil(std::min(all.bottom, seen.bottom) * scale);
  inked_ = {left / scale, top / scale, right / scale, bottom / scale};
  ink_.draw(static_cast<int>(right - left), static_cast<int>(bottom - top), lines,
            {.scale = scale, .left = left, .top = top}, painters);
}

}  // namespace heatwave::ui
