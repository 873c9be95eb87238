// The experiment on the memory model: the turns in which one thread passes words to another.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::order_experiment {

struct OrderProblem : Problem {
  std::int64_t turns = 1;
};

/// `right`: the turns in which the reader saw all words of that turn.
Outcome checked_turns(const OrderProblem& problem, std::int64_t right);

// The GPU side has one launcher for each variant.
struct OrderDevice;
using OrderLauncher = Launched(const OrderProblem& problem, OrderDevice& device, Queue queue);
OrderLauncher order_relaxed;
OrderLauncher order_fences;
OrderLauncher order_block;
OrderLauncher order_device;
OrderLauncher order_system;
OrderLauncher order_sequential;
OrderLauncher order_barrier;
std::unique_ptr<Run> gpu_run_of(const OrderProblem& problem, OrderLauncher* launcher);

}  // namespace heatwave::lab::order_experiment
