// Tests rasterising shapes: precedence, neighbours, and cells beyond periodic edges.
#include "app/scene/rasterise.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

using field::EdgeKind;

struct Cells {
  explicit Cells(const scene::Scene& scene)
      : cells(rasterise(scene, core::whole(scene.extent), 0)) {}
  [[nodiscard]] int flags(int x, int y) const { return cells.flags[cells.area.index(x, y)]; }
  [[nodiscard]] float held(int x, int y) const { return cells.held_values[cells.area.index(x, y)]; }
  field::SetCells cells;
};

scene::Scene open_scene(EdgeKind kind) {
  scene::Scene scene = scene::blank_scene("wave", {12, 10});
  scene.edges = all_edges(kind);
  return scene;
}

TEST(Rasterise, SourcesWinOverWallsAndWallsOverMedia) {
  const scene::Scene scene =
      with_items(open_scene(EdgeKind::reflecting), {box_item(scene::Source{2.0}, {4, 4}, {5, 5}),
                                                    box_item(scene::Wall{}, {4, 4}, {7, 5}),
                                                    box_item(scene::Medium{0.5}, {4, 4}, {10, 5}),
                                                    box_item(scene::Source{3.0}, {4, 4}, {5, 5})});
  const Cells c(scene);
  EXPECT_EQ(c.flags(4, 4) & (field::kHeld | field::kWall | field::kMedium), field::kHeld);
  EXPECT_EQ(c.held(4, 4), 3.0F);
  EXPECT_EQ(c.flags(5, 4) & (field::kHeld | field::kWall | field::kMedium), field::kWall);
  EXPECT_EQ(c.flags(8, 4) & (field::kHeld | field::kWall | field::kMedium), field::kMedium);
  EXPECT_EQ(c.cells.factors[c.cells.area.index(8, 4)], 0.5F);
  EXPECT_EQ(c.cells.factors[c.cells.area.index(5, 4)], 1.0F);
}

TEST(Rasterise, HeldEdgesGiveWayToWallsAndSources) {
  scene::Scene scene = with_items(
      open_scene(EdgeKind::held),
      {box_item(scene::Wall{}, {0, 2}, {1, 3}), box_item(scene::Source{5}, {0, 5}, {1, 6})});
  scene.edges.value = -1.5;
  const Cells c(scene);
  EXPECT_EQ(c.held(0, 0), -1.5F);
  EXPECT_TRUE(c.flags(11, 9) & field::kHeld);
  EXPECT_TRUE(c.flags(0, 2) & field::kWall);
  EXPECT_FALSE(c.flags(0, 2) & field::kHeld);
  EXPECT_EQ(c.held(0, 5), 5.0F);
  EXPECT_FALSE(c.flags(5, 5) & field::kHeld);
}

TEST(Rasterise, PlainCellsHaveNoFlagsAndNoFactors) {
  const Cells c(open_scene(EdgeKind::held));
  for (int y = 1; y < 9; ++y) {
    for (int x = 1; x < 11; ++x) EXPECT_EQ(c.flags(x, y), 0);
  }
  EXPECT_TRUE(c.cells.factors.empty());
}

TEST(Rasterise, NeighboursOfWallsAndEdgesAreMissing) {
  const scene::Scene scene =
      with_items(open_scene(EdgeKind::reflecting), {box_item(scene::Wall{}, {5, 5}, {6, 6})});
  const Cells c(scene);
  EXPECT_EQ(c.flags(4, 5), field::kNoEast);
  EXPECT_EQ(c.flags(6, 5), field::kNoWest);
  EXPECT_EQ(c.flags(5, 4), field::kNoSouth);
  EXPECT_EQ(c.flags(5, 6), field::kNoNorth);
  EXPECT_EQ(c.flags(4, 4), 0);
  EXPECT_EQ(c.flags(0, 0), field::kNoWest | field::kNoNorth);
  EXPECT_EQ(c.flags(11, 9), field::kNoEast | field::kNoSouth);
}

