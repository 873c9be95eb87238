// Tests how titles are divided into two columns.
#include "app/ui/title_columns.h"

#include <array>
#include <string>

#include "without_a_screen.h"

namespace heatwave::ui {
namespace {

class TitleColumnsTest : public WithoutAScreen {
 protected:
  TitleColumnsTest() { ImGui::NewFrame(); }
  ~TitleColumnsTest() override { ImGui::EndFrame(); }
};

TEST_F(TitleColumnsTest, AreEvenWhereTheWidthAllowsIt) {
  const std::array<std::string, 5> titles{"one", "two", "three", "four", "five"};
  const TitleColumns columns = title_columns(titles, 200, 10, 8);
  EXPECT_EQ(columns.rows, 3U);
  EXPECT_EQ(columns.first, ImGui::CalcTextSize("three").x + 10);
  EXPECT_EQ(columns.first + 8 + columns.second, 200);
}

TEST_F(TitleColumnsTest, AWideTitleHasAColumnForItAndNoRoomMakesOneColumn) {
  const std::array<std::string, 4> titles{"one", "a long title", "a longer title", "x"};
  const float narrow = ImGui::CalcTextSize("a longer titlex").x + 2 * 10 + 8;
  EXPECT_EQ(title_columns(titles, narrow, 10, 8).rows, 3U) << "the last one fits beside the others";
  EXPECT_EQ(title_columns(titles, narrow - 4, 10, 8).rows, 4U);
}

}  // namespace
}  // namespace heatwave::ui
