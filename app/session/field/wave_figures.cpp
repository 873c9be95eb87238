// Finds crests by comparing neighbours, and a spectrum by the fast Fourier transform.
#include "app/session/field/wave_figures.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <numbers>
#include <utility>

namespace heatwave::session {
namespace {

using Complex = std::complex<double>;

/// Returns the offset of the maximum of a parabola through three values, from -1/2 to 1/2.
double top_of(double before, double at, double after) {
  const double bend = before - 2 * at + after;
  return bend < 0 ? std::clamp(0.5 * (before - after) / bend, -0.5, 0.5) : 0.0;
}

/// Transforms the values in place; their number must be a power of two.
void transform(std::vector<Complex>& values) {
  const std::size_t n = values.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n >> 1U;
    for (; (j & bit) != 0; bit >>= 1U) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(values[i], values[j]);
  }
  for (std::size_t length = 2; length <= n; length *= 2) {
    const Complex turn = std::polar(1.0, -2 * std::numbers::pi / static_cast<double>(length));
    for (std::size_t from = 0; from < n; from += length) {
      Complex factor = 1.0;
      for (std::size_t i = from; i < from + length / 2; ++i) {
        const Complex even = values[i];
        const Complex odd = values[i + length / 2] * factor;
        values[i] = even + odd;
        values[i + length / 2] = even - odd;
        factor *= turn;
      }
    }
  }
}

/// Returns the newest values without a gap, up to the first that is not a number.
std::span<const float> newest_run(std::span<const float> values, std::size_t most) {
  std::size_t begin = values.size();
  while (begin > 0 && values.size() - begin < most && std::isfinite(values[begin - 1])) --begin;
  return values.subspan(begin);
}

}  // namespace

std::optional<Crests> crests_along(std::span<const float> values) {
  if (values.size() < 5) return {};
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double middle = (double{*low} + double{*high}) / 2;
  const double swing = double{*high} - double{*low};
  if (!(swing > 0) || !std::isfinite(swing)) return {};
  // Share of the whole range that a crest must exceed the troughs on both sides by.
  constexpr double kStandsOut = 0.15;
  const double least = kStandsOut * swing;
  const auto value = [&](std::size_t i) { return double{values[i]}; };
  std::vector<double> crests;
  const auto add = [&](std::size_t top) {
    if (top + 1 == values.size() || value(top) < middle - 0.25 * swing) return;
    crests.push_back(static_cast<double>(top) + top_of(value(top - 1), value(top), value(top + 1)));
  };
  // Along a slanting line a wave rises in steps, each of which would look like a crest.
  std::size_t top = 0;  // position of the highest value of this rise; 0: the values fall
  double trough = value(0);
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (top == 0) {
      trough = std::min(trough, value(i));
      if (value(i) - trough >= least) top = i;
    } else if (value(i) > value(top)) {
      top = i;
    } else if (value(top) - value(i) >= least) {
      add(top);
      top = 0;
      trough = value(i);
    }
  }
  if (top != 0) add(top);
  if (crests.size() < 2) return {};
  const auto gaps = static_cast<double>(crests.size() - 1);
  return Crests{static_cast<int>(crests.size()), (crests.back() - crests.front()) / gaps};
}

Spectrum spectrum_of(std::span<const float> values, std::size_t most) {
  const std::span<const float> run = newest_run(values, most);
  constexpr std::size_t kFewest = 8;
  if (run.size() < kFewest) return {};
  double mean = 0.0;
  for (const float value : run) mean += double{value};
  mean /= static_cast<double>(run.size());
  // Zero padding doubles the number of points, for a finer spectrum and more exact peaks.
  std::vector<Complex> points(2 * std::bit_ceil(run.size()));
  double weights = 0.0;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const double turn = 2 * std::numbers::pi * (static_cast<double>(i) + 0.5);
    const double weight = 0.5 - 0.5 * std::cos(turn / static_cast<double>(run.size()));
    points[i] = weight * (double{run[i]} - mean);
    weights += weight;
  }
  transform(points);
  Spectrum spectrum{
      .spacing = 1.0 / static_cast<double>(points.size()), .amplitudes = {}, .used = run.size()};
  for (std::size_t i = 0; i <= points.size() / 2; ++i) {
    spectrum.amplitudes.push_back(static_cast<float>(2 * std::abs(points[i]) / weights));
  }
  return spectrum;
}

std::optional<double> peak_of(const Spectrum& spectrum) {
  const auto& a = spectrum.amplitudes;
  if (a.size() < 3) return {};
  const auto top =
      static_cast<std::size_t>(std::max_element(a.begin() + 1, a.end() - 1) - a.begin());
  if (!(a[top] > 0.0F)) return {};
  const double off = top_of(double{a[top - 1]}, double{a[top]}, double{a[top + 1]});
  return (static_cast<double>(top) + off) * spectrum.spacing;
}

}  // namespace heatwave::session
