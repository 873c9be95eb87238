// Computes the number of steps in a frame.
#pragma once

#include <cstdint>

#include "app/scene/scene.h"
#include "kernels/field/field_solver.h"

namespace heatwave::session {

class PaceKeeper {
 public:
  /// Returns the pace's number, or as many steps as fit into the time by the solver's newest
  /// report; at least one, and at most twice the previous frame's number.
  std::int64_t steps(scene::Pace pace, double seconds, const field::Report& report);

 private:
  std::int64_t last_ = 1;
};

}  // namespace heatwave::session
