// The timings of a field's steps in a lecture's card, in letters for the last row.
#pragma once

#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/session/snapshot.h"
#include "app/ui/look.h"

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

/// The words of the timings in one frame.
struct StepTimings {
  StepTimings(const session::Snapshot& snapshot, const rooms::Timings& timings)
      : figures(step_figures(snapshot, timings)), limit(limit_of_steps(snapshot, timings)) {}

  std::vector<StepFigure> figures;
  std::string limit;
};
/// Returns the height of the timings in letters of this size. `width`: their room.
float height_of_timings(const ui::Look& look, const StepTimings& timings, float letters,
                        float width);
void draw_timings(const ui::Look& look, const StepTimings& timings, float letters);

}  // namespace heatwave::shell
