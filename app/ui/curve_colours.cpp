// A search found these colours: the smallest distance between two of them, for full colour vision
// and for each kind of colour-blindness, is as large as possible.
#include "app/ui/curve_colours.h"

#include <array>
#include <cstdint>

namespace heatwave::ui {
namespace {

constexpr std::array<std::uint32_t, kCurveColours> kOnDark{0xE69F00, 0x56B4E9, 0x009E73, 0xF0E442,
                                                           0x4C6FFF, 0xD9480F, 0xD58BC0, 0xFFFFFF};
constexpr std::array<std::uint32_t, kCurveColours> kOnLight{0xFF400F, 0x367CE7, 0x00664D, 0x31A526,
                                                            0x1F2FBF, 0x9D1A00, 0xB0509A, 0x111111};

}  // namespace

ImVec4 curve_colour(bool dark, std::size_t i) {
  const std::uint32_t rgb = (dark ? kOnDark : kOnLight)[i % kCurveColours];
  const auto part = [rgb](unsigned shift) {
    return static_cast<float>((rgb >> shift) & 255U) / 255.0F;
  };
  return {part(16), part(8), part(0), 1.0F};
}

}  // namespace heatwave::ui
