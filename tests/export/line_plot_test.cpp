// Plots of fields on a line: axes, curves with gaps, and the picture of the past.
#include "app/export/line_plot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/field/cells.h"

namespace heatwave::exporting {
namespace {

std::shared_ptr<const std::vector<float>> row(float value) {
  return std::make_shared<const std::vector<float>>(10, value);
}

LinePlot small_plot() {
  LinePlot plot{.cells = 10, .every = 4, .over = 40, .step = 12, .end_cell = 10.0};
  plot.scale = {.map = &colour::find_colour_map("viridis"), .low = 0.0F, .high = 1.0F};
  plot.curves = {{.label = "u", .values = std::vector<float>(10, 0.5F), .is_main = true}};
  plot.past = {{0, row(0.0F)}, {4, row(1.0F)}, {12, row(0.5F)}};
  plot.along = {.title = "x", .origin = -45.0, .per_unit = 10.0};
  plot.time = {.title = "t"};
  return plot;
}

constexpr lines::Frame kArea{0, 0, 600, 400};

colour::Rgb colour_at(const Image& image, int x, int y) {
  const std::uint8_t* at = &image.rgb[3 * core::whole(image.extent).index(x, y)];
  return {at[0], at[1], at[2]};
}

TEST(LinePlots, MapValuesToHeightsAndBack) {
  const LinePlot plot = small_plot();
  const PlotPlan plan = plan_plot(kArea, 20);
  const PlotMapping mapping(plot, plan);
  for (const double value : {0.0, 0.25, 1.0}) {
    EXPECT_NEAR(mapping.value_at(mapping.y_of(value)), value, 1e-9);
    EXPECT_GT(mapping.y_of(value), plan.curves.top);
    EXPECT_LT(mapping.y_of(value), plan.curves.bottom);
  }
  EXPECT_GT(mapping.y_of(0.0), mapping.y_of(1.0)) << "upwards";
  EXPECT_GT(mapping.y_of_step(0), mapping.y_of_step(12)) << "time, too";
  EXPECT_DOUBLE_EQ(mapping.x_of(0), plan.curves.left);
  EXPECT_DOUBLE_EQ(mapping.x_of(10), plan.curves.right);
}

TEST(LinePlots, AreDrawnOnBlackForADarkWindow) {
  FieldPicture picture{.parts = {.size = {.exact = {200, 150}}}};
  picture.plot = std::make_shared<const LinePlot>(small_plot());
  for (const bool is_dark : {false, true}) {
    picture.is_dark = is_dark;
    const Image image = coloured(picture);
    EXPECT_EQ(colour::is_light(colour_at(image, 0, 0)), !is_dark) << "the paper";
    EXPECT_EQ(colour::is_light(colour_at(image, 60, 12)), !is_dark) << "the ground";
  }
}

TEST(LinePlots, HaveARowOfThePastWhereItsStepLies) {
  const LinePlot plot = small_plot();
  constexpr colour::Rgb kNone{1, 2, 3};
  const Image past = past_pixels(plot, 10, kNone);
  ASSERT_EQ(past.extent, (core::Extent{10, 11}));
  const auto at_step = [&](int step) { return colour_at(past, 5, 10 - step / 4); };
  EXPECT_EQ(at_step(0), plot.scale.colour(0.0F));
  EXPECT_EQ(at_step(4), plot.scale.colour(1.0F));
  EXPECT_EQ(at_step(8), kNone) << "this row is not known";
  EXPECT_EQ(at_step(12), plot.scale.colour(0.5F));
  EXPECT_EQ(at_step(40), kNone) << "it lies ahead";
}

TEST(LinePlots, ScrollOnceThePastIsFull) {
  LinePlot plot = small_plot();
  EXPECT_EQ(plot.top_step(), 40);
  plot.step = 57;
  EXPECT_EQ(plot.top_step(), 56) << "whole rows";
}

TEST(LinePlots, ShowWallsAndGapsAndHeldCells) {
  LinePlot plot = small_plot();
  plot.flags.assign(10, 0);
  plot.flags[3] = field::kWall;
  plot.flags[7] = plot.flags[8] = field::kHeld;
  plot.curves[0].values[5] = std::numeric_limits<float>::quiet_NaN();
  const PlotMarks marks = marks_of(plot, plan_plot(kArea, 20), 20);
  ASSERT_EQ(marks.curves.size(), 1U);
  EXPECT_EQ(marks.curves[0].size(), 3U) << "the wall and the gap divide it";
  EXPECT_EQ(marks.walls.size(), 1U);
  EXPECT_EQ(marks.held.size(), 1U);
  EXPECT_EQ(colour_at(past_pixels(plot, 10, {}), 3, 10), colour::kWallColour);
}

TEST(LinePlots, NumberTheirAxesInTheUnitsOfTheText) {
  const PlotMarks marks = marks_of(small_plot(), plan_plot(kArea, 20), 20);
  const auto has = [&](const std::string& text) {
    return std::any_of(marks.texts.begin(), marks.texts.end(),
                       [&](const PlotText& each) { return each.text == text; });
  };
  EXPECT_TRUE(has("−40"));
  EXPECT_TRUE(has("0.5"));
  EXPECT_TRUE(has("t"));
  EXPECT_TRUE(has("u"));
  EXPECT_TRUE(marks_of(small_plot(), plan_plot(kArea, 0), 0).texts.empty());
}

TEST(LinePlots, ThinTheColumnsOfALongLine) {
  LinePlot plot = small_plot();
  EXPECT_EQ(past_pixels(plot, 4, {}).extent.width, 4);
  plot.first_cell = 2;
  plot.end_cell = 5;
  EXPECT_EQ(past_pixels(plot, 100, {}).extent.width, 3);
}

}  // namespace
}  // namespace heatwave::exporting
