// Bank conflicts are counted here from a warp's addresses, and the results of the kernels are
// checked.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/core/warp_access.h"
#include "kernels/lab/experiments/banks/banks_experiment.h"

namespace heatwave::lab::banks_experiment {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

/// The word of the tile that a lane reads in one step, and its index in shared memory.
struct Read {
  std::int64_t word = 0;
  std::int64_t address = 0;
};

Read read_by(BankPattern pattern, std::int64_t stride, std::int64_t lane, std::int64_t step) {
  switch (pattern) {
    case BankPattern::row:
      return {step * kTile + lane, 4 * (step * kTile + lane)};
    case BankPattern::stride:
      return {lane * stride + step, 4 * (lane * stride + step)};
    case BankPattern::column:
      return {lane * kTile + step, 4 * (lane * kTile + step)};
    case BankPattern::padded:
      return {lane * kTile + step, 4 * (lane * kPaddedRow + step)};
  }
  return {};
}

/// Returns the correct sum of each lane of a warp.
std::vector<std::uint32_t> expected_sums(const BanksProblem& problem, BankPattern pattern) {
  std::vector<std::uint32_t> sums(kTile);
  for (int lane = 0; lane < kTile; ++lane) {
    for (int step = 0; step < kTile; ++step) {
      const auto word = read_by(pattern, problem.stride, lane, step).word;
      sums[static_cast<std::size_t>(lane)] += problem.words[static_cast<std::size_t>(word)];
    }
    sums[static_cast<std::size_t>(lane)] *= static_cast<std::uint32_t>(problem.rounds);
  }
  return sums;
}

Facts facts_of(const std::vector<std::int64_t>& addresses) {
  std::string banks;
  for (const std::size_t lane : {0U, 1U, 2U, 3U, 4U})
    banks += std::to_string(addresses[lane] / 4 % core::kBanks) + ", ";
  const int ways = core::conflict_ways(addresses);
  return {{"banks that lanes 0, 1, 2, 3, 4 … read in one step", banks + "…"},
          {"words in the most used bank", std::to_string(ways)},
          {"passes that one read of the warp takes", std::to_string(ways)}};
}

std::string of_all(std::int64_t right) { return std::to_string(right) + " right"; }

Outcome counted(std::int64_t right, std::int64_t all) {
  return {.right = right == all,
          .result = of_all(right),
          .expected = of_all(all),
          .error = static_cast<double>(all - right) / static_cast<double>(all)};
}

}  // namespace

std::vector<std::int64_t> bank_addresses(BankPattern pattern, std::int64_t stride, int step) {
  std::vector<std::int64_t> addresses;
  for (int lane = 0; lane < kTile; ++lane)
    addresses.push_back(read_by(pattern, stride, lane, step).address);
  return addresses;
}

Outcome checked_sums(const BanksProblem& problem, BankPattern pattern,
                     const std::vector<std::uint32_t>& sums) {
  const std::vector<std::uint32_t> expected = expected_sums(problem, pattern);
  std::int64_t right = 0;
  for (std::size_t thread = 0; thread < sums.size(); ++thread) {
    const auto in_block = thread % static_cast<std::size_t>(problem.threads);
    right += sums[thread] == expected[in_block % kTile] ? 1 : 0;
  }
  Outcome outcome = counted(right, static_cast<std::int64_t>(sums.size()));
  outcome.facts = facts_of(bank_addresses(pattern, problem.stride, 0));
  return outcome;
}

Outcome checked_transpose(const BanksProblem& problem,
                          const std::vector<std::uint32_t>& transposed) {
  const auto side = static_cast<std::size_t>(problem.side);
  std::int64_t right = 0;
  // The check goes by tiles; otherwise it would take longer than the transpose.
  for (std::size_t top = 0; top < side; top += kTile) {
    for (std::size_t x = 0; x < side; ++x) {
      for (std::size_t y = top; y < std::min(side, top + kTile); ++y)
        right += transposed[x * side + y] == problem.matrix[y * side + x] ? 1 : 0;
    }
  }
  return counted(right, problem.side * problem.side);
}

}  // namespace heatwave::lab::banks_experiment
