// Triangles as they are handed to OpenGL.
#include "app/ui/rectangles.h"

#include <gtest/gtest.h>

#include "without_a_screen.h"

namespace heatwave::ui {
namespace {

/// Without triangles of no size.
std::vector<ImDrawIdx> seen(const std::vector<ImDrawIdx>& all) {
  std::vector<ImDrawIdx> triangles;
  for (std::size_t i = 0; i < all.size(); i += 3) {
    if (all[i] == all[i + 1] && all[i] == all[i + 2]) continue;
    triangles.insert(triangles.end(), {all[i], all[i + 1], all[i + 2]});
  }
  return triangles;
}

class Rectangles : public WithoutAScreen {};

TEST_F(Rectangles, BeginAtMultiplesOfSixAndNothingElseIsDrawn) {
  ImGui::NewFrame();
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddTriangleFilled({0, 0}, {9, 0}, {0, 9}, IM_COL32_WHITE);
  list.AddText({20, 20}, IM_COL32_WHITE, "1 234.5");
  list.AddTriangleFilled({0, 0}, {9, 0}, {0, 9}, IM_COL32_WHITE);
  list.AddRectFilled({30, 30}, {60, 50}, IM_COL32_WHITE);
  list.AddCircleFilled({30, 30}, 7, IM_COL32_WHITE);
  const std::span<const ImDrawIdx> drawn(list.IdxBuffer.Data,
                                         static_cast<std::size_t>(list.IdxBuffer.Size));
  std::vector<ImDrawIdx> all;
  append_by_rectangles(drawn, all);
  append_by_rectangles({}, all);
  append_by_rectangles(drawn, all);
  EXPECT_EQ(all.size() % 12, 0U);
  std::vector<ImDrawIdx> twice(drawn.begin(), drawn.end());
  twice.insert(twice.end(), drawn.begin(), drawn.end());
  EXPECT_EQ(seen(all), twice);
  int rectangles = 0;
  for (std::size_t i = 0; i + 5 < all.size(); i += 3) {
    const unsigned a = all[i];
    const bool is_one = all[i + 1] == a + 1 && all[i + 2] == a + 2 && all[i + 3] == a &&
                        all[i + 4] == a + 2 && all[i + 5] == a + 3;
    if (!is_one) continue;
    EXPECT_EQ(i % 6, 0U);
    ++rectangles;
  }
  EXPECT_EQ(rectangles, 2 * 7);  // six letters and a panel; a space is nothing
  ImGui::EndFrame();
}

}  // namespace
}  // namespace heatwave::ui
