// Physical units of cells, steps and values, for scenes that have units.
#pragma once

#include <cstdint>
#include <string>

#include "app/colour/colouring.h"
#include "app/scene/scene.h"

namespace heatwave::session {

/// Returns the duration of a step in seconds: α = D·Δt/Δx² for heat, c = v·Δt/Δx for waves. 0:
/// there are no units, the coefficient is 0, or the equation is another.
double seconds_per_step(const scene::Scene& scene);
/// Returns the steps between frames of a film that shows `per_second` seconds of the field in each
/// of its seconds, or that many steps when they have no duration. At least 1.
std::int64_t steps_per_frame(const scene::Scene& scene, double per_second);
/// Returns the time that passes in the field during a second of film, with this number of steps
/// between frames: in seconds, or in steps when they have no duration.
double field_time_per_film_second(const scene::Scene& scene, std::int64_t every);
/// "m²/s" for the coefficient of heat, "m/s" for that of waves; empty: none.
std::string rate_unit(const scene::Scene& scene);
std::string value_unit(const scene::Scene& scene);
/// The quantity of a total: "heat", "energy", or the sum of a component.
std::string total_title(const scene::Scene& scene);
/// The legend of the scene's field; without units it changes nothing.
colour::Legend legend_of(const scene::Scene& scene);
/// The legend of the displayed plane, which may be an average.
colour::Legend shown_legend(const scene::Scene& scene);
/// Default units: a copper plate between 20 °C and 100 °C, or ripples on water.
scene::Units usual_units(const scene::Scene& scene);
/// Formats a value with three digits and a prefix, "12.3 ms", "4.00 µm"; zero, if it is next to
/// nothing.
std::string with_unit(double value, const std::string& unit);

}  // namespace heatwave::session
