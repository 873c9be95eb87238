// From field values to colours, for the shader and for PNG files alike. Knows no OpenGL.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/field/equation.h"

namespace heatwave::colour {

struct Rgb {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

/// Whether dark things stand out from it better than light ones.
bool is_light(Rgb colour);

struct ColourMap {
  std::string id;
  std::array<Rgb, 256> table;
};

/// How a person wants values shown; a plain value, kept in scenes.
struct ColourChoice {
  std::string colormap;   ///< empty: the one that suits the component
  int bands = 0;          ///< 0: smooth, else this many flat bands
  bool automatic = true;  ///< the range follows the field
  double low = 0.0;       ///< the range otherwise
  double high = 1.0;
  bool positive = false;  ///< values below zero are shown as zero
  static void fields(auto& self, auto&& visit) {
    visit.optional("colormap", self.colormap);
    visit.optional("bands", self.bands);
    visit.optional("automatic", self.automatic);
    visit.optional("low", self.low);
    visit.optional("high", self.high);
    visit.optional("positive", self.positive);
  }
  friend bool operator==(const ColourChoice&, const ColourChoice&) = default;
};

/// What values are said as: themselves, or what they stand for in a unit.
struct Legend {
  double zero = 0.0;  ///< what a value of 0 stands for
  double one = 1.0;   ///< likewise 1; never as much as 0
  std::string unit;
  [[nodiscard]] double said(double value) const { return zero + (one - zero) * value; }
  [[nodiscard]] double value(double said) const { return (said - zero) / (one - zero); }
  /// What values that differ by 1 differ by as they are said.
  [[nodiscard]] double scale() const { return std::abs(one - zero); }
  [[nodiscard]] std::string with_unit(std::string number) const {
    return unit.empty() ? number : number + " " + unit;
  }
  [[nodiscard]] std::string titled(std::string name) const {
    return unit.empty() ? name : name + " in " + unit;
  }
  friend bool operator==(const Legend&, const Legend&) = default;
};

/// A choice made definite for one field: every value has a colour.
struct ColourScale {
  const ColourMap* map = nullptr;
  int bands = 0;
  float low = 0.0F;
  float high = 1.0F;
  Legend legend;

  /// The table entry for a value; the fragment shader does the same sum. NaN gives entry 0.
  [[nodiscard]] int entry(float value) const;
  /// How many colours there are, 256 at most, and of which of them a value is.
  [[nodiscard]] int levels() const { return bands == 0 ? 256 : std::min(bands, 256); }
  void find_levels(std::span<const float> values, std::span<std::uint8_t> levels) const;
  [[nodiscard]] int entry_of(int level) const;
  [[nodiscard]] Rgb colour(float value) const {
    return map->table[static_cast<std::size_t>(entry(value))];
  }
};

/// Values below the first and above the second lie beyond a fixed range: they have the colour of
/// its end. Infinite: no value lies beyond.
struct ColourLimits {
  float below = -std::numeric_limits<float>::infinity();
  float above = std::numeric_limits<float>::infinity();
};

/// Odd, so that a still surface, zero, lies within one band and not on the border of two.
inline constexpr int kDefaultBands = 13;
/// Colours for what is not field: walls, in files as in the window.
inline constexpr Rgb kWallColour{118, 120, 124};

/// All maps, in the order in which they are offered.
const std::vector<ColourMap>& colour_maps();
/// Throws core::Error naming the ids there are.
const ColourMap& find_colour_map(std::string_view id);

/// `minimum` and `maximum` are those of the field to be shown. An automatic range is symmetric
/// about zero where the component is signed, starts at zero where only positive values are shown,
/// and is never empty.
ColourScale resolve(const ColourChoice& choice, const field::ComponentInfo& component,
                    float minimum, float maximum);
/// None for an automatic range, which follows the field, and none below zero where values below
/// zero are shown as zero on purpose.
ColourLimits limits_of(const ColourChoice& choice, const ColourScale& scale);
/// For values of no equation, such as an experiment's picture: from the least to the greatest.
ColourScale scale_of(std::span<const float> values);

}  // namespace heatwave::colour