TEST(Rasterise, PeriodicEdgesSeeWallsOnTheOtherSide) {
  const scene::Scene scene = with_items(
      open_scene(EdgeKind::periodic),
      {box_item(scene::Wall{}, {0, 3}, {1, 4}), box_item(scene::Wall{}, {6, 9}, {7, 10})});
  const Cells c(scene);
  EXPECT_EQ(c.flags(11, 3), field::kNoEast);
  EXPECT_EQ(c.flags(6, 0), field::kNoNorth);
  EXPECT_EQ(c.flags(0, 0), 0);
  EXPECT_EQ(c.flags(11, 9), 0);
}

TEST(Rasterise, FreeCellsOfAbsorbingEdgesAbsorb) {
  const scene::Scene scene =
      with_items(open_scene(EdgeKind::absorbing), {box_item(scene::Wall{}, {3, 0}, {4, 1}),
                                                   box_item(scene::Source{}, {6, 0}, {7, 1}),
                                                   box_item(scene::Medium{0.5}, {8, 0}, {9, 2})});
  const Cells c(scene);
  EXPECT_TRUE(c.flags(1, 0) & field::kAbsorb);
  EXPECT_TRUE(c.flags(1, 0) & field::kNoNorth);
  EXPECT_FALSE(c.flags(3, 0) & field::kAbsorb);
  EXPECT_FALSE(c.flags(6, 0) & field::kAbsorb);
  EXPECT_TRUE(c.flags(8, 0) & field::kAbsorb);
  EXPECT_TRUE(c.flags(8, 0) & field::kMedium);
  EXPECT_FALSE(c.flags(5, 5) & field::kAbsorb);
}

TEST(Rasterise, OscillatingCellsNameTheirOscillationInItemOrder) {
  const scene::Scene scene =
      with_items(open_scene(EdgeKind::reflecting), {box_item(oscillating(10), {2, 2}, {3, 3}),
                                                    box_item(scene::Source{}, {4, 2}, {5, 3}),
                                                    box_item(oscillating(30), {6, 2}, {7, 3})});
  const Cells c(scene);
  ASSERT_EQ(c.cells.oscillating.size(), 2U);
  EXPECT_EQ(c.cells.oscillating[0].cell, (core::Cell{2, 2}));
  EXPECT_EQ(c.cells.oscillating[1].oscillation, 1);
  EXPECT_EQ(rules_of(scene).oscillations[1].period, 30);
}

TEST(Rasterise, AnyPartEqualsThatPartOfTheWhole) {
  std::mt19937 random(3);
  for (const EdgeKind kind : {EdgeKind::held, EdgeKind::periodic, EdgeKind::absorbing}) {
    scene::Scene scene = small_wave();
    scene.edges = all_edges(kind);
    scene.items.push_back(box_item(scene::Wall{}, {0, 30}, {1, 36}));
    const field::SetCells all = rasterise(scene, core::whole(scene.extent), 0);
    for (int i = 0; i < 50; ++i) {
      const int x0 = static_cast<int>(random() % 40);
      const int y0 = static_cast<int>(random() % 36);
      const core::Rect area{x0, y0, std::min(40, x0 + 1 + static_cast<int>(random() % 20)),
                            std::min(36, y0 + 1 + static_cast<int>(random() % 20))};
      const field::SetCells part = rasterise(scene, area, 0);
      for (int y = area.y0; y < area.y1; ++y) {
        for (int x = area.x0; x < area.x1; ++x) {
          ASSERT_EQ(part.flags[area.index(x, y)], all.flags[all.area.index(x, y)]);
          ASSERT_EQ(part.held_values[area.index(x, y)], all.held_values[all.area.index(x, y)]);
        }
      }
    }
  }
}

TEST(Rasterise, BandsCoverAnAreaOnce) {
  const core::Rect area{3, 5, 1'000'003, 25};
  int y = area.y0;
  for (const core::Rect& band : scene::bands(area)) {
    EXPECT_EQ(band.y0, y);
    EXPECT_LE(band.cells(), std::int64_t{1} << 22);
    y = band.y1;
  }
  EXPECT_EQ(y, area.y1);
}

