// These are the launchers of the GPU variants that double an array in managed memory.
#pragma once

#include <memory>

#include "kernels/lab/bench/array_experiment.h"

namespace heatwave::lab::managed_experiment {

using Floats = ArrayProblem<float>;

struct ManagedDevice;
using ManagedLauncher = Launched(const Floats& problem, ManagedDevice& device, Queue queue);
ManagedLauncher managed_on_demand;
ManagedLauncher managed_prefetched;
ManagedLauncher managed_advised;
ManagedLauncher managed_copied;
ManagedLauncher managed_resident;
ManagedLauncher managed_device;
std::unique_ptr<Run> gpu_run_of(const Floats& problem, ManagedLauncher* launcher);

}  // namespace heatwave::lab::managed_experiment
