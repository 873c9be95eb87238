// Maps field values to colours, for the shader and for PNG files; independent of OpenGL.
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

#include "kernels/core/geometry.h"
#include "kernels/core/names.h"
#include "kernels/field/equation.h"

namespace heatwave::colour {

struct Rgb {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

/// True if dark marks stand out from this colour better than light ones.
bool is_light(Rgb colour);

/// The range that a map is made for.
enum class MapKind : std::uint8_t {
  sequential,  ///< from little to much: lightness only grows
  diverging,   ///< about zero in the middle: both sides are equally light
  rainbow,     ///< for the eye alone: colours of equal lightness mean different values
};

struct ColourMap {
  std::string id;
  MapKind kind = MapKind::sequential;
  std::array<Rgb, 256> table;
};

/// How the values of a range share the colours.
enum class ScaleKind : std::uint8_t {
  linear,    ///< equal shares
  softened,  ///< values near zero get more colours: an eighth of the range gets half of them
};

constexpr std::array<core::Name<ScaleKind>, 2> names_of(ScaleKind /*kind*/) {
  return {{{ScaleKind::linear, "linear"}, {ScaleKind::softened, "softened"}}};
}

/// The user's choice of colours; a plain value that is saved in scenes.
struct ColourChoice {
  std::string colormap;   ///< empty: the component's default, or one that suits the range
  int bands = 0;          ///< 0: smooth; otherwise the number of flat bands
  bool automatic = true;  ///< true: the range follows the field
  double low = 0.0;       ///< lower end of a fixed range
  double high = 1.0;
  bool positive = false;  ///< values below zero are shown as zero
  ScaleKind scale = ScaleKind::linear;
  static void fields(auto& self, auto&& visit) {
    visit.optional("colormap", self.colormap);
    visit.optional("bands", self.bands);
    visit.optional("automatic", self.automatic);
    visit.optional("low", self.low);
    visit.optional("high", self.high);
    visit.optional("positive", self.positive);
    visit.optional("scale", self.scale);
  }
  friend bool operator==(const ColourChoice&, const ColourChoice&) = default;
};

/// A linear scale from field values to displayed values with a unit.
struct Legend {
  double zero = 0.0;  ///< displayed value for a field value of 0
  double one = 1.0;   ///< displayed value for a field value of 1; differs from `zero`
  std::string unit;
  [[nodiscard]] double said(double value) const { return zero + (one - zero) * value; }
  [[nodiscard]] double value(double said) const { return (said - zero) / (one - zero); }
  /// The displayed difference of two field values that differ by 1; positive.
  [[nodiscard]] double scale() const { return std::abs(one - zero); }
  [[nodiscard]] std::string with_unit(std::string number) const {
    return unit.empty() ? number : number + " " + unit;
  }
  [[nodiscard]] std::string titled(std::string name) const {
    return unit.empty() ? name : name + " in " + unit;
  }
  friend bool operator==(const Legend&, const Legend&) = default;
};

/// A softened scale changes its colours 1 + kSoftness times as fast at zero as a linear one.
inline constexpr float kSoftness = 6.0F;

/// The curve of a softened scale, symmetric about its centre: with the distance x from the centre,
/// in reaches, and s = kSoftness it rises as (1 + s) x / (1 + s |x|). That is close to
/// asinh(28 x) / asinh(28), and its value has the same bits on every machine.
struct Softening {
  float centre = 0.0F;  ///< zero, or the end of the range that is nearest to it
  float reach = 1.0F;   ///< distance from the centre to the farther end of the range
  float first = 0.0F;   ///< height of the curve at the lower end
  float height = 1.0F;  ///< how much it rises to the upper end
};

/// The colours of one field after a ColourChoice is resolved: every value has a colour.
struct ColourScale {
  const ColourMap* map = nullptr;
  int bands = 0;
  float low = 0.0F;
  float high = 1.0F;
  Legend legend;
  ScaleKind kind = ScaleKind::linear;

  /// Returns the table entry of a value; the fragment shader computes the same. NaN gives entry 0.
  [[nodiscard]] int entry(float value) const;
  /// Returns how far below the top of a colour bar a value stands: 0 for `high`, 1 for `low`.
  [[nodiscard]] double place_of(double value) const;
  /// Returns the value at a place that place_of() returns.
  [[nodiscard]] float value_at(float place) const;
  [[nodiscard]] Softening softening() const;
  [[nodiscard]] Rgb colour(float value) const {
    return map->table[static_cast<std::size_t>(entry(value))];
  }
  friend bool operator==(const ColourScale&, const ColourScale&) = default;
};

/// Returns the height of a value of 1 for a relief, in cells.
float steepness_of(core::Extent grid, const ColourScale& scale);
/// Returns a colour of a relief where the height grows by `right` and `down` a cell in these
/// directions, in light from the upper left. Level ground keeps its colour. The field's fragment
/// shader computes the same.
Rgb lit(Rgb colour, float right, float down);

/// Values below `below` or above `above` lie beyond the range and take the colour of its end.
/// Infinite: no value lies beyond.
struct ColourLimits {
  float below = -std::numeric_limits<float>::infinity();
  float above = std::numeric_limits<float>::infinity();
};

/// An odd number, so that a surface at rest, zero, lies in the middle of a band.
inline constexpr int kDefaultBands = 13;
/// The colour of walls, in files and in the window.
inline constexpr Rgb kWallColour{118, 120, 124};

/// All colour maps, in the order of the menu.
const std::vector<ColourMap>& colour_maps();
/// Throws core::Error that lists the known ids.
const ColourMap& find_colour_map(std::string_view id);
/// Returns a map for differences that are shown beside a field with this map: it diverges, and its
/// middle is dark where that of a diverging field is dark.
const ColourMap& difference_map(const ColourMap& shown);

/// `minimum` and `maximum` are the extremes of the field. An automatic range is symmetric about
/// zero for a signed component, starts at zero if only positive values are shown, and is never
/// empty.
ColourScale resolve(const ColourChoice& choice, const field::ComponentInfo& component,
                    float minimum, float maximum);
/// There is no lower limit if values below zero are shown as zero.
ColourLimits limits_of(const ColourChoice& choice, const ColourScale& scale);
/// Returns a scale from the smallest to the largest value, for values without an equation such as
/// the picture of an experiment.
ColourScale scale_of(std::span<const float> values);

}  // namespace heatwave::colour
