// Converts units for the two equations whose coefficient has a physical meaning.
#include "app/session/field/unit_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/export/frame_sink.h"
#include "app/scene/views/catalogue.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::session {

double seconds_per_step(const scene::Scene& scene) {
  const auto& units = scene.measures.units;
  if (!units || scene.parameters.empty()) return 0.0;
  const double coefficient = scene.parameters.front();
  if (scene.equation == "heat") return coefficient * units->cell * units->cell / units->rate;
  if (scene.equation == "wave") return std::sqrt(coefficient) * units->cell / units->rate;
  return 0.0;
}

std::int64_t steps_per_frame(const scene::Scene& scene, double per_second) {
  constexpr double kMostSteps = 1e9;
  const double of_a_frame = per_second / exporting::kFramesPerSecond;
  const double step = seconds_per_step(scene);
  const double steps = step > 0 ? of_a_frame / step : of_a_frame;
  return std::isfinite(steps) ? std::llround(std::clamp(steps, 1.0, kMostSteps)) : 1;
}

double field_time_per_film_second(const scene::Scene& scene, std::int64_t every) {
  const double step = seconds_per_step(scene);
  return static_cast<double>(every * exporting::kFramesPerSecond) * (step > 0 ? step : 1.0);
}

std::string rate_unit(const scene::Scene& scene) {
  if (scene.equation == "heat") return "m²/s";
  return scene.equation == "wave" ? "m/s" : "";
}

std::string value_unit(const scene::Scene& scene) {
  if (scene.equation == "heat") return "°C";
  return scene.equation == "wave" ? "mm" : "";
}

std::string total_title(const scene::Scene& scene) {
  if (scene.equation == "wave") return "energy";
  if (scene.equation == "heat") return "heat";
  return "sum of " + scene::equation_of(scene).components[shown_component(scene)].id;
}

colour::Legend legend_of(const scene::Scene& scene) {
  const auto& units = scene.measures.units;
  if (!units) return {};
  return {.zero = units->zero, .one = units->one, .unit = value_unit(scene)};
}

colour::Legend shown_legend(const scene::Scene& scene) {
  if (shown_expression(scene) != nullptr) return {};  // its unit is not known
  const auto& averaged = scene::view_of(scene).averaged;
  return averaged ? averaged->legend(legend_of(scene)) : legend_of(scene);
}

scene::Units usual_units(const scene::Scene& scene) {
  if (scene.equation == "wave") return {.cell = 1e-3, .rate = 0.3, .zero = 0.0, .one = 1.0};
  return {.cell = 1e-3, .rate = 1.1e-4, .zero = 20.0, .one = 100.0};
}

std::string with_unit(double value, const std::string& unit) {
  constexpr std::array<const char*, 6> kPrefixes{"n", "µ", "m", "", "k", "M"};
  double size = std::abs(value) * 1e9;
  std::size_t prefix = 0;
  while (size >= 999.5 && prefix + 1 < kPrefixes.size()) {
    size /= 1000;
    ++prefix;
  }
  constexpr double kNothing = 0.005;  // in the smallest unit; a smaller value would show no digit
  if (size < kNothing) return "0 " + unit;
  const int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  return fmt::format("{}{:.{}f} {}{}", value < 0 ? "−" : "", size, decimals, kPrefixes[prefix],
                     unit);
}

}  // namespace heatwave::session
