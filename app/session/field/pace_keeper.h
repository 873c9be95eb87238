// How many steps a frame takes.
#pragma once

#include <cstdint>

#include "app/scene/scene.h"
#include "kernels/field/field_solver.h"

namespace heatwave::session {

class PaceKeeper {
 public:
  /// The pace's own number, or as many steps as fit in the time by the solver's newest figures; at
  /// least one, and at most twice as many as the frame before.
  std::int64_t steps(scene::Pace pace, double seconds, const field::Report& report);

 private:
  std::int64_t last_ = 1;
};

}  // namespace heatwave::session
