// Memory spaces: one small job with its table in each of them, and the thought experiment.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::memory_spaces_experiment {

inline constexpr int kTable = 32;  ///< words of the table, as many as a warp has threads

/// The job: out = Σ over rounds, Σ over the table's words, of word XOR (x + round), modulo 2^32. In
/// which order the words are read does not matter.
struct MemorySpacesProblem : Problem {
  std::vector<std::uint32_t> table;  ///< twice over, so that 32 words follow wherever one begins
  std::vector<std::uint32_t> x;
  std::vector<std::uint32_t> expected;
  std::int64_t rounds = 1;
  std::int64_t threads = 256;  ///< per block
};

enum class Space : std::uint8_t {
  registers,
  local,
  shared,
  global,
  constant,
  texture,
  host,         ///< a CPU's memory, one for all threads
  host_thread,  ///< likewise, a thread's own
};

/// Compares with what the job should give, and tells about the space.
Outcome checked_job(const MemorySpacesProblem& problem, Space space,
                    const std::vector<std::uint32_t>& out);

/// What the thought experiment stores: 3 blocks of 2 threads, each storing its global index.
inline constexpr int kThoughtBlocks = 3;
inline constexpr int kThoughtThreads = 2;
struct Thought {
  int a = -1;  ///< the one in global memory
  std::array<int, kThoughtBlocks* kThoughtThreads> b = {-1, -1, -1, -1, -1, -1};  ///< the locals
  std::array<int, kThoughtBlocks> c = {-1, -1, -1};  ///< in shared memory
};

/// b must be 0 to 5; a any of these; each c one of its block's two.
Outcome checked_thought(const Thought& thought);

// The GPU's memory, and the launchers, one for each variant.
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
