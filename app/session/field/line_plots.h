// Makes plots of fields on a line, for the window and for files.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/export/line_plot.h"
#include "app/scene/scene.h"
#include "app/session/field/space_time.h"
#include "kernels/field/field_state.h"

namespace heatwave::session {

/// Returns a plot of the whole line in these colours. Precondition: the scene's field is a line.
exporting::LinePlot line_plot(const scene::Scene& scene, const SpaceTime& line,
                              const colour::ColourScale& scale);
/// Returns the field of a state without a past, and without the values of expressions.
std::shared_ptr<const SpaceTime> line_now(const scene::Scene& scene, const field::FieldState& state,
                                          std::vector<std::uint8_t> flags);

}  // namespace heatwave::session
