// What cells, steps and values stand for, where a scene has units.
#pragma once

#include <cstdint>
#include <string>

#include "app/colour/colouring.h"
#include "app/scene/scene.h"

namespace heatwave::session {

/// What a step lasts: with α = D·Δt/Δx² of heat, c = v·Δt/Δx of waves. 0 where there are no units,
/// or nothing moves, or the equation is another.
double seconds_per_step(const scene::Scene& scene);
/// From one frame of a film to the next, where one second of it shows so many seconds of the field;
/// so many steps where those stand for no time. At least one.
std::int64_t steps_per_frame(const scene::Scene& scene, double per_second);
/// What a second of film shows, with so many steps from frame to frame.
double shown_per_second(const scene::Scene& scene, std::int64_t every);
/// "m²/s" of heat's rate, "m/s" of waves'; empty where a rate says nothing.
std::string rate_unit(const scene::Scene& scene);
std::string value_unit(const scene::Scene& scene);
/// What a total is of: "heat", "energy", or the sum of a component.
std::string total_title(const scene::Scene& scene);
/// What its values are said as; themselves where there are no units.
colour::Legend legend_of(const scene::Scene& scene);
/// The legend of what the scene's view shows, which may be an average.
colour::Legend shown_legend(const scene::Scene& scene);
/// Units to begin with: a copper plate with 20 °C and 100 °C, or ripples on water.
scene::Units usual_units(const scene::Scene& scene);
/// A value as the legend says it already, with as many decimals as any other of the same legend.
std::string value_with_unit(const colour::Legend& legend, double value);
/// With three digits and a prefix: "12.3 ms", "4.00 µm".
std::string with_unit(double value, const std::string& unit);

}  // namespace heatwave::session
