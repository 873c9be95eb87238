// Tests pictures with a colour bar, a title and outlines.
#include "app/export/framed_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/lines/interpolation.h"
#include "app/session/field/picture_exports.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "kernels/field/cells.h"

namespace heatwave::exporting {
namespace {

FieldPicture picture_of(core::Extent extent, PictureParts parts) {
  FieldPicture picture{.extent = extent};
  for (std::int64_t i = 0; i < extent.cells(); ++i) {
    picture.cells.push_back(static_cast<float>(i) / static_cast<float>(extent.cells() - 1));
  }
  picture.scale = colour::scale_of(picture.cells);
  picture.parts = parts;
  picture.title = "Two slits – λ";
  picture.moment = "step 1200";
  return picture;
}

colour::Rgb pixel(const Image& image, int x, int y) {
  const std::uint8_t* at = &image.rgb[3 * core::whole(image.extent).index(x, y)];
  return {at[0], at[1], at[2]};
}

/// Counts the dark pixels of an area.
int inked(const Image& image, core::Rect part) {
  int count = 0;
  for (int y = part.y0; y < part.y1; ++y) {
    for (int x = part.x0; x < part.x1; ++x) count += pixel(image, x, y).r < 128 ? 1 : 0;
  }
  return count;
}

/// Returns the position of the field's first cell: the first pixel with its colour.
core::Cell field_in(const Image& image, const Image& bare) {
  const colour::Rgb first = pixel(bare, 0, 0);
  for (int y = 0; y < image.extent.height; ++y) {
    for (int x = 0; x < image.extent.width; ++x) {
      if (pixel(image, x, y) == first) return {x, y};
    }
  }
  return {-1, -1};
}

TEST(FramedPicture, HoldsTheFieldItselfMagnifiedByAWholeNumber) {
  for (const core::Extent extent :
       {core::Extent{640, 480}, core::Extent{120, 90}, core::Extent{7, 5}, core::Extent{1500, 3}}) {
    const Image bare = coloured(picture_of(extent, {}));
    EXPECT_EQ(bare.extent, extent);
    const PictureParts parts{.bar = true, .title = true};
    const Image image = coloured(picture_of(extent, parts));
    EXPECT_EQ(image.extent, picture_extent(extent, parts));
    const int times = extent.width == 640 || extent.width == 1500 ? 1
                      : extent.width == 120                       ? 4
                                                                  : 72;
    const core::Cell at = field_in(image, bare);
    ASSERT_GE(at.x, 0);
    for (int y = 0; y < extent.height; ++y) {
      for (int x = 0; x < extent.width; x += 3) {
        ASSERT_EQ(pixel(image, at.x + times * x + times - 1, at.y + times * y), pixel(bare, x, y))
            << x << ", " << y;
      }
    }
  }
}

TEST(FramedPicture, ASmoothOneHasValuesBetweenTheCells) {
  for (const bool bar : {false, true}) {
    const PictureParts parts{.bar = bar, .smooth = true};
    const FieldPicture picture = picture_of({120, 90}, parts);
    const Image image = coloured(picture);
    EXPECT_EQ(image.extent, picture_extent(picture.extent, parts));
    const core::Cell corner =
        bar ? field_in(image, coloured(picture_of({120, 90}, {}))) : core::Cell{0, 0};
    const lines::CellValues values{picture.extent, picture.cells, {}, 0};
    for (int y = 0; y < 360; y += 7) {
      for (int x = 0; x < 480; ++x) {
        const float value =
            value_between(values, {(x + 0.5) / 4, (y + 0.5) / 4}, lines::Interpolation::cubic);
        ASSERT_EQ(pixel(image, corner.x + x, corner.y + y), picture.scale.colour(value));
      }
    }
  }
}

TEST(FramedPicture, ASmoothOneOfALargeFieldIsLikeAnyOther) {
  EXPECT_EQ(coloured(picture_of({640, 480}, {.smooth = true})).rgb,
            coloured(picture_of({640, 480}, {})).rgb);
}

TEST(FramedPicture, ASmoothOneKeepsItsWallsAndLines) {
  FieldPicture picture = picture_of({120, 90}, {.smooth = true});
  picture.flags.assign(picture.cells.size(), 0);
  picture.flags[core::whole(picture.extent).index(50, 40)] = field::kWall;
  picture.levels = lines::inner_levels(picture.scale);
  picture.arrows = {{.at = {20, 20}, .flux = {6, 0}}};
  const Image image = coloured(picture);
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(pixel(image, 200 + i % 4, 160 + i / 4), colour::kWallColour);
  }
  picture.arrows.clear();
  EXPECT_NE(pixel(image, 80, 80), pixel(coloured(picture), 80, 80)) << "the arrow's shaft";
}

TEST(FramedPicture, AReliefIsBrightWhereTheFieldRisesToTheLowerRight) {
  FieldPicture picture{.extent = {20, 10}};
  for (int i = 0; i < 200; ++i) {
    const int up = i % 20 < 10 ? i % 20 : 19 - i % 20;
    picture.cells.push_back(static_cast<float>(up));
  }
  picture.flags.assign(200, 0);
  picture.flags[15] = field::kWall;
  picture.scale = colour::scale_of(picture.cells);
  const Image flat = coloured(picture);
  picture.relief = true;
  const Image image = coloured(picture);
  EXPECT_GT(pixel(image, 4, 5).g, pixel(flat, 4, 5).g);
  EXPECT_LT(pixel(image, 14, 5).g, pixel(flat, 14, 5).g);
  EXPECT_EQ(pixel(image, 15, 0), colour::kWallColour);
}

TEST(FramedPicture, ItsBarRunsFromTheHighestColourToTheLowestWithNumbersBeside) {
  const FieldPicture picture = picture_of({640, 480}, {.bar = true});
  const Image image = coloured(picture);
  const colour::Rgb high = picture.scale.colour(picture.scale.high);
  const colour::Rgb low = picture.scale.colour(picture.scale.low);
  int bar = -1;
  for (int x = image.extent.width - 1; x >= 0 && bar < 0; --x) {
    for (int y = 0; y < image.extent.height / 2; ++y) {
      if (pixel(image, x, y) == high) bar = x;
    }
  }
  ASSERT_GT(bar, 640);
  std::vector<int> rows;
  for (int y = 0; y < image.extent.height; ++y) {
    if (pixel(image, bar, y) != colour::Rgb{255, 255, 255}) rows.push_back(y);
  }
  EXPECT_EQ(rows.size(), 480U);
  EXPECT_EQ(pixel(image, bar, rows.front()), high);
  EXPECT_EQ(pixel(image, bar, rows.back()), low);
  EXPECT_GT(inked(image, {bar + 6, 0, image.extent.width, image.extent.height}), 300);
}

TEST(FramedPicture, TicksOfASoftenedScaleStandWhereItsBarHasTheirValues) {
  FieldPicture picture = picture_of({640, 480}, {.bar = true});
  picture.scale.low = -2.0F;
  picture.scale.high = 2.0F;
  const auto rows_of_ticks = [&picture](colour::ScaleKind kind) {
    picture.scale.kind = kind;
    const Image image = coloured(picture);
    constexpr colour::Rgb kTick{96, 100, 108};
    for (int x = 640; x < image.extent.width; ++x) {
      std::vector<double> places;
      for (int y = 0; y < image.extent.height; ++y) {
        if (pixel(image, x, y) == kTick) places.push_back(y);
      }
      if (places.size() > 2) return places;
    }
    return std::vector<double>();
  };
  const std::vector<double> even = rows_of_ticks(colour::ScaleKind::linear);
  const std::vector<double> uneven = rows_of_ticks(colour::ScaleKind::softened);
  ASSERT_FALSE(even.empty());
  ASSERT_FALSE(uneven.empty());
  const auto has_tick = [](const std::vector<double>& rows, double top, double place) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](double row) { return std::abs(row - (top + 480 * place)) <= 1.5; });
  };
  const double top = even.front();
  EXPECT_TRUE(has_tick(even, top, 0.375)) << "0.5 of 2";
  EXPECT_TRUE(has_tick(uneven, top, 0.5 - 0.7 / 2)) << "0.5 of 2";
  EXPECT_TRUE(has_tick(uneven, top, 0.5)) << "0";
  EXPECT_TRUE(has_tick(uneven, top, 0.5 + 0.7 / 2)) << "−0.5 of 2";
  EXPECT_FALSE(has_tick(uneven, top, 0.375));
}

