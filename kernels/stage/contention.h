// Threads of one step that want the same cell or the same bank, which serves one after the other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/core/warp_access.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage {

/// The threads of a step whose atomics are on one cell.
struct CellContention {
  int array = -1;
  std::int64_t index = 0;
  std::vector<int> threads;  ///< two at least, in the order of the step
};
/// Returns the cells on which several atomics of the step are, in the order of the step.
std::vector<CellContention> contended_cells(const Step& step);

/// Returns the values of a cell before and after each atomic of the step on it, in the order of the
/// step: one more than there are atomics. Empty: there are none.
std::vector<double> values_in_turn(const Step& step, int array, std::int64_t index);

/// A word of shared memory and the actions of a step that access it, which its bank serves in one
/// pass.
struct BankWord {
  std::int64_t word = 0;
  std::vector<const Action*> actions;
};
/// The words of each bank that a step accesses, in the order in which the bank serves them.
using BankWords = std::array<std::vector<BankWord>, core::kBanks>;
/// Returns the words by bank in the order of the step; none where an access has more than a word,
/// because a warp is then served in parts.
BankWords words_by_bank(const Trace& trace, const Step& step);

/// Returns the bank with the most words, the first of several.
std::size_t busiest_bank(const BankWords& banks);

/// The threads of a step that access different words of one bank of shared memory.
struct BankConflict {
  int bank = 0;
  std::vector<const Action*> actions;  ///< one for each word, in the order of the step; empty: none
};
/// Returns the conflict at the busiest bank.
BankConflict bank_conflict(const Trace& trace, const Step& step);

}  // namespace heatwave::stage
