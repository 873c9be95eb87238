// Computes the intensity of waves as a screen or an eye records it: the mean of their squares,
// without phases.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "app/scene/interference.h"
#include "app/scene/views/catalogue.h"

namespace heatwave::scene {
namespace {

field::AveragingWindow window_of(std::span<const double> parameters) {
  return {.every = std::llround(parameters[0]), .over = std::llround(parameters[1])};
}

/// The zero point is dropped, because it is not part of an oscillation.
colour::Legend squared(const colour::Legend& of_values) {
  const double one = of_values.scale();
  return {
      .zero = 0.0, .one = one * one, .unit = of_values.unit.empty() ? "" : of_values.unit + "²"};
}

/// Derives a range for the average from a fixed range of the field: half the mean square of an
/// oscillation that fills it, so that faint parts are visible beside bright ones.
colour::ColourChoice first_colours(const colour::ColourChoice& of_values) {
  if (of_values.automatic) return {};
  double reach = std::max(std::abs(of_values.low), std::abs(of_values.high));
  // A softened scale has room for the strongest waves; the average is scaled to the usual ones.
  if (of_values.scale == colour::ScaleKind::softened) {
    reach /= 1 + static_cast<double>(colour::kSoftness);
  }
  const double high = reach * reach / 4;
  // The square of a very small or large range is no end of a range.
  if (high < std::numeric_limits<float>::min() || high > std::numeric_limits<float>::max()) {
    return {};
  }
  return {.automatic = false, .low = 0.0, .high = high};
}

/// Returns the envelope of one slit for this sine: sinc²(π·a·sin θ/λ).
double envelope(double width, double sine, double wavelength) {
  const double turns = std::numbers::pi * width * sine / wavelength;
  if (std::abs(turns) < 1e-9) return 1.0;
  const double amplitude = std::sin(turns) / turns;
  return amplitude * amplitude;
}

/// Returns the relative intensity. Two sources: cos²(π·Δr/λ) with the path difference Δr; for
/// slits, times the envelope of one. One slit: its envelope. Both decrease as 1/r and by the
/// damping along the path.
double intensity_at(const Interference& found, double fading, core::Point at) {
  const core::Point along{-found.outward.y, found.outward.x};
  const core::Point way{at.x - found.middle.x, at.y - found.middle.y};
  const double length = std::hypot(way.x, way.y);
  const double ahead = way.x * found.outward.x + way.y * found.outward.y;
  if (!(length > 0) || (ahead <= 0 && !found.both_sides)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const double sine = (way.x * along.x + way.y * along.y) / length;
  const double far = std::exp(-fading * length) / length;
  if (found.is_dark) return far * envelope(found.distance, sine, found.wavelength);
  const auto way_from = [&](double side) {
    const double half = side * found.distance / 2;
    return std::hypot(way.x - half * along.x, way.y - half * along.y);
  };
  const double difference = (way_from(-1) - way_from(1)) / found.wavelength - found.shift;
  const double together = std::cos(std::numbers::pi * difference);
  return far * together * together * envelope(found.slit, sine, found.wavelength);
}

std::optional<SteadyTheory> theory_of_intensity(const Scene& scene) {
  const auto found = interference_of(scene);
  if (!found) return {};
  const double damping = scene.parameters.at(1);
  const double speed = std::sqrt(scene.parameters.front());
  const char* words = found->is_dark    ? "sinc² of one slit"
                      : found->slit > 0 ? "cos² of two slits under sinc²"
                                        : "cos² of two sources";
  return SteadyTheory{words, [found = *found, fading = damping / speed](core::Point at) {
                        return intensity_at(found, fading, at);
                      }};
}

}  // namespace

View intensity_view() {
  return {
      .id = "intensity",
      .title = "Intensity",
      .help =
          "The time average of u², as a screen shows waves: no phases, bright where they "
          "add up.",
      .draws = {},
      .suits = [](const field::EquationInfo& equation) { return equation.id == "wave"; },
      .suits_what = "waves",
      .parameters =
          {{.id = "every",
            .title = "sample every",
            .unit = "steps",
            .help = "Steps from one sample of u² to the next.",
            .minimum = 1,
            .maximum = 100,
            .initial = 4},
           {.id = "over",
            .title = "average over",
            .unit = "steps",
            .help =
                "Number of recent steps that are averaged; whole periods give the least ripple.",
            .minimum = 10,
            .maximum = 20000,
            .initial = 1000}},
      .averaged = AveragedQuantity{
          .info = {.id = "intensity", .title = "⟨u²⟩", .colormap = "inferno", .from_zero = true},
          .window = window_of,
          .legend = squared,
          .colours = first_colours,
          .theory = theory_of_intensity}};
}

}  // namespace heatwave::scene
