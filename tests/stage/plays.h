// These small kernels and helpers serve the tests of the stage's machine.
#pragma once

#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/stage/kernel_text.h"
#include "kernels/stage/machine.h"

namespace heatwave::stage::test {

inline int faults_of(const Trace& trace, FaultKind kind) {
  int count = 0;
  for (const Fault& fault : trace.faults) count += fault.kind == kind ? 1 : 0;
  return count;
}

inline double final_value(const Trace& trace, int array, int index = 0) {
  return trace.at(static_cast<int>(trace.steps.size()))
      .arrays[static_cast<std::size_t>(array)][static_cast<std::size_t>(index)]
      .value;
}

inline Schedule random_schedule(int seed) {
  return {.kind = Schedule::Kind::random, .seed = static_cast<std::uint64_t>(seed)};
}

inline int array_named(const Trace& trace, const std::string& name, int block = -1) {
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    if (trace.arrays[i].name == name && trace.arrays[i].block == block) return static_cast<int>(i);
  }
  throw std::runtime_error("no array " + name);
}

/// Returns all cells of an array at the end.
inline std::vector<double> final_values(const Trace& trace, const std::string& name) {
  std::vector<double> values;
  const State end = trace.at(static_cast<int>(trace.steps.size()));
  for (const CellState& cell : end.arrays[static_cast<std::size_t>(array_named(trace, name))]) {
    values.push_back(cell.value);
  }
  return values;
}

/// Plays once for every sequence of choices, with single threads as candidates. Returns how many
/// sequences there were.
inline int for_every_order(const std::function<Trace(const Schedule&)>& play,
                           const std::function<void(const Trace&)>& look) {
  int plays = 0;
  std::vector<std::vector<int>> todo{{}};
  while (!todo.empty()) {
    const std::vector<int> choices = todo.back();
    todo.pop_back();
    const Trace trace = play({.kind = Schedule::Kind::chosen, .choices = choices});
    if (trace.candidates.empty()) {
      ++plays;
      look(trace);
      continue;
    }
    for (int next = 0; next < static_cast<int>(trace.candidates.size()); ++next) {
      todo.push_back(choices);
      todo.back().push_back(next);
    }
  }
  return plays;
}

/// Computes `x = x + 1` without anything that orders two threads.
inline const KernelText kIncrement = R"(
__global__ void count(int* x) {
  int old = *x;
  *x = old + 1;
}
)";

inline const KernelText kAtomicIncrement = R"(
__global__ void count(int* x) {
  atomicAdd(x, 1);
}
)";

/// Each thread writes its cell and, after the barrier, reads its neighbour's.
inline const KernelText kNeighbour = R"(
template <bool WITH_BARRIER>
__global__ void neighbour(int* out) {
  __shared__ int cells[8];
  int t = threadIdx.x;
  cells[t] = 10 + t;
  if constexpr (WITH_BARRIER) __syncthreads();
  out[t] = cells[(t + 1) % blockDim.x];
}
)";

/// Thread 0 waits for a value that the others write only after the barrier.
inline const KernelText kWaitsForThoseAtTheBarrier = R"(
__global__ void count(int* x) {
  if (threadIdx.x == 0) {
    while (atomicAdd(x, 0) == 7) {
    }
  }
  __syncthreads();
  atomicExch(x, 1);
}
)";

/// Thread 0 leaves before the barrier.
inline const KernelText kLeavesEarly = R"(
__global__ void count(int* x) {
  if (threadIdx.x == 0) return;
  __syncthreads();
  atomicAdd(x, 1);
}
)";

}  // namespace heatwave::stage::test
