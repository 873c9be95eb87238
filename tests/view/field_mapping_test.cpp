// The positions of cells in the window: fitted, zoomed and moved.
#include "app/view/field_mapping.h"

#include <gtest/gtest.h>

namespace heatwave::view {
namespace {

FieldMapping placed(const ui::Box& area, core::Extent extent) {
  FieldMapping mapping;
  mapping.place(area, extent);
  return mapping;
}

TEST(FieldMapping, FitsTheWholeGridCentredWithSquareCells) {
  const FieldMapping mapping = placed(ui::Box::at(100, 50, 800, 600), {200, 100});
  EXPECT_DOUBLE_EQ(mapping.scale(), 4.0);
  EXPECT_EQ(mapping.to_window({0, 0}), (core::Point{100, 150}));
  EXPECT_EQ(mapping.to_window({200, 100}), (core::Point{900, 550}));
}

TEST(FieldMapping, FindsTheCellUnderThePointerToTheLastPixel) {
  const FieldMapping mapping = placed(ui::Box::at(100, 50, 800, 600), {200, 100});
  EXPECT_EQ(mapping.cell_at(100, 150), (core::Cell{0, 0}));
  EXPECT_EQ(mapping.cell_at(103.9, 153.9), (core::Cell{0, 0}));
  EXPECT_EQ(mapping.cell_at(104, 154), (core::Cell{1, 1}));
  EXPECT_EQ(mapping.cell_at(899.9, 549.9), (core::Cell{199, 99}));
}

TEST(FieldMapping, KnowsNoCellBesideTheGrid) {
  const FieldMapping mapping = placed(ui::Box::at(100, 50, 800, 600), {200, 100});
  EXPECT_EQ(mapping.cell_at(500, 149), (core::Cell{-1, -1}));
  EXPECT_EQ(mapping.cell_at(500, 551), (core::Cell{-1, -1}));
  EXPECT_EQ(mapping.cell_at(99, 300), (core::Cell{-1, -1}));
}

TEST(FieldMapping, ZoomKeepsTheCellUnderThePointer) {
  FieldMapping mapping = placed(ui::Box::at(0, 0, 800, 600), {400, 300});
  const core::Point before = mapping.to_cells(300, 200);
  mapping.zoom_about(300, 200, 3.0);
  const core::Point after = mapping.to_cells(300, 200);
  EXPECT_DOUBLE_EQ(mapping.scale(), 6.0);
  EXPECT_NEAR(before.x, after.x, 1e-9);
  EXPECT_NEAR(before.y, after.y, 1e-9);
}

TEST(FieldMapping, NeverZoomsOutBeyondTheWholeGridNorMovesItOutOfSight) {
  FieldMapping mapping = placed(ui::Box::at(0, 0, 800, 600), {400, 300});
  mapping.zoom_about(10, 10, 0.1);
  EXPECT_TRUE(mapping.fitted());
  mapping.zoom_about(400, 300, 4.0);
  mapping.pan(1e6, -1e6);
  EXPECT_NEAR(mapping.to_cells(0, 0).x, 0.0, 1e-9);
  EXPECT_NEAR(mapping.to_cells(800, 600).y, 300.0, 1e-9);
}

TEST(FieldMapping, ShowsAnotherGridFittedButKeepsTheZoomInAnotherArea) {
  FieldMapping mapping = placed(ui::Box::at(0, 0, 800, 600), {400, 300});
  mapping.zoom_about(400, 300, 2.0);
  mapping.place(ui::Box::at(0, 0, 1200, 600), {400, 300});
  EXPECT_FALSE(mapping.fitted());
  mapping.place(ui::Box::at(0, 0, 1200, 600), {64, 64});
  EXPECT_TRUE(mapping.fitted());
}

TEST(FieldMapping, SeesOnlyThePartOfTheGridInsideItsArea) {
  FieldMapping mapping = placed(ui::Box::at(10, 20, 800, 600), {200, 100});
  EXPECT_FLOAT_EQ(mapping.seen().top, 120);
  EXPECT_FLOAT_EQ(mapping.seen().height(), 400);
  mapping.zoom_about(410, 320, 4.0);
  EXPECT_FLOAT_EQ(mapping.seen().top, 20);
  EXPECT_FLOAT_EQ(mapping.seen().height(), 600);
}

}  // namespace
}  // namespace heatwave::view
