// Knows rectangles by their indices, as ImDrawList writes them.
#include "app/ui/rectangles.h"

#include <cstddef>

namespace heatwave::ui {
namespace {

constexpr std::size_t kTriangle = 3;
constexpr std::size_t kRectangle = 6;

bool is_rectangle(const ImDrawIdx* corner) {
  const unsigned first = corner[0];
  return corner[1] == first + 1 && corner[2] == first + 2 && corner[3] == first &&
         corner[4] == first + 2 && corner[5] == first + 3;
}

void align(std::vector<ImDrawIdx>& all, ImDrawIdx corner) {
  while (all.size() % kRectangle != 0) all.push_back(corner);
}

}  // namespace

void append_by_rectangles(std::span<const ImDrawIdx> triangles, std::vector<ImDrawIdx>& all) {
  if (triangles.empty()) return;
  for (std::size_t i = 0; i < triangles.size();) {
    const bool rectangle = i + kRectangle <= triangles.size() && is_rectangle(&triangles[i]);
    if (rectangle) align(all, triangles[i]);
    const std::size_t count = rectangle ? kRectangle : kTriangle;
    all.insert(all.end(), &triangles[i], &triangles[i] + count);
    i += count;
  }
  align(all, triangles.back());
}

}  // namespace heatwave::ui
