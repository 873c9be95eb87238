// Banks: which words a warp reads from shared memory, and the checks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::banks_experiment {

inline constexpr int kTile = 32;            ///< rows and columns of the tile that is read
inline constexpr int kPaddedRow = 33;       ///< words of its rows with one word of padding
inline constexpr int kWords = 1024;         ///< of the tile
inline constexpr int kCacheLineBytes = 64;  ///< of a CPU
inline constexpr int kCacheSets = 64;       ///< of most CPUs' first cache

/// How a warp reads the tile, step by step: lane l reads at step k …
enum class BankPattern : std::uint8_t {
  row,     ///< … word l of row k
  stride,  ///< … word l·stride + k
  column,  ///< … word k of row l
  padded,  ///< … the same, in rows of 33 words
};

struct BanksProblem : Problem {
  std::vector<std::uint32_t> words;  ///< the tile, row by row
  std::int64_t rounds = 1;
  std::int64_t stride = 1;
  std::int64_t blocks = 1;
  std::int64_t threads = 256;         ///< per block
  std::int64_t side = 1;              ///< rows and columns of the matrix
  std::vector<std::uint32_t> matrix;  ///< to be transposed
};

/// The byte addresses that a warp reads at one step.
std::vector<std::int64_t> bank_addresses(BankPattern pattern, std::int64_t stride, int step);

/// Each thread must have added up its words in every round.
Outcome checked_sums(const BanksProblem& problem, BankPattern pattern,
                     const std::vector<std::uint32_t>& sums);
/// The matrix's rows must have become columns.
Outcome checked_transpose(const BanksProblem& problem,
                          const std::vector<std::uint32_t>& transposed);

// The GPU's memory, and the launchers, one for each variant.
struct BanksDevice;
using BanksLauncher = Launched(const BanksProblem& problem, BanksDevice& device, Queue queue);
BanksLauncher banks_row;
BanksLauncher banks_stride;
BanksLauncher banks_column;
BanksLauncher banks_padded;
BanksLauncher banks_transpose_naive;
BanksLauncher banks_transpose_tile;
BanksLauncher banks_transpose_padded;
BanksLauncher banks_copy;
std::unique_ptr<Run> gpu_run_of(const BanksProblem& problem, BanksLauncher* launcher);

}  // namespace heatwave::lab::banks_experiment
