// The atomics experiment: the rule of each operation, the problem and the check of its results.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/host_device.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab::atomics_experiment {

/// The order equals that of the parameter's choices.
enum class Operation : std::uint8_t {
  add,
  sub,
  exchange,
  min,
  max,
  inc,
  dec,
  compare_and_swap,
  bit_and,
  bit_or,
  bit_xor,
};
constexpr std::array<const char*, 11> kOperationNames{"add", "sub", "exch", "min", "max", "inc",
                                                      "dec", "cas", "and",  "or",  "xor"};

/// Returns the value that an operation stores when it finds `old`. Only compare-and-swap uses
/// `compare`.
HEATWAVE_HOST_DEVICE std::uint32_t stored_by(Operation operation, std::uint32_t old,
                                             std::uint32_t value, std::uint32_t compare) {
  switch (operation) {
    case Operation::add:
      return old + value;
    case Operation::sub:
      return old - value;
    case Operation::exchange:
      return value;
    case Operation::min:
      return old < value ? old : value;
    case Operation::max:
      return old > value ? old : value;
    case Operation::inc:
      return old >= value ? 0 : old + 1;
    case Operation::dec:
      return old == 0 || old > value ? value : old - 1;
    case Operation::compare_and_swap:
      return old == compare ? value : old;
    case Operation::bit_and:
      return old & value;
    case Operation::bit_or:
      return old | value;
    case Operation::bit_xor:
      return old ^ value;
  }
  return old;
}

/// One operation for each value, on cells with equal start values.
struct AtomicsProblem : Problem {
  Operation operation = Operation::add;
  std::uint32_t start = 0;            ///< 0, or all bits set
  std::vector<std::uint32_t> values;  ///< operands of the operations, in order
  std::int64_t threads = 256;         ///< threads in a block
  int workers = 2;                    ///< CPU threads

  [[nodiscard]] std::int64_t n() const { return static_cast<std::int64_t>(values.size()); }
  /// Returns the value that operation i stores. Compare-and-swap compares with the start value.
  [[nodiscard]] std::uint32_t stored(std::uint32_t old, std::int64_t i) const {
    return stored_by(operation, old, values[static_cast<std::size_t>(i)], start);
  }
};

/// The values that the operations returned and left. Operation i went to cell i / per_cell.
struct AtomicsResult {
  std::vector<std::uint32_t> olds;
  std::vector<std::uint32_t> cells;
  std::int64_t per_cell = 1;
};

/// Checks cells that one thread each used: every old value must follow from the previous one.
Outcome checked_in_order(const AtomicsProblem& problem, const AtomicsResult& result);
/// Checks cells that threads shared: some order of the operations must give exactly these old
/// values and these final values.
Outcome checked_in_any_order(const AtomicsProblem& problem, const AtomicsResult& result);

/// An example of an atomic operation by a single thread: `old` is in memory before it, and the
/// other values are its operands.
struct Demonstration {
  Operation operation;
  std::uint32_t old;
  std::uint32_t value;
  std::uint32_t compare;
};
constexpr std::array<Demonstration, 16> kDemonstrations{{
    {Operation::add, 5, 3, 0},
    {Operation::sub, 5, 3, 0},
    {Operation::exchange, 5, 3, 0},
    {Operation::min, 5, 3, 0},
    {Operation::max, 5, 3, 0},
    {Operation::inc, 5, 7, 0},
    {Operation::inc, 7, 7, 0},  // at its limit it restarts at 0
    {Operation::inc, 9, 7, 0},
    {Operation::dec, 5, 7, 0},
    {Operation::dec, 0, 7, 0},
    {Operation::dec, 9, 7, 0},
    {Operation::compare_and_swap, 5, 9, 5},
    {Operation::compare_and_swap, 5, 9, 4},  // the cell differs from `compare`: nothing changes
    {Operation::bit_and, 12, 10, 0},
    {Operation::bit_or, 12, 10, 0},
    {Operation::bit_xor, 12, 10, 0},
}};

/// The result of a demonstration.
struct Demonstrated {
  std::uint32_t returned = 0;
  std::uint32_t stored = 0;
};
/// Adds the demonstrations to the outcome's table. A demonstration that breaks its rule makes the
/// outcome wrong.
void add_demonstrations(Outcome& outcome, const std::vector<Demonstrated>& demonstrated);

/// A demonstration of one operation on one data type, by a single thread of the GPU.
struct TypedDemonstration {
  const char* call;  ///< such as "atomicMin(int): −8, where 5 is"
  double returned;
  double stored;
};
constexpr double kTrillion = 1099511627776.0;  // 2^40 needs more than 32 bits
constexpr std::array<TypedDemonstration, 22> kTypedDemonstrations{{
    {"atomicAdd(int): −8, where 5 is", 5, -3},
    {"atomicAdd(unsigned): 3, where 4\u00A0294\u00A0967\u00A0295 is", 4294967295.0, 2},
    {"atomicAdd(unsigned long long): 3, where 2^40 is", kTrillion, kTrillion + 3},
    {"atomicAdd(float): 0.25, where 0.5 is", 0.5, 0.75},
    {"atomicAdd(double): 0.25, where 0.5 is", 0.5, 0.75},
    {"atomicSub(int): 5, where 3 is", 3, -2},
    {"atomicExch(int): −8, where 5 is", 5, -8},
    {"atomicExch(unsigned long long): 2^40, where 5 is", 5, kTrillion},
    {"atomicExch(float): 0.25, where 0.5 is", 0.5, 0.25},
    {"atomicMin(int): −8, where 5 is", 5, -8},
    {"atomicMin(unsigned): 4\u00A0294\u00A0967\u00A0288, where 5 is", 5, 5},
    {"atomicMin(unsigned long long): 7, where 2^40 is", kTrillion, 7},
    {"atomicMax(int): 5, where −8 is", -8, 5},
    {"atomicMax(unsigned long long): 7, where 2^40 is", kTrillion, kTrillion},
    {"atomicCAS(int): 5, −8, where 5 is", 5, -8},
    {"atomicCAS(unsigned long long): 5, 2^40, where 5 is", 5, kTrillion},
    {"atomicAnd(int): 10, where 12 is", 12, 8},
    {"atomicAnd(unsigned long long): 10, where 12 is", 12, 8},
    {"atomicOr(int): 10, where 12 is", 12, 14},
    {"atomicOr(unsigned long long): 10, where 12 is", 12, 14},
    {"atomicXor(int): 10, where 12 is", 12, 6},
    {"atomicXor(unsigned long long): 10, where 12 is", 12, 6},
}};
/// Adds them to the outcome's table. `found` holds the returned and the stored value of each, in
/// turn.
void add_typed_demonstrations(Outcome& outcome, const std::vector<double>& found);

// The GPU side has one launcher for each variant.
struct AtomicsDevice;
using AtomicsLauncher = Launched(const AtomicsProblem& problem, AtomicsDevice& device, Queue queue);
AtomicsLauncher atomics_contended;
AtomicsLauncher atomics_shared;
AtomicsLauncher atomics_spread;
AtomicsLauncher atomics_neighbours;
std::unique_ptr<Run> gpu_run_of(const AtomicsProblem& problem, AtomicsLauncher* launcher);

}  // namespace heatwave::lab::atomics_experiment
