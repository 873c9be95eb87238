// These are the launchers of the GPU variants of the scan.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/lab/bench/array_experiment.h"

namespace heatwave::lab::scan_experiment {

using Numbers = ArrayProblem<std::uint32_t>;

struct ScanDevice;
using ScanLauncher = Launched(const Numbers& problem, ScanDevice& device, Queue queue);
ScanLauncher scan_rounds;
ScanLauncher scan_tree;
ScanLauncher scan_shuffles;
ScanLauncher scan_one_pass;
ScanLauncher scan_cub;
std::unique_ptr<Run> gpu_run_of(const Numbers& problem, ScanLauncher* launcher);

}  // namespace heatwave::lab::scan_experiment