TEST(InitialField, SymmetricScenesAreSymmetricToTheBit) {
  scene::Scene scene = scene::blank_scene("wave", {61, 48});
  scene.initial = {
      scene::Gaussian{{30.5, 24}, 6.3, 0.7}, scene::Gaussian{{10.1, 24}, 3, 1},
      scene::Gaussian{{50.9, 24}, 3, 1},     scene::Mode{3, 3, 0.2},
      scene::Ridge{{30.5, 24}, 0, 4, 0.3},   scene::Fill{scene::Disc{{30.5, 24}, 7}, 0.1}};
  // Sums of mirrored parts are equal only if they do not depend on the order of each pair.
  const field::FieldState state = initial_field(scene);
  const core::Rect grid = core::whole(scene.extent);
  for (int y = 0; y < 48; ++y) {
    for (int x = 0; x < 61; ++x) {
      const float here = state.planes[0][grid.index(x, y)];
      ASSERT_EQ(here, state.planes[0][grid.index(x, 47 - y)]);
      ASSERT_FLOAT_EQ(here, state.planes[0][grid.index(60 - x, y)]);
    }
  }
  EXPECT_EQ(state.planes[0], state.planes[1]);
}

TEST(InitialField, EachSymmetricPartIsSymmetricBothWays) {
  for (const scene::Initial& part : std::vector<scene::Initial>{
           scene::Gaussian{{20, 20}, 5, 1}, scene::Mode{3, 5, 1}, scene::Ridge{{20, 20}, 90, 4, 1},
           scene::Ridge{{20, 20}, 45, 4, 1}, scene::Fill{scene::Disc{{20, 20}, 9}, 1}}) {
    scene::Scene scene = scene::blank_scene("heat", {40, 40});
    scene.initial = {part};
    const field::FieldState state = initial_field(scene);
    const core::Rect grid = core::whole(scene.extent);
    for (int y = 0; y < 40; ++y) {
      for (int x = 0; x < 40; ++x) {
        ASSERT_EQ(state.planes[0][grid.index(x, y)], state.planes[0][grid.index(39 - x, 39 - y)])
            << part.index();
      }
    }
  }
}

TEST(InitialField, AModeIsZeroOnTheEdges) {
  scene::Scene scene = scene::blank_scene("wave", {33, 20});
  scene.initial = {scene::Mode{7, 2, 1}};
  const field::FieldState state = initial_field(scene);
  for (int x = 0; x < 33; ++x) {
    EXPECT_EQ(state.planes[0][static_cast<std::size_t>(x)], 0.0F);
    EXPECT_EQ(state.planes[0][static_cast<std::size_t>(19 * 33 + x)], 0.0F);
  }
}

TEST(InitialField, IsTheSameInBands) {
  scene::Scene scene = scene::blank_scene("gray-scott", {33, 20});
  scene.initial = {scene::Fill{scene::Disc{{10, 8}, 5}, 0.5},
                   scene::Gaussian{{20, 10}, 4, -0.5, "u"}, scene::Mode{1, 2, 0.1}};
  const field::FieldState whole = initial_field(scene);
  EXPECT_FALSE(starts_at_zero(scene));
  for (const core::Rect area : {core::Rect{0, 0, 33, 7}, {0, 7, 33, 20}, {5, 3, 20, 9}}) {
    const auto planes = initial_planes(scene, area);
    ASSERT_EQ(planes.size(), whole.planes.size());
    for (std::size_t p = 0; p < planes.size(); ++p) {
      for (int y = area.y0; y < area.y1; ++y) {
        for (int x = area.x0; x < area.x1; ++x) {
          ASSERT_EQ(planes[p][area.index(x, y)],
                    whole.planes[p][core::whole(scene.extent).index(x, y)]);
        }
      }
    }
  }
  EXPECT_TRUE(starts_at_zero(scene::blank_scene("wave", {5, 5})));
  EXPECT_FALSE(starts_at_zero(scene::blank_scene("gray-scott", {5, 5}))) << "food is everywhere";
}

}  // namespace
}  // namespace heatwave::session
