// The timings of a field's steps in a lecture's card, in letters for the last row.
#pragma once

#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/session/snapshot.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// A figure of the timings and its label.
struct StepFigure {
  std::string figure;
  std::string label;
};
/// Returns the time of a step, and the steps and frames per second.
std::vector<StepFigure> step_figures(const session::Snapshot& snapshot,
                                     const rooms::Timings& timings);
/// Says what limits the steps per second: the pace and the display's frames, or the computing.
std::string limit_of_steps(const session::Snapshot& snapshot, const rooms::Timings& timings);

/// Returns the height of the timings in letters of this size. `width`: their room.
float height_of_timings(const ShellView& shell, float letters, float width);
void draw_timings(const ShellView& shell, float letters);

}  // namespace heatwave::shell
