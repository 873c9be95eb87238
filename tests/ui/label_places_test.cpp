// Labels of a chart keep off marks, lines and each other.
#include "app/ui/label_places.h"

#include <gtest/gtest.h>

#include <array>

namespace heatwave::ui {
namespace {

constexpr Box kPlot{0, 0, 200, 100};
constexpr ImVec2 kLabel{60, 16};
constexpr std::array<ImVec2, 3> kRow{{{130, 50}, {70, 50}, {10, 50}}};

TEST(LabelPlaces, TheFirstFreePlaceIsTaken) {
  LabelPlaces places(kPlot, 4);
  EXPECT_EQ(places.take(kLabel, kRow), (Box{130, 42, 190, 58}));
  EXPECT_EQ(places.take(kLabel, kRow)->left, 10) << "the next place is nearer than the margin";
  EXPECT_EQ(places.take(kLabel, kRow), std::nullopt);
  constexpr std::array<ImVec2, 1> kOutside{{{160, 50}}};
  EXPECT_EQ(places.take(kLabel, kOutside), std::nullopt);
}

TEST(LabelPlaces, ALineIsNotCrossed) {
  LabelPlaces places(kPlot, 4);
  places.keep_off_line({100, 0}, {200, 90});  // leads past the middle of the first place
  EXPECT_EQ(places.take(kLabel, kRow)->left, 70);
  LabelPlaces low(kPlot, 4);
  low.keep_off_line({0, 60}, {200, 60});
  EXPECT_EQ(low.take(kLabel, kRow)->left, 130) << "it passes below";
  LabelPlaces short_line(kPlot, 4);
  short_line.keep_off_line({100, 0}, {140, 36});
  EXPECT_EQ(short_line.take(kLabel, kRow)->left, 130) << "it ends before the label";
}

TEST(LabelPlaces, AMarkIsNotCovered) {
  LabelPlaces places(kPlot, 4);
  places.keep_off_mark({127, 39});
  EXPECT_EQ(places.take(kLabel, kRow)->left, 10) << "the margin reaches into two places";
}

}  // namespace
}  // namespace heatwave::ui
