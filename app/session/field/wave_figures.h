// Figures of waves: the distance of their crests, and their spectrum.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace heatwave::session {

struct Crests {
  int count = 0;
  double spacing = 0.0;  ///< distance between crests, in values
};
/// Finds the crests along evenly spaced values: maxima that stand out, each placed between the
/// values by a parabola. None: there are fewer than two.
std::optional<Crests> crests_along(std::span<const float> values);

/// Amplitudes of the frequencies in evenly spaced values, from zero to half the sampling rate.
struct Spectrum {
  double spacing = 0.0;  ///< distance of the frequencies, in cycles per value
  std::vector<float> amplitudes;
  std::size_t used = 0;  ///< number of values used, the newest ones
};
/// Computes the spectrum under a Hann window after subtracting the mean; of at most `most` of the
/// newest values, up to the first that is not a number.
inline constexpr std::size_t kSpectrumValues = 2048;
Spectrum spectrum_of(std::span<const float> values, std::size_t most);
/// Returns the frequency of the highest peak, refined by a parabola; none: there is no peak.
std::optional<double> peak_of(const Spectrum& spectrum);

}  // namespace heatwave::session
