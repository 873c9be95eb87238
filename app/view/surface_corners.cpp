// A row at a time, in loops that the compiler makes vectors of.
#include "app/view/surface_corners.h"

#include <algorithm>
#include <cmath>

#include "app/view/surface_light.h"
#include "kernels/core/scratch.h"
#include "kernels/core/simd.h"

namespace heatwave::view {
namespace {

/// Added and taken away again it leaves whole parts of 256 of a pixel, as OpenGL has them.
constexpr float kToParts = 3 << 14;

/// Its power is as good as 0, and still an ordinary number: CPUs take long over smaller ones.
constexpr float kDullest = 0.05F;

std::array<float, 3> floats(const Space& way) {
  return {static_cast<float>(way.x), static_cast<float>(way.y), static_cast<float>(way.z)};
}

/// The outer ones reach to the rim of their cells.
std::vector<float> reaching_to_rim(double first, double spacing, int count) {
  std::vector<float> places;
  for (int i = 0; i < count; ++i) {
    const double rim = 0.5 * ((i == count - 1 ? 1 : 0) - (i == 0 ? 1 : 0));
    places.push_back(static_cast<float>(first + spacing * i + rim));
  }
  return places;
}

}  // namespace

struct CornerMaker::Row {
  int count;
  const float* place_x;
  // Heights; those of the row itself go one farther at both ends.
  const float* north;
  const float* here;
  const float* south;
  float half_x, half_y;         ///< of a difference of two heights, a slope
  Sum x_sum, y_sum, depth_sum;  ///< of the row: what y counts lies in 1
  float least_depth;
  std::array<float, 3> light, halfway;
  float* x;
  float* y;
  float* nearness;
  float* brightness;
  float* gloss;
};

CornerMaker::CornerMaker(const Relief& relief, const SurfaceCamera& camera,
                         core::Extent framebuffer, double pixels_per_unit, const core::Rect& pixels)
    : relief_(relief), least_depth_(static_cast<float>(1e-3 * camera.ray(0, 0).from.z)) {
  const auto clip =
      camera.to_clip(framebuffer.width / pixels_per_unit, framebuffer.height / pixels_per_unit);
  const auto sum = [&clip](std::size_t row, double scale, double depths) {
    const auto of = [&](std::size_t column) {
      return static_cast<float>(scale * static_cast<double>(clip[4 * column + row]) +
                                depths * static_cast<double>(clip[4 * column + 3]));
    };
    return Sum{of(0), of(1), of(2), of(3)};
  };
  x_ = sum(0, framebuffer.width / 2.0, framebuffer.width / 2.0 - pixels.x0);
  y_ = sum(1, framebuffer.height / 2.0, framebuffer.height / 2.0 - pixels.y0);
  depth_ = sum(3, 1.0, 0.0);
  const SurfaceLight light = light_for(camera);
  light_ = floats(light.from);
  halfway_ = floats(light.halfway);
  const lines::Samples& heights = relief.heights;
  places_x_ = reaching_to_rim(heights.first.x, heights.spacing.x, heights.extent.width);
  places_y_ = reaching_to_rim(heights.first.y, heights.spacing.y, heights.extent.height);
}

void CornerMaker::prepare(core::Extent laid, SurfaceCorners& corners) const {
  corners.places = relief_.heights.extent;
  const auto count = static_cast<std::size_t>(corners.places.cells());
  for (std::vector<float>* each :
       {&corners.x, &corners.y, &corners.nearness, &corners.brightness, &corners.gloss}) {
    core::fit(*each, count);
  }
  // At the rim no rounding leads beyond the last texel.
  const auto texel = [](float part, int texels) {
    return std::min(part * static_cast<float>(texels), static_cast<float>(texels) - 1.0F / 64.0F);
  };
  corners.across.clear();
  for (const float x : places_x_) {
    corners.across.push_back(texel(x / static_cast<float>(relief_.grid.width), laid.width));
  }
  corners.upwards.clear();
  for (const float y : places_y_) {
    const float part = 1.0F - y / static_cast<float>(relief_.grid.height);
    corners.upwards.push_back(texel(part, laid.height));
  }
}

HEATWAVE_SIMD_CLONES void CornerMaker::make_row(const Row& given) {
  const Row row = given;
#pragma GCC ivdep
  for (int i = 0; i < row.count; ++i) {
    const float place = row.place_x[i];
    const float height = row.here[i];
    const auto sum = [&](const Sum& of) { return of.one + of.x * place + of.height * height; };
    const float depth = sum(row.depth_sum);
    const float nearness = 1.0F / (depth > row.least_depth ? depth : row.least_depth);
    row.nearness[i] = nearness;
    row.x[i] = sum(row.x_sum) * nearness + kToParts - kToParts;
    row.y[i] = sum(row.y_sum) * nearness + kToParts - kToParts;
    const float down_x = (row.here[i - 1] - row.here[i + 1]) * row.half_x;
    const float down_y = (row.north[i] - row.south[i]) * row.half_y;
    const float part = 1.0F / std::sqrt(down_x * down_x + down_y * down_y + 1.0F);
    const auto towards = [&](const std::array<float, 3>& way) {
      return (down_x * way[0] + down_y * way[1] + way[2]) * part;
    };
    const float lit = towards(row.light);
    row.brightness[i] = 0.5F + 0.55F * (lit > 0.0F ? lit : 0.0F);
    const float mirrored = towards(row.halfway);
    const float turned = mirrored > kDullest ? mirrored : kDullest;
    const float by_3 = turned * turned * turned;
    const float by_6 = by_3 * by_3;
    const float by_12 = by_6 * by_6;
    row.gloss[i] = 255.0F * 0.22F * (by_12 * by_12);
  }
}

void CornerMaker::make(int first_row, int end_row, SurfaceCorners& corners) const {
  const lines::Samples& heights = relief_.heights;
  const int width = heights.extent.width;
  const int last = heights.extent.height - 1;
  std::vector<float> here(static_cast<std::size_t>(width) + 2);
  for (int y = first_row; y < end_row; ++y) {
    const auto heights_of = [&](int row) {
      return heights.values.data() + heights.index(0, std::clamp(row, 0, last));
    };
    const float* row = heights_of(y);
    here.front() = row[0];
    std::copy_n(row, width, here.begin() + 1);
    here.back() = row[width - 1];
    const float place = places_y_[static_cast<std::size_t>(y)];
    const auto of_row = [place](Sum sum) {
      sum.one += sum.y * place;
      return sum;
    };
    const std::size_t at = heights.index(0, y);
    make_row({.count = width,
              .place_x = places_x_.data(),
              .north = heights_of(y - 1),
              .here = here.data() + 1,
              .south = heights_of(y + 1),
              .half_x = static_cast<float>(0.5 / heights.spacing.x),
              .half_y = static_cast<float>(0.5 / heights.spacing.y),
              .x_sum = of_row(x_),
              .y_sum = of_row(y_),
              .depth_sum = of_row(depth_),
              .least_depth = least_depth_,
              .light = light_,
              .halfway = halfway_,
              .x = &corners.x[at],
              .y = &corners.y[at],
              .nearness = &corners.nearness[at],
              .brightness = &corners.brightness[at],
              .gloss = &corners.gloss[at]});
  }
}

}  // namespace heatwave::view
