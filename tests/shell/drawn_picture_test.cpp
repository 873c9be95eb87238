// Tests the picture of Dear ImGui's draw lists that needs no OpenGL.
#include "app/shell/window/drawn_picture.h"

#include <array>
#include <cstdint>

#include "tests/ui/without_a_screen.h"

namespace heatwave::shell {
namespace {

using Rgb = std::array<int, 3>;

class DrawnPicture : public ui::WithoutAScreen {
 protected:
  DrawnPicture() {
    ImGui::GetIO().DisplaySize = {40, 30};
    ImGui::NewFrame();
  }

  static ImDrawList& list() { return *ImGui::GetBackgroundDrawList(); }
  void draw(core::Rect part = {0, 0, 40, 30}) {
    ImGui::Render();
    take_textures(*ImGui::GetDrawData());
    image_ = drawn_picture(*ImGui::GetDrawData(), part, {0, 0, 1, 1});
  }
  [[nodiscard]] Rgb at(int x, int y) const {
    const std::size_t place = 3 * static_cast<std::size_t>(y * image_.extent.width + x);
    return {image_.rgb.at(place), image_.rgb.at(place + 1), image_.rgb.at(place + 2)};
  }
  [[nodiscard]] int pixels_other_than(Rgb colour) const {
    int count = 0;
    for (int y = 0; y < image_.extent.height; ++y) {
      for (int x = 0; x < image_.extent.width; ++x) count += at(x, y) != colour ? 1 : 0;
    }
    return count;
  }
  [[nodiscard]] core::Extent extent() const { return image_.extent; }

 private:
  exporting::Image image_;
};

constexpr Rgb kGround{0, 0, 255};
constexpr ImU32 kRed = IM_COL32(255, 0, 0, 255);
constexpr ImU32 kHalf = IM_COL32(255, 0, 0, 128);

TEST_F(DrawnPicture, ARectangleHasItsPixelsAndNoOthers) {
  list().AddRectFilled({10, 5}, {20, 15}, kRed);
  draw();
  EXPECT_EQ(at(10, 5), (Rgb{255, 0, 0}));
  EXPECT_EQ(at(19, 14), (Rgb{255, 0, 0}));
  EXPECT_EQ(pixels_other_than(kGround), 100);
}

TEST_F(DrawnPicture, TwoTrianglesHaveEachPixelOfTheirEdgeOnce) {
  list().AddRectFilled({0, 0}, {30, 30}, kHalf);  // square: its diagonal meets the pixels' centres
  draw();
  EXPECT_EQ(at(15, 15), (Rgb{128, 0, 127}));
  EXPECT_EQ(at(0, 0), at(15, 15));
  EXPECT_EQ(at(29, 0), at(15, 15));
  EXPECT_EQ(at(20, 9), at(15, 15));
}

TEST_F(DrawnPicture, NothingIsDrawnBeyondTheClippedPart) {
  list().PushClipRect({12, 0}, {16, 8});
  list().AddRectFilled({10, 5}, {20, 15}, kRed);
  list().PopClipRect();
  draw();
  EXPECT_EQ(pixels_other_than(kGround), 4 * 3);
}

TEST_F(DrawnPicture, APartIsCutOut) {
  list().AddRectFilled({10, 5}, {20, 15}, kRed);
  draw({10, 5, 22, 9});
  EXPECT_EQ(extent(), (core::Extent{12, 4}));
  EXPECT_EQ(at(0, 0), (Rgb{255, 0, 0}));
  EXPECT_EQ(at(10, 0), kGround);
}

TEST_F(DrawnPicture, LettersAreReadFromTheFontsTexture) {
  list().AddText({2, 2}, IM_COL32_WHITE, "I");
  draw();
  const int one = pixels_other_than(kGround);
  EXPECT_GT(one, 8);
  EXPECT_LT(one, 60);
}

}  // namespace
}  // namespace heatwave::shell
