// The pairwise sum experiment: the numbers to add and their exact sum.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab::pairwise_sum_experiment {

struct PairwiseSumProblem : Problem {
  std::vector<float> numbers;
  ExactSum exact;
  std::int64_t threads = 256;  ///< threads in a block, a multiple of 32
};

/// Returns the numbers of the slides: glibc's rand() with its default seed, divided by
/// RAND_MAX. The generator is implemented here, so that they are equal on every system.
std::vector<float> lecture_numbers(std::size_t size);

// The GPU side has one launcher for each variant.
struct PairwiseSumDevice;
using PairwiseSumLauncher = Launched(const PairwiseSumProblem& problem, PairwiseSumDevice& device,
                                     Queue queue);
PairwiseSumLauncher pairwise_sum_lecture;
PairwiseSumLauncher pairwise_sum_one_block_shared;
PairwiseSumLauncher pairwise_sum_interleaved;
PairwiseSumLauncher pairwise_sum_sequential;
PairwiseSumLauncher pairwise_sum_shuffles;
PairwiseSumLauncher pairwise_sum_vectors;
PairwiseSumLauncher pairwise_sum_one_launch;
PairwiseSumLauncher pairwise_sum_cub;
std::unique_ptr<Run> gpu_run_of(const PairwiseSumProblem& problem, PairwiseSumLauncher* launcher);

}  // namespace heatwave::lab::pairwise_sum_experiment
