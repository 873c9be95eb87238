// One square of a surface painted, some pixels of a row at once: for each width of vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "app/view/surface_squares.h"
#include "kernels/core/lanes.h"

namespace heatwave::view {

/// A square's corners are a, b; c, d. Its triangles are a, b, c and b, c, d: as OpenGL draws them.
struct SurfaceSquare {
  enum Edge { kAb, kAc, kBd, kCd, kBc, kEdges };
  struct Line {
    float x, y, way_x, way_y;
  };
  /// How far a corner's value is from that of b, which all are counted from.
  struct Shares {
    float b, by_a, by_c, by_d;
  };
  Line edges[kEdges];  ///< From the corner with the lower number, so that neighbours find the same.
  float part_abc, part_bcd;  ///< of the triangles' areas
  float near_a, near_b, near_c, near_d;
  Shares brightness, gloss;
  float left, right, upper, lower;  ///< of the picture's texels
  core::Rect pixels;
};

template <int kLanes>
struct WholeLanes {
  using Type [[gnu::vector_size(kLanes * sizeof(float))]] = std::int32_t;
};

/// Some pixels of a row.
template <int kLanes>
struct SurfaceLanes {
  using Float = typename core::Lanes<kLanes>::Type;
  using Whole = typename WholeLanes<kLanes>::Type;
  using Bits = typename core::Lanes<kLanes>::Bits;

  Float down;                           ///< the middle of the row, in every lane
  Float across[SurfaceSquare::kEdges];  ///< what the columns count
  Float abc[3];                         ///< how much of each corner there is: of a, c, b
  Float bcd[3];                         ///< of d, c, b
  Float other, of_c;                    ///< of a or d, and of c, in space
  Whole is_bcd;
  Whole is_inside;
  Bits colour;

  [[gnu::always_inline]] void begin(const SurfaceSquare& square, int x, int y) {
    down = Float{} + (static_cast<float>(y) + 0.5F);
    Float middle;
    for (int i = 0; i < kLanes; ++i) middle[i] = static_cast<float>(x + i) + 0.5F;
    for (int e = 0; e < SurfaceSquare::kEdges; ++e) {
      const auto& edge = square.edges[e];
      across[e] = (middle - edge.x) * edge.way_y;
    }
  }

  /// Which triangle each pixel lies in, and where there.
  [[gnu::always_inline]] void find(const SurfaceSquare& square) {
    Float side[SurfaceSquare::kEdges];
    for (int e = 0; e < SurfaceSquare::kEdges; ++e) {
      const auto& edge = square.edges[e];
      side[e] = (down - edge.y) * edge.way_x - across[e];
    }
    abc[0] = side[SurfaceSquare::kBc] * square.part_abc;
    abc[1] = side[SurfaceSquare::kAb] * square.part_abc;
    abc[2] = side[SurfaceSquare::kAc] * -square.part_abc;
    bcd[0] = side[SurfaceSquare::kBc] * square.part_bcd;
    bcd[1] = side[SurfaceSquare::kBd] * -square.part_bcd;
    bcd[2] = side[SurfaceSquare::kCd] * square.part_bcd;
    is_bcd = (bcd[0] >= 0.0F) & (bcd[1] >= 0.0F) & (bcd[2] >= 0.0F);
    is_inside = is_bcd | ((abc[0] >= 0.0F) & (abc[1] >= 0.0F) & (abc[2] >= 0.0F));
  }

  [[nodiscard]] [[gnu::always_inline]] bool is_empty() const {
    int any = 0;
    for (int i = 0; i < kLanes; ++i) any |= is_inside[i];
    return any == 0;
  }

  /// What is near counts more.
  [[gnu::always_inline]] void find_in_space(const SurfaceSquare& square) {
    other = is_bcd ? bcd[0] * square.near_d : abc[0] * square.near_a;
    of_c = (is_bcd ? bcd[1] : abc[1]) * square.near_c;
    Float of_b = (is_bcd ? bcd[2] : abc[2]) * square.near_b;
    Float all = 1.0F / (other + of_c + of_b);
    other *= all;
    of_c *= all;
  }

  [[gnu::always_inline]] void value(const SurfaceSquare::Shares& shares, Float& out) const {
    Float zero{};
    Float by_other = is_bcd ? zero + shares.by_d : zero + shares.by_a;
    out = by_other * other + of_c * shares.by_c + shares.b;
  }

  /// What lies beside the square is anything, but of the picture.
  [[gnu::always_inline]] void texels(const SurfaceSquare& square, const LaidPicture& picture,
                                     Bits& out) const {
    Float zero{};
    Float of_d = is_bcd ? other : zero;
    Float x = (of_c + (other - of_d)) * (square.left - square.right) + square.right;
    Float y = (of_c + of_d) * (square.lower - square.upper) + square.upper;
    Whole column = __builtin_convertvector(x, Whole);
    Whole row = __builtin_convertvector(y, Whole);
    Bits at = __builtin_convertvector(row, Bits);
    at *= static_cast<std::uint32_t>(picture.extent.width);
    at += __builtin_convertvector(column, Bits);
    Bits last = Bits{} + static_cast<std::uint32_t>(picture.pixels.size() - 1);
    at = at < last ? at : last;
    for (int i = 0; i < kLanes; ++i) out[i] = picture.pixels[at[i]];
  }

  [[gnu::always_inline]] void light(const SurfaceSquare& square, const Bits& texel) {
    Float brightness;
    Float gloss;
    value(square.brightness, brightness);
    value(square.gloss, gloss);
    gloss += 0.5F;
    colour = Bits{} + 0xff000000U;
    Whole most = Whole{} + 255;
    for (int shift = 0; shift < 24; shift += 8) {
      Whole plain = __builtin_convertvector(texel >> shift & 255U, Whole);
      Float lit = __builtin_convertvector(plain, Float) * brightness + gloss;
      Whole byte = __builtin_convertvector(lit, Whole);
      byte = byte < most ? byte : most;
      colour |= __builtin_convertvector(byte, Bits) << shift;
    }
  }

  [[gnu::always_inline]] void put(std::uint32_t* pixel) const {
    Bits before;
    std::memcpy(&before, pixel, sizeof before);
    Bits after = is_inside ? colour : before;
    std::memcpy(pixel, &after, sizeof after);
  }
};

template <int kLanes>
[[gnu::always_inline]] inline void paint_square(const SurfaceSquare& given, const LaidPicture& laid,
                                                const PaintedPixels& to) {
  const LaidPicture picture = laid;
  const SurfaceSquare square = given;
  const int last = to.part.x1 - kLanes;
  const auto width = static_cast<std::size_t>(to.part.width());
  for (int from = square.pixels.x0; from < square.pixels.x1; from += kLanes) {
    const int x = from < last ? from : last;
    SurfaceLanes<kLanes> lanes;
    lanes.begin(square, x, square.pixels.y0);
    std::uint32_t* pixel = to.first + to.part.index(x, square.pixels.y0);
    for (int y = square.pixels.y0; y < square.pixels.y1; ++y, lanes.down += 1.0F, pixel += width) {
      typename SurfaceLanes<kLanes>::Bits seen;
      lanes.find(square);
      if (lanes.is_empty()) continue;
      lanes.find_in_space(square);
      lanes.texels(square, picture, seen);
      lanes.light(square, seen);
      lanes.put(pixel);
    }
  }
}

}  // namespace heatwave::view