TEST(FramedPicture, TheBarsEndsAreMarkedWhereTheFieldGoesBeyondThem) {
  FieldPicture picture = picture_of({640, 480}, {.bar = true});
  const Image plain = coloured(picture);
  const core::Rect above{640, 0, plain.extent.width, 15};
  const core::Rect below{640, plain.extent.height - 15, plain.extent.width, plain.extent.height};
  const int numbers = inked(plain, above);
  picture.limits = {.below = -1.0F, .above = 2.0F};
  EXPECT_EQ(coloured(picture).rgb, plain.rgb) << "no value exceeds the limits";
  picture.cells.front() = 3.0F;
  const Image marked = coloured(picture);
  EXPECT_GT(inked(marked, above), numbers + 20);
  EXPECT_EQ(inked(marked, below), inked(plain, below));
  picture.flags.assign(picture.cells.size(), 0);
  picture.flags.front() = field::kWall;
  EXPECT_EQ(inked(coloured(picture), above), numbers) << "a wall shows no value";
}

TEST(FramedPicture, ATitleStandsAboveTheFieldAndIsCutWhereThereIsNoRoom) {
  FieldPicture picture = picture_of({640, 480}, {.title = true});
  const Image image = coloured(picture);
  const int above = image.extent.height - 480 - 16;
  EXPECT_GT(inked(image, {0, 0, 300, above}), 120) << "the title";
  EXPECT_GT(inked(image, {image.extent.width - 130, 0, image.extent.width, above}), 80);
  EXPECT_EQ(inked(image, {300, 0, image.extent.width - 130, above}), 0);
  picture.title = std::string(400, 'W');
  EXPECT_EQ(coloured(picture).extent, image.extent);
  const Lettering letters(20);
  EXPECT_LE(letters.width(letters.elided("Übergröße über alles", 60)), 60);
  EXPECT_EQ(letters.elided("Wave", 600), "Wave");
  EXPECT_GT(letters.width("λ"), 4);
}

