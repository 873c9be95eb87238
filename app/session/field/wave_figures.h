// What waves are told by: the distance of their crests, and their spectrum.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace heatwave::session {

struct Crests {
  int count = 0;
  double spacing = 0.0;  ///< from one to the next, in values
};
/// The crests along evenly spaced values: maxima that stand out, each placed between the values by
/// a parabola. Nothing where there are fewer than two.
std::optional<Crests> crests_along(std::span<const float> values);

/// Amplitudes of the frequencies in evenly spaced values, from zero to half the rate of the values.
struct Spectrum {
  double spacing = 0.0;  ///< of the frequencies, in cycles for each value
  std::vector<float> amplitudes;
  std::size_t used = 0;  ///< of the values: the newest of them
};
/// Under a Hann window, their mean taken away; at most so many of the newest values. What is not a
/// number ends them.
inline constexpr std::size_t kSpectrumValues = 2048;
Spectrum spectrum_of(std::span<const float> values, std::size_t most);
/// The frequency of the highest peak, between the frequencies by a parabola; nothing where there is
/// none.
std::optional<double> peak_of(const Spectrum& spectrum);

}  // namespace heatwave::session
