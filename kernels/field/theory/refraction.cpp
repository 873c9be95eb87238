// Waves on both sides share the frequency and the wave number along the face; the field and its
// slope pass the face without a jump.
#include "kernels/field/theory/refraction.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace heatwave::field {
namespace {

using Complex = std::complex<double>;

constexpr Complex kI{0.0, 1.0};

}  // namespace

double RefractedWave::at(core::Point place, double step) const {
  if (step < filled || place.x < smooth) return std::numeric_limits<double>::quiet_NaN();
  const double reflected = (before - behind) / (before + behind);
  const auto wave = [](double turns) { return std::exp(kI * turns); };
  const double on_face = -before * (face - sources);
  const Complex across = place.x < face
                             ? wave(-before * (place.x - sources)) +
                                   reflected * wave(on_face - before * (face - place.x))
                             : (1.0 + reflected) * wave(on_face - behind * (place.x - face));
  return (incident * across * wave(phase + turn * step + down * (place.y - origin))).imag();
}

std::optional<RefractedWave> refracted_wave(const RefractionSetup& setup) {
  constexpr double kLeastTurn = 1e-9;
  RefractedWave wave{.sources = std::round(setup.sources_end) - 0.5,
                     .face = std::round(setup.face),
                     .middle = setup.extent.height / 2.0,
                     .origin = setup.source_height / 2,
                     .turn = 2 * std::numbers::pi / setup.period,
                     .phase = setup.phase,
                     .down = setup.phase_step / setup.source_height,
                     .smooth = setup.sources_end + setup.source_height / 2};
  const double number = wave.turn / setup.speed;
  const double number_behind = wave.turn / setup.speed_behind;
  const double down = std::abs(wave.down);
  if (std::abs(setup.phase_step) < kLeastTurn || down >= number || down >= number_behind) return {};
  wave.before = std::sqrt(number * number - down * down);
  wave.behind = std::sqrt(number_behind * number_behind - down * down);
  const double way = wave.face - wave.sources;
  // The wave takes its way once to fill the field, and once more until the part that runs to and
  // fro between sources and face has its whole amplitude.
  wave.filled = setup.ramp + 2 * (way * number / wave.before / setup.speed +
                                  (setup.extent.width - wave.face) * number_behind / wave.behind /
                                      setup.speed_behind);
  const double reflected = (wave.before - wave.behind) / (wave.before + wave.behind);
  // A source has one value over its whole height, which weakens the wave by this factor.
  const double weakening = std::sin(setup.phase_step / 2) / (setup.phase_step / 2);
  wave.incident =
      setup.amplitude * weakening / (1.0 + reflected * std::exp(-2.0 * kI * wave.before * way));
  return wave;
}

Refraction refraction_of(const RefractedWave& wave) {
  const auto way_of = [&wave](double across) {
    const double length = std::hypot(across, wave.down);
    return core::Point{across / length, -wave.down / length};
  };
  const auto degrees = [](core::Point way) {
    return std::abs(std::asin(way.y)) * 180 / std::numbers::pi;
  };
  Refraction found{.at = {wave.face, wave.middle},
                   .from = way_of(wave.before),
                   .way = way_of(wave.behind),
                   .normal = {1, 0}};
  found.before = degrees(found.from);
  found.behind = degrees(found.way);
  found.index = found.way.y / found.from.y;
  return found;
}

std::optional<Refraction> refraction_at(core::Point at, core::Point normal, double index) {
  const double sine_before = normal.y;
  const double sine_behind = index * sine_before;
  if (std::abs(sine_behind) >= 1.0) return {};
  const double before = std::asin(sine_before);
  const double behind = std::asin(sine_behind);
  const double turned = before - behind;
  Refraction found{.at = at, .normal = normal, .index = index};
  found.way = {std::cos(turned), std::sin(turned)};
  found.before = std::abs(before) * 180 / std::numbers::pi;
  found.behind = std::abs(behind) * 180 / std::numbers::pi;
  return found;
}

}  // namespace heatwave::field