TEST(FramedPicture, OutlinesLieOnTheCellsAtTheBorderOfWhatStandsThere) {
  scene::Scene scene = scene::blank_scene("heat", {60, 40});
  scene.items.push_back(
      {.role = scene::Medium{0.5}, .shape = scene::Rectangle{{10, 10}, {20, 18}}});
  session::Session session(scene, {.backend = field::Backend::cpu, .threads = 1});
  const auto of = [&](PictureParts parts) {
    return coloured(session::picture_of(session.snapshot().scene, session.state(),
                                        session.cell_flags(), parts));
  };
  const Image bare = of({});
  const Image image = of({.outlines = true});
  EXPECT_EQ(image.extent, bare.extent);
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 60; ++x) {
      const bool inside = x >= 10 && x < 20 && y >= 10 && y < 18;
      const bool rim = inside && (x == 10 || x == 19 || y == 10 || y == 17);
      EXPECT_EQ(pixel(image, x, y) != pixel(bare, x, y), rim) << x << ", " << y;
    }
  }
}

TEST(FramedPicture, AnExactSizeIsFilledWithTheFieldAndItsFrameWhateverTheFieldsShape) {
  for (const core::Extent extent : {core::Extent{640, 480}, core::Extent{30, 90}}) {
    for (const bool smooth : {false, true}) {
      const PictureParts parts{
          .bar = true, .title = true, .smooth = smooth, .size = {.exact = {960, 540}}};
      const Image image = coloured(picture_of(extent, parts));
      EXPECT_EQ(image.extent, (core::Extent{960, 540}));
      const core::Extent field = field_pixels(extent, parts);
      EXPECT_LE(field.height, 540);
      EXPECT_GT(field.height, smooth ? 440 : 260) << extent.width;
      EXPECT_TRUE(smooth || field.width < extent.width || field.width % extent.width == 0);
    }
  }
}

TEST(FramedPicture, CellsHaveTheirGivenNumberOfPixels) {
  const Image bare = coloured(picture_of({16, 12}, {}));
  const Image image = coloured(picture_of({16, 12}, {.size = {.times = 3}}));
  ASSERT_EQ(image.extent, (core::Extent{48, 36}));
  for (int y = 0; y < 36; ++y) {
    for (int x = 0; x < 48; ++x) ASSERT_EQ(pixel(image, x, y), pixel(bare, x / 3, y / 3));
  }
}

TEST(FramedPicture, LinesAreAsWideAsTheSizeAsksForAndNoWider) {
  const auto dark_in_a_row = [](core::Extent exact) {
    FieldPicture picture = picture_of({40, 40}, {.smooth = true, .size = {.exact = exact}});
    for (int y = 0; y < 40; ++y) {
      for (int x = 0; x < 40; ++x) {
        picture.cells[static_cast<std::size_t>(40 * y + x)] = static_cast<float>(x) / 39;
      }
    }
    const Image plain = coloured(picture);
    picture.levels = {.values = {0.8}, .step = 0.2};
    const Image lined = coloured(picture);
    int count = 0;
    for (int x = 0; x < exact.width; ++x) {
      const int row = exact.height / 2;
      count += pixel(plain, x, row).r - pixel(lined, x, row).r > 40 ? 1 : 0;
    }
    return count;
  };
  EXPECT_GE(dark_in_a_row({360, 360}), 1);
  EXPECT_LE(dark_in_a_row({360, 360}), 2) << "18 if each cell's line were magnified";
  EXPECT_GE(dark_in_a_row({2880, 2880}), 3);
  EXPECT_LE(dark_in_a_row({2880, 2880}), 6);
}

TEST(FramedPicture, ASmallerOneAveragesItsCells) {
  FieldPicture picture = picture_of({64, 64}, {.size = {.exact = {32, 32}}});
  for (std::size_t i = 0; i < picture.cells.size(); ++i) picture.cells[i] = i % 2 == 0 ? 0 : 1;
  const Image image = coloured(picture);
  EXPECT_EQ(pixel(image, 3, 3), pixel(image, 4, 4));
  EXPECT_NE(pixel(image, 3, 3), picture.scale.colour(0));
  EXPECT_NE(pixel(image, 3, 3), picture.scale.colour(1));
}

TEST(FramedPicture, NoSizeBeyondTheLimitsIsTaken) {
  for (const PictureSize& size :
       {PictureSize{.exact = {8, 800}}, PictureSize{.exact = {800, 20'000}},
        PictureSize{.times = -1}, PictureSize{.times = 17}}) {
    EXPECT_THROW(check_size(size), core::Error);
  }
  EXPECT_NO_THROW(check_size({}));
  EXPECT_NO_THROW(check_size({.exact = {3840, 2160}}));
}

}  // namespace
}  // namespace heatwave::exporting
