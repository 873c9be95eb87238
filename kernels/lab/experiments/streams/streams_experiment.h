// The streams experiment: chains of numbers that take steps, and the result of these.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::streams_experiment {

struct StreamsProblem : Problem {
  std::vector<std::uint32_t> start;  ///< all chains, one after the other
  std::vector<std::uint32_t> expected;
  std::int64_t n = 1;       ///< numbers in a chain
  std::int64_t chains = 1;  ///< they do not need each other
  std::int64_t steps = 1;   ///< each needs the step before it
  std::int64_t threads = 256;
};

Outcome checked_chains(const StreamsProblem& problem, const std::vector<std::uint32_t>& numbers);

// The GPU side has one launcher for each variant.
struct StreamsDevice;
using StreamsLauncher = Launched(const StreamsProblem& problem, StreamsDevice& device, Queue queue);
StreamsLauncher streams_waiting;
StreamsLauncher streams_one_stream;
StreamsLauncher streams_several;
StreamsLauncher streams_graph;
StreamsLauncher streams_graph_of_several;
StreamsLauncher streams_one_launch;
std::unique_ptr<Run> gpu_run_of(const StreamsProblem& problem, StreamsLauncher* launcher);

}  // namespace heatwave::lab::streams_experiment
