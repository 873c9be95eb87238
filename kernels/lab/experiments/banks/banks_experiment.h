// The banks experiment: the words of shared memory that a warp reads, and the checks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::banks_experiment {

inline constexpr int kTile = 32;            ///< rows and columns of the tile
inline constexpr int kPaddedRow = 33;       ///< words in a padded row: 32 and one of padding
inline constexpr int kWords = 1024;         ///< words in the tile
inline constexpr int kCacheLineBytes = 64;  ///< cache line of a CPU, in bytes
inline constexpr int kCacheSets = 64;       ///< sets of most CPUs' L1 cache

/// How a warp reads the tile: the word that lane l reads in step k.
enum class BankPattern : std::uint8_t {
  row,     ///< word l of row k
  stride,  ///< word l·stride + k
  column,  ///< word k of row l
  padded,  ///< word k of row l, in rows of 33 words
};

struct BanksProblem : Problem {
  std::vector<std::uint32_t> words;  ///< words of the tile, row by row
  std::int64_t rounds = 1;
  std::int64_t stride = 1;
  std::int64_t blocks = 1;
  std::int64_t threads = 256;         ///< threads in a block
  std::int64_t side = 1;              ///< rows and columns of the matrix
  std::vector<std::uint32_t> matrix;  ///< the matrix to transpose
};

/// Returns the byte addresses that a warp reads in one step.
std::vector<std::int64_t> bank_addresses(BankPattern pattern, std::int64_t stride, int step);

/// Checks that each thread has added its words in every round.
Outcome checked_sums(const BanksProblem& problem, BankPattern pattern,
                     const std::vector<std::uint32_t>& sums);
/// Checks that the matrix's rows have become columns.
Outcome checked_transpose(const BanksProblem& problem,
                          const std::vector<std::uint32_t>& transposed);

// The GPU side has one launcher for each variant.
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
