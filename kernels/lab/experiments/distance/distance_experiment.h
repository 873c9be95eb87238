// The mean distance of every point of a square to fixed objects: the problem and the check.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels/core/fma.h"
#include "kernels/core/host_device.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab::distance_experiment {

/// The position of an object, in units of the points' spacing. Its eight bytes are read with one
/// load.
struct alignas(8) Object {
  float x;
  float y;
};

HEATWAVE_HOST_DEVICE float distance_to(Object object, float x, float y) {
  const float dx = object.x - x;
  const float dy = object.y - y;
  return sqrtf(core::fma(dx, dx, dy * dy));
}

/// The points have integer coordinates from 0 to side − 1; results are stored row by row.
struct DistanceProblem : Problem {
  std::int64_t side = 1;
  std::int64_t threads = 256;  ///< threads in a block
  std::vector<Object> objects;
  std::int64_t every = 1;  ///< distance between the points that are checked
  /// Exact mean distances of the checked points, in double precision.
  std::vector<double> expected;
};

Outcome checked_distance(const DistanceProblem& problem, const std::vector<float>& means);

// The GPU side has one launcher for each variant.
struct DistanceDevice;
using DistanceLauncher = Launched(const DistanceProblem& problem, DistanceDevice& device,
                                  Queue queue);
DistanceLauncher distance_global;
DistanceLauncher distance_constant;
DistanceLauncher distance_shared;
DistanceLauncher distance_points;
DistanceLauncher distance_fast_root;
DistanceLauncher distance_numbered;
std::unique_ptr<Run> gpu_run_of(const DistanceProblem& problem, DistanceLauncher* launcher);

}  // namespace heatwave::lab::distance_experiment
