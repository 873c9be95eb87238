// Colour maps can be read: lightness grows all the way or equally on both sides, and colours a
// tenth of a map apart differ for people with any deficiency of red or green. By Machado, Oliveira
// and Fernandes (2009) for the simulation, and CIEDE2000 for the difference.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "app/colour/colouring.h"

namespace heatwave::colour {
namespace {

using Matrix = std::array<std::array<double, 3>, 3>;
using Triple = std::array<double, 3>;

constexpr Matrix kFull{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix kNoRed{{{0.152286, 1.052583, -0.204868},
                         {0.114503, 0.786281, 0.099216},
                         {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kNoGreen{{{0.367322, 0.860646, -0.227968},
                           {0.280085, 0.672501, 0.047413},
                           {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kToXyz{{{0.4124564, 0.3575761, 0.1804375},
                         {0.2126729, 0.7151522, 0.0721750},
                         {0.0193339, 0.1191920, 0.9503041}}};
constexpr Triple kWhite{0.95047, 1.0, 1.08883};

Triple times(const Matrix& matrix, const Triple& v) {
  Triple product{};
  for (std::size_t i = 0; i < 3; ++i) {
    product[i] = matrix[i][0] * v[0] + matrix[i][1] * v[1] + matrix[i][2] * v[2];
  }
  return product;
}

double linear(std::uint8_t byte) {
  const double part = byte / 255.0;
  return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
}

/// Returns the colour as seen by this kind of eye, in CIELAB.
Triple lab_of(Rgb colour, const Matrix& eye) {
  Triple seen = times(eye, {linear(colour.r), linear(colour.g), linear(colour.b)});
  for (double& part : seen) part = std::clamp(part, 0.0, 1.0);
  Triple f = times(kToXyz, seen);
  for (std::size_t i = 0; i < 3; ++i) {
    const double t = f[i] / kWhite[i];
    f[i] = t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  }
  return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

double lightness(Rgb colour) { return lab_of(colour, kFull)[0]; }

double in_radians(double degrees) { return degrees * std::numbers::pi / 180; }

double hue_of(double a, double b) {
  if (a == 0 && b == 0) return 0;
  const double degrees = std::atan2(b, a) * 180 / std::numbers::pi;
  return degrees < 0 ? degrees + 360 : degrees;
}

/// Returns the difference CIEDE2000.
double difference(const Triple& first, const Triple& second) {
  const auto seventh = [](double x) { return std::pow(x, 7.0); };
  const double most = seventh(25);
  const double mean_chroma =
      (std::hypot(first[1], first[2]) + std::hypot(second[1], second[2])) / 2;
  const double g = 0.5 * (1 - std::sqrt(seventh(mean_chroma) / (seventh(mean_chroma) + most)));
  const double a1 = (1 + g) * first[1];
  const double a2 = (1 + g) * second[1];
  const double c1 = std::hypot(a1, first[2]);
  const double c2 = std::hypot(a2, second[2]);
  const double h1 = hue_of(a1, first[2]);
  const double h2 = hue_of(a2, second[2]);
  double turn = c1 * c2 == 0 ? 0 : h2 - h1;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  double hue = h1 + h2;
  if (c1 * c2 != 0) {
    if (std::abs(h1 - h2) > 180) hue += hue < 360 ? 360 : -360;
    hue /= 2;
  }
  const double l = (first[0] + second[0]) / 2 - 50;
  const double c = (c1 + c2) / 2;
  const double t = 1 - 0.17 * std::cos(in_radians(hue - 30)) +
                   0.24 * std::cos(in_radians(2 * hue)) + 0.32 * std::cos(in_radians(3 * hue + 6)) -
                   0.20 * std::cos(in_radians(4 * hue - 63));
  const double dl = (second[0] - first[0]) / (1 + 0.015 * l * l / std::sqrt(20 + l * l));
  const double dc = (c2 - c1) / (1 + 0.045 * c);
  const double dh = 2 * std::sqrt(c1 * c2) * std::sin(in_radians(turn) / 2) / (1 + 0.015 * c * t);
  const double bend = 30 * std::exp(-std::pow((hue - 275) / 25, 2));
  const double rotation =
      -std::sin(in_radians(2 * bend)) * 2 * std::sqrt(seventh(c) / (seventh(c) + most));
  return std::sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh);
}

TEST(ColourVision, TheDifferenceIsThatOfPublishedPairs) {
  // From Sharma, Wu and Dalal (2005).
  EXPECT_NEAR(difference({50, 2.6772, -79.7751}, {50, 0, -82.7485}), 2.0425, 1e-4);
  EXPECT_NEAR(difference({50, 2.5, 0}, {73, 25, -18}), 27.1492, 1e-4);
  EXPECT_NEAR(difference({2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}), 0.9082, 1e-4);
  EXPECT_NEAR(difference({60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}), 1.2644, 1e-4);
}

TEST(ColourVision, LightnessGrowsAllTheWayOrEquallyOnBothSides) {
  constexpr double kTolerance = 0.1;  // bytes have steps of that size
  for (const ColourMap& map : colour_maps()) {
    if (map.kind == MapKind::rainbow) continue;
    for (std::size_t i = 0; i < 255; ++i) {
      const double here = lightness(map.table[i]);
      if (map.kind == MapKind::sequential) {
        EXPECT_GT(lightness(map.table[i + 1]), here - kTolerance) << map.id << ' ' << i;
      } else {
        EXPECT_NEAR(lightness(map.table[255 - i]), here, kTolerance) << map.id << ' ' << i;
      }
    }
  }
}

TEST(ColourVision, OnBothSidesOfADivergingMapLightnessGoesOneWay) {
  for (const ColourMap& map : colour_maps()) {
    if (map.kind != MapKind::diverging) continue;
    const double way = lightness(map.table[127]) > lightness(map.table[0]) ? 1 : -1;
    for (std::size_t i = 0; i < 127; ++i) {
      const double step = lightness(map.table[i + 1]) - lightness(map.table[i]);
      EXPECT_GT(way * step, -0.1) << map.id << ' ' << i;
    }
  }
}

TEST(ColourVision, ColoursATenthOfAMapApartDifferForEveryEye) {
  constexpr std::size_t kTenth = 26;
  constexpr double kLeast = 5.0;
  for (const ColourMap& map : colour_maps()) {
    if (map.kind == MapKind::rainbow) continue;
    for (const Matrix& eye : {kFull, kNoRed, kNoGreen}) {
      for (std::size_t i = 0; i + kTenth < 256; ++i) {
        EXPECT_GE(difference(lab_of(map.table[i], eye), lab_of(map.table[i + kTenth], eye)), kLeast)
            << map.id << ' ' << i;
      }
    }
  }
}

TEST(ColourVision, OnlyTheRainbowIsNotForMeasuring) {
  for (const ColourMap& map : colour_maps()) {
    EXPECT_EQ(map.kind == MapKind::rainbow, map.id == "turbo") << map.id;
  }
}

}  // namespace
}  // namespace heatwave::colour
