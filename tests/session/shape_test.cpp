// Tests shapes: the cells they contain, their bounds, moving and resizing.
#include "app/scene/shape.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "app/scene/mask.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

const std::vector<scene::Shape> kShapes = {
    scene::Disc{{10, 12}, 4.3}, scene::Rectangle{{3.2, 4}, {9, 15.7}},
    scene::Line{{2, 3}, {17, 11}, 3}, scene::Stroke{{{4, 4}, {9, 16}, {15, 6}}, 2.2}};

TEST(Shapes, MasksAgreeWithContainsAndLieInBounds) {
  const core::Rect area{-5, -5, 30, 30};
  for (const scene::Shape& shape : kShapes) {
    const scene::Mask mask = mask_of(shape, area);
    int covered = 0;
    for (int y = area.y0; y < area.y1; ++y) {
      for (int x = area.x0; x < area.x1; ++x) {
        const bool inside = contains(shape, {x + 0.5, y + 0.5});
        EXPECT_EQ(inside, mask.area.contains({x, y}) && mask.at(x, y)) << x << ',' << y;
        EXPECT_TRUE(!inside || bounds(shape).contains({x, y}));
        covered += inside ? 1 : 0;
      }
    }
    EXPECT_GT(covered, 20);
  }
}

TEST(Shapes, ARectangleDoesNotIncludeItsFarSides) {
  const scene::Mask mask = mask_of(scene::Shape(scene::Rectangle{{2, 3}, {5, 7}}), {0, 0, 20, 20});
  EXPECT_EQ(mask.area, (core::Rect{2, 3, 5, 7}));
  EXPECT_FALSE(contains(scene::Shape(scene::Rectangle{{2, 3}, {5, 7}}), {5, 5}));
}

TEST(Shapes, NoneIsTooSmallToBeThere) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(2.0, 8.0);
  for (int i = 0; i < 300; ++i) {
    const core::Point at{place(random), place(random)};
    EXPECT_TRUE(mask_of(scene::Shape(scene::Disc{at, 0.1}), {0, 0, 10, 10}).any());
    const scene::Mask thin =
        mask_of(scene::Shape(scene::Rectangle{at, {at.x + 0.2, at.y + 2.0}}), {0, 0, 20, 20});
    EXPECT_EQ(thin.area.width(), 1);
    EXPECT_EQ(thin.area.height(), 2);
  }
  EXPECT_FALSE(mask_of(scene::Shape(scene::Disc{{5, 5}, 0.1}), {0, 0, 3, 3}).any());
}

TEST(Shapes, ThinLinesHaveNoGaps) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(0.0, 60.0);
  for (int i = 0; i < 300; ++i) {
    const scene::Line line{{place(random), place(random)}, {place(random), place(random)}, 0.01};
    const bool flat = std::abs(line.to.x - line.from.x) >= std::abs(line.to.y - line.from.y);
    const scene::Mask mask = mask_of(scene::Shape(line), {-2, -2, 64, 64});
    const double from = flat ? line.from.x : line.from.y;
    const double to = flat ? line.to.x : line.to.y;
    // Every column (or row) whose centre the line passes has a cell, next to the previous one.
    int last = -1000;
    for (int a = static_cast<int>(std::ceil(std::min(from, to) - 0.5));
         a + 0.5 <= std::max(from, to); ++a) {
      int first = -1000;
      int end = -1000;
      for (int b = -2; b < 64; ++b) {
        const core::Cell c = flat ? core::Cell{a, b} : core::Cell{b, a};
        if (!mask.area.contains(c) || !mask.at(c.x, c.y)) continue;
        if (first == -1000) first = b;
        end = b;
      }
      ASSERT_NE(first, -1000) << "gap in line " << i;
      ASSERT_TRUE(last == -1000 || std::min(std::abs(first - last), std::abs(end - last)) <= 1);
      last = end;
    }
  }
}

TEST(Shapes, MovingMovesEveryCell) {
  for (const scene::Shape& shape : kShapes) {
    const scene::Shape there = moved(shape, {7, -3});
    const core::Rect a = bounds(shape);
    EXPECT_EQ(bounds(there), (core::Rect{a.x0 + 7, a.y0 - 3, a.x1 + 7, a.y1 - 3}));
  }
}

TEST(Shapes, AHandleLiesWhereItWasDraggedTo) {
  for (const scene::Shape& shape : kShapes) {
    for (std::size_t i = 0; i < handles(shape).size(); ++i) {
      const core::Point to{handles(shape)[i].x + 3, handles(shape)[i].y + 2};
      const scene::Shape next = with_handle_at(shape, i, to);
      EXPECT_NE(next, shape);
    }
  }
  const scene::Shape r = with_handle_at(scene::Rectangle{{2, 2}, {8, 8}}, 4, {12, 9});
  EXPECT_EQ(r, scene::Shape(scene::Rectangle{{2, 2}, {12, 9}}));
  const scene::Shape side = with_handle_at(scene::Rectangle{{2, 2}, {8, 8}}, 7, {0, 30});
  EXPECT_EQ(side, scene::Shape(scene::Rectangle{{0, 2}, {8, 8}}));
  EXPECT_EQ(with_handle_at(scene::Disc{{5, 5}, 2}, 1, {5, 11}),
            scene::Shape(scene::Disc{{5, 5}, 6}));
}

TEST(Shapes, ItemsMoveWithTheirHoles) {
  scene::Item item = disc_item(scene::Wall{}, {10, 10}, 5);
  item.holes.push_back({{{10, 10}}, 2});
  EXPECT_FALSE(contains(item, {10, 10}));
  const scene::Item there = moved(item, {4, 1});
  EXPECT_FALSE(contains(there, {14, 11}));
  EXPECT_TRUE(contains(there, {14, 7}));
}

}  // namespace
}  // namespace heatwave::session
