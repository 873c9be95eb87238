// The memory spaces experiment: one small task with its table in each space, and the thought
// experiment.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::memory_spaces_experiment {

inline constexpr int kTable = 32;  ///< words in the table: one for each lane of a warp

/// The task: out = Σ over rounds, Σ over the table's words, of word XOR (x + round), modulo 2^32.
/// The order in which the words are read does not matter.
struct MemorySpacesProblem : Problem {
  std::vector<std::uint32_t> table;  ///< two copies in a row, so that 32 words follow each start
  std::vector<std::uint32_t> x;
  std::vector<std::uint32_t> expected;
  std::int64_t rounds = 1;
  std::int64_t threads = 256;  ///< threads in a block
};

enum class Space : std::uint8_t {
  registers,
  local,
  shared,
  global,
  constant,
  texture,
  host,         ///< memory of the CPU that all threads share
  host_thread,  ///< a CPU thread's own memory
};

/// Checks the result of the task and adds a description of the memory space.
Outcome checked_job(const MemorySpacesProblem& problem, Space space,
                    const std::vector<std::uint32_t>& out);

/// The thought experiment has 3 blocks of 2 threads; each thread stores its global index.
inline constexpr int kThoughtBlocks = 3;
inline constexpr int kThoughtThreads = 2;
struct ThoughtResult {
  int a = -1;  ///< the variable in global memory
  /// The local variables.
  std::array<int, kThoughtBlocks* kThoughtThreads> b = {-1, -1, -1, -1, -1, -1};
  std::array<int, kThoughtBlocks> c = {-1, -1, -1};  ///< the variables in shared memory
};

/// Checks the values: b must be 0 to 5, a any of these, and each c one of its block's two.
Outcome checked_thought_experiment(const ThoughtResult& thought);

// The GPU side has one launcher for each variant.
struct MemorySpacesDevice;
using MemorySpacesLauncher = Launched(const MemorySpacesProblem& problem,
                                      MemorySpacesDevice& device, Queue queue);
MemorySpacesLauncher memory_spaces_global;
MemorySpacesLauncher memory_spaces_restrict;
MemorySpacesLauncher memory_spaces_shared;
MemorySpacesLauncher memory_spaces_registers;
MemorySpacesLauncher memory_spaces_local;
MemorySpacesLauncher memory_spaces_constant_same;
MemorySpacesLauncher memory_spaces_constant_different;
MemorySpacesLauncher memory_spaces_texture;
MemorySpacesLauncher memory_spaces_thought;
std::unique_ptr<Run> gpu_run_of(const MemorySpacesProblem& problem, MemorySpacesLauncher* launcher);

}  // namespace heatwave::lab::memory_spaces_experiment
