// This experiment compares atomic operations. This file describes its variants and contains those
// that run on the CPU, which use std::atomic.
#include "kernels/lab/experiments/atomics/atomics_experiment.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <numeric>

#include "kernels/core/error.h"
#include "kernels/lab/bench/contest.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"

namespace heatwave::lab::atomics_experiment {
namespace {

using Cell = std::atomic<std::uint32_t>;
constexpr std::memory_order kRelaxed = std::memory_order_relaxed;

/// Returns a result whose old values no operation returns, so that missing ones are noticed.
AtomicsResult result_of(const AtomicsProblem& problem, std::size_t cells) {
  return {.olds = std::vector<std::uint32_t>(problem.values.size(), 0xA5A5A5A5U),
          .cells = std::vector<std::uint32_t>(cells),
          .per_cell = turns_of_each(problem.n(), static_cast<std::int64_t>(cells))};
}

// variant: loop
std::unique_ptr<Run> loop(const AtomicsProblem& problem, const Stop& stop) {
  return cpu_run(
      [&problem, stop, result = result_of(problem, 1)]() mutable -> const AtomicsResult* {
        std::uint32_t cell = problem.start;
        take_turns(0, problem.n(), stop, [&](std::int64_t i) {
          result.olds[static_cast<std::size_t>(i)] = cell;
          cell = problem.stored(cell, i);  //! a plain variable: only one thread uses it
        });
        result.cells[0] = cell;
        return &result;
      },
      [&problem](const AtomicsResult* result) { return checked_in_order(problem, *result); });
}

// variant: alone threads-contended threads-spread
/// Applies the operation and returns the value that it found.
std::uint32_t apply(Operation operation, Cell& cell, std::uint32_t value, std::uint32_t compare) {
  switch (operation) {
    case Operation::add:
      return cell.fetch_add(value, kRelaxed);
    case Operation::sub:
      return cell.fetch_sub(value, kRelaxed);
    case Operation::exchange:
      return cell.exchange(value, kRelaxed);
    case Operation::bit_and:
      return cell.fetch_and(value, kRelaxed);
    case Operation::bit_or:
      return cell.fetch_or(value, kRelaxed);
    case Operation::bit_xor:
      return cell.fetch_xor(value, kRelaxed);
    case Operation::compare_and_swap:
      cell.compare_exchange_strong(compare, value, kRelaxed);
      return compare;  // if the values differ, the call has stored the cell's value in `compare`
    default:
      break;
  }
  // C++20 has no atomic min, max, inc and dec. Any operation can be made from compare-and-swap:
  // compute the new value, store it if the cell has not changed, and retry otherwise.
  std::uint32_t old = cell.load(kRelaxed);
  while (!cell.compare_exchange_weak(old, stored_by(operation, old, value, 0), kRelaxed)) {  //!
  }
  return old;
}

/// A cell in its own cache line.
struct alignas(kApart) PaddedCell {
  Cell value{0};
};

// variant: alone
std::vector<Demonstrated> demonstrate() {
  std::vector<Demonstrated> all;
  for (const Demonstration& d : kDemonstrations) {
    Cell cell{d.old};
    const std::uint32_t returned = apply(d.operation, cell, d.value, d.compare);
    all.push_back({.returned = returned, .stored = cell.load()});
  }
  return all;
}

std::unique_ptr<Run> alone(const AtomicsProblem& problem, const Stop& stop) {
  return cpu_run(
      [&problem, stop, result = result_of(problem, 1)]() mutable -> const AtomicsResult* {
        Cell cell{problem.start};
        take_turns(0, problem.n(), stop, [&](std::int64_t i) {
          const auto at = static_cast<std::size_t>(i);
          result.olds[at] =
              apply(problem.operation, cell, problem.values[at], problem.start);  //! alone
        });
        result.cells[0] = cell.load();
        return &result;
      },
      [&problem](const AtomicsResult* result) {
        Outcome outcome = checked_in_order(problem, *result);
        add_demonstrations(outcome, demonstrate());
        return outcome;
      });
}

// variant: threads-contended threads-spread
/// Applies all operations on all threads at once. Each thread takes consecutive operations and uses
/// the cell that cell_of(member) returns.
template <typename CellOf>
void apply_all(core::ThreadTeam& team, const AtomicsProblem& problem, const Stop& stop,
               AtomicsResult& result, const CellOf& cell_of) {
  contend(team, problem.n(), stop, [&](std::int64_t i, int member) {
    const auto at = static_cast<std::size_t>(i);
    result.olds[at] = apply(problem.operation, cell_of(member), problem.values[at], problem.start);
  });
}

// variant: threads-contended
std::unique_ptr<Run> threads_contended(const AtomicsProblem& problem, const Stop& stop) {
  auto team = std::make_shared<core::ThreadTeam>(problem.workers);
  return cpu_run(
      [&problem, stop, team, result = result_of(problem, 1)]() mutable -> const AtomicsResult* {
        PaddedCell cell{problem.start};
        apply_all(*team, problem, stop, result,
                  [&](int) -> Cell& { return cell.value; });  //! one cell for all threads
        result.cells[0] = cell.value.load();
        return &result;
      },
      [&problem](const AtomicsResult* result) { return checked_in_any_order(problem, *result); });
}

// variant: threads-spread
std::unique_ptr<Run> threads_spread(const AtomicsProblem& problem, const Stop& stop) {
  auto team = std::make_shared<core::ThreadTeam>(problem.workers);
  const auto members = static_cast<std::size_t>(team->size());
  return cpu_run(
      [&problem, stop, team, cells = std::vector<PaddedCell>(members),
       result = result_of(problem, members)]() mutable -> const AtomicsResult* {
        for (PaddedCell& cell : cells) cell.value = problem.start;
        apply_all(*team, problem, stop, result, [&](int member) -> Cell& {
          return cells[static_cast<std::size_t>(member)].value;  //! one cell for each thread
        });
        for (std::size_t i = 0; i < cells.size(); ++i) result.cells[i] = cells[i].value.load();
        return &result;
      },
      [&problem](const AtomicsResult* result) { return checked_in_order(problem, *result); });
}
// end

/// inc counts up to this value and dec down from it, so that they wrap around many times.
constexpr std::uint32_t kRound = 999;

/// Returns a value with which the operation keeps changing its cell.
std::uint32_t value_for(Operation operation, std::uint32_t random) {
  switch (operation) {
    case Operation::inc:
    case Operation::dec:
      return kRound;
    case Operation::compare_and_swap:
      return random | 1U;  // differs from the start, so only the first swap succeeds
    case Operation::bit_and:
      return ~(1U << random % 32);
    case Operation::bit_or:
      return 1U << random % 32;
    default:
      return random;
  }
}

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  auto problem = std::make_unique<AtomicsProblem>();
  const Random random(settings.seed);
  const auto operation = static_cast<Operation>(settings["operation"]);
  problem->operation = operation;
  problem->start =
      operation == Operation::min || operation == Operation::bit_and ? 0xFFFFFFFFU : 0U;
  problem->values =
      filled<std::uint32_t>(stop, static_cast<std::size_t>(settings["n"]), [&](std::size_t i) {
        return value_for(operation, static_cast<std::uint32_t>(random.number(i) >> 32U));
      });
  problem->threads = settings["threads"];
  problem->workers = workers_of(settings);
  return problem;
}

/// Each operation reads a value and writes an old one. The cell itself stays in a cache.
Work work(const Settings& settings) {
  const auto n = static_cast<double>(settings["n"]);
  return {.bytes = 8 * n, .operations = n, .floats = false};
}
/// With as many cells as operations, each cell is also read and written.
Work work_on_many_cells(const Settings& settings) {
  const auto n = static_cast<double>(settings["n"]);
  return {.bytes = 16 * n, .operations = n, .floats = false};
}

std::vector<Variant> variants() {
  return {
      on_cpu("loop", "plain variable", "One thread without atomics: the operation's rule alone.",
             work, makes<AtomicsProblem>(loop)),
      on_cpu("alone", "atomic, one thread",
             "One thread with atomic instructions: their cost without contention.", work,
             makes<AtomicsProblem>(alone)),
      on_cpu("threads-contended", "threads on one cell",
             "All threads use one cell, whose cache line moves from core to core.", work,
             makes<AtomicsProblem>(threads_contended), CpuThreads::some),
      on_cpu("threads-spread", "threads on separate cells",
             "Each thread has a cell in its own cache line, so no core waits for another.", work,
             makes<AtomicsProblem>(threads_spread), CpuThreads::some),
      on_gpu("contended", "all on one address",
             "All threads use one address, and the memory serves them one after the other.", work,
             launched_by<atomics_contended>()),
      on_gpu("shared", "one address per block, in shared memory",
             "Only the threads of a block contend, in fast shared memory.", work,
             launched_by<atomics_shared>()),
      on_gpu("spread", "each its own 32-byte sector",
             "There is no contention, but every operation moves a whole sector of memory.",
             work_on_many_cells, launched_by<atomics_spread>()),
      on_gpu("neighbours", "each its own address, adjacent",
             "There is no contention, and a warp's 32 addresses are in four sectors.",
             work_on_many_cells, launched_by<atomics_neighbours>())};
}

Parameter operation_parameter() {
  Parameter parameter{.id = "operation",
                      .title = "operation",
                      .help = "Which of the eleven atomic operations is timed.",
                      .minimum = 0,
                      .maximum = static_cast<std::int64_t>(kOperationNames.size()) - 1,
                      .initial = 0};
  for (const char* name : kOperationNames) {
    parameter.sweep.push_back(static_cast<std::int64_t>(parameter.choices.size()));
    parameter.choices.emplace_back(name);
  }
  return parameter;
}

/// Disjoint sets of values, each known by its representative.
class Sets {
 public:
  explicit Sets(std::size_t size) : parents_(size) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
  }
  std::size_t representative(std::size_t i) {
    while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) { parents_[representative(a)] = representative(b); }

 private:
  std::vector<std::size_t> parents_;
};

/// Sorts the values. Throws core::Error when a stop is requested meanwhile.
void sort(std::vector<std::uint32_t>& values, const Stop& stop) {
  constexpr std::uint32_t kBetweenLooks = 1U << 16U;
  std::uint32_t compared = 0;
  std::sort(values.begin(), values.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (++compared % kBetweenLooks == 0 && stop.stop_requested()) {
      throw core::Error("stopped before the check was complete");
    }
    return a < b;
  });
}

/// Returns whether the operations can have run one after the other in some order. Each operation is
/// a step from the value that it found to the value that it stored. An order exists if one walk
/// takes every step once, from the start to the final value (Euler's condition): each value is
/// entered as often as it is left, except for the two ends, and all steps are connected.
bool fit_one_order(const AtomicsProblem& problem, const AtomicsResult& result, std::int64_t begin,
                   std::int64_t end, std::uint32_t left) {
  std::vector<std::uint32_t> values;
  values.reserve(static_cast<std::size_t>(2 * (end - begin) + 2));
  values = {problem.start, left};
  const auto old = [&](std::int64_t i) { return result.olds[static_cast<std::size_t>(i)]; };
  take_turns(begin, end, problem.stop, [&](std::int64_t i) {
    values.push_back(old(i));
    values.push_back(problem.stored(old(i), i));
  });
  sort(values, problem.stop);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  const auto place = [&](std::uint32_t value) {
    return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), value) -
                                    values.begin());
  };
  std::vector<std::int64_t> surplus(values.size());  // times left minus times entered
  Sets sets(values.size());
  take_turns(begin, end, problem.stop, [&](std::int64_t i) {
    const std::size_t from = place(old(i));
    const std::size_t to = place(problem.stored(old(i), i));
    ++surplus[from];
    --surplus[to];
    sets.join(from, to);
  });
  --surplus[place(problem.start)];
  ++surplus[place(left)];
  const std::size_t whole = sets.representative(place(problem.start));
  const std::int64_t right = count_right(values.size(), problem.stop, [&](std::size_t i) {
    return surplus[i] == 0 && sets.representative(i) == whole;
  });
  return right == static_cast<std::int64_t>(values.size());
}

/// Returns the operations that went to one cell, as the first one and the one past the last.
std::pair<std::int64_t, std::int64_t> stretch(const AtomicsProblem& problem,
                                              const AtomicsResult& result, std::size_t cell) {
  const std::int64_t begin =
      std::min(problem.n(), static_cast<std::int64_t>(cell) * result.per_cell);
  return {begin, std::min(problem.n(), begin + result.per_cell)};
}

/// Returns the value of a cell after its operations, one after the other.
std::uint32_t left_in_order(const AtomicsProblem& problem, std::int64_t begin, std::int64_t end) {
  std::uint32_t value = problem.start;
  take_turns(begin, end, problem.stop, [&](std::int64_t i) { value = problem.stored(value, i); });
  return value;
}

bool order_matters(Operation operation) {
  return operation == Operation::exchange || operation == Operation::compare_and_swap;
}

/// Returns the outcome: the value of a single cell, or the number of correct cells.
Outcome outcome_of(const AtomicsProblem& problem, const AtomicsResult& result, std::int64_t right,
                   bool any_order) {
  const auto all = static_cast<std::int64_t>(result.cells.size());
  Outcome outcome{.right = right == all,
                  .error = static_cast<double>(all - right) / static_cast<double>(all)};
  if (all > 1) {
    outcome.result = grouped(right) + " right cells";
    outcome.expected = grouped(all) + " right cells";
    return outcome;
  }
  outcome.result = grouped(result.cells.front());
  outcome.expected = any_order && order_matters(problem.operation)
                         ? "one of the values"
                         : grouped(left_in_order(problem, 0, problem.n()));
  if (right == all) return outcome;
  outcome.note = "no order of the operations gives these old values";
  return outcome;
}

std::string call(const Demonstration& d) {
  std::string words = kOperationNames.at(static_cast<std::size_t>(d.operation));
  if (d.operation == Operation::compare_and_swap) {
    words.append(" ").append(grouped(d.compare)).append(",");
  }
  return words + " " + grouped(d.value) + ", where " + grouped(d.old) + " is";
}

/// Returns all digits. In 2^40 + 3 the last digit shows the 3.
std::string all_digits(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), std::abs(value));
  return (value < 0 ? "−" : "") + core::grouped(std::string(text.data(), end.ptr));
}

}  // namespace

Experiment experiment() {
  return {
      .id = "atomics",
      .title = "Atomics",
      .shows =
          "Each of the eleven atomic operations returns the old value and stores a new "
          "one, and no other thread can interleave. The table of facts shows the result "
          "of each, run by a single thread, and the types that each supports: all but "
          "sub, inc and dec also exist for 64 bits, add and exch for float, add also for "
          "double, and inc and dec only for unsigned. Compare all threads at one address "
          "with each thread at its own: contention costs time, not the operation. Every "
          "returned old value is checked: some order of the operations must give all of "
          "them.",
      .parameters = {operation_parameter(),
                     {.id = "n",
                      .title = "operations",
                      .help = "Number of operations; on the GPU one for each thread.",
                      .maximum = 1 << 26,
                      .initial = 1 << 20,
                      .sweep = {1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22}},
                     threads_parameter(),
                     workers_parameter()},
      .quick = {{"n", 1 << 17}},
      // Memory for values and old values, a sector for each operation, and the sorted values and
      // sets of the check.
      .host_bytes = [](const Settings& s) { return 96.0 * static_cast<double>(s["n"]) + 1e6; },
      .device_bytes = [](const Settings& s) { return 40.0 * static_cast<double>(s["n"]) + 1e4; },
      .make_problem = make_problem,
      .variants = variants()};
}

Outcome checked_in_order(const AtomicsProblem& problem, const AtomicsResult& result) {
  const auto is_right = [&](std::size_t cell) {
    const auto [begin, end] = stretch(problem, result, cell);
    std::uint32_t value = problem.start;
    bool fits = true;
    take_turns(begin, end, problem.stop, [&](std::int64_t i) {
      fits = fits && result.olds[static_cast<std::size_t>(i)] == value;
      value = problem.stored(value, i);
    });
    return fits && result.cells[cell] == value;
  };
  return outcome_of(problem, result, count_right(result.cells.size(), problem.stop, is_right),
                    false);
}

Outcome checked_in_any_order(const AtomicsProblem& problem, const AtomicsResult& result) {
  const auto is_right = [&](std::size_t cell) {
    const auto [begin, end] = stretch(problem, result, cell);
    return fit_one_order(problem, result, begin, end, result.cells[cell]);
  };
  return outcome_of(problem, result, count_right(result.cells.size(), problem.stop, is_right),
                    true);
}

void add_demonstrations(Outcome& outcome, const std::vector<Demonstrated>& demonstrated) {
  for (std::size_t i = 0; i < kDemonstrations.size(); ++i) {
    const Demonstration& d = kDemonstrations[i];
    const Demonstrated& found = demonstrated.at(i);
    const std::uint32_t rule = stored_by(d.operation, d.old, d.value, d.compare);
    std::string words = "returns " + grouped(found.returned) + ", stores " + grouped(found.stored);
    if (found.returned != d.old || found.stored != rule) {
      outcome.right = false;
      words += " (expected " + grouped(d.old) + " and " + grouped(rule) + ")";
      outcome.note = call(d) + ": " + words;
    }
    outcome.facts.emplace_back(call(d), words);
  }
}

void add_typed_demonstrations(Outcome& outcome, const std::vector<double>& found) {
  for (std::size_t i = 0; i < kTypedDemonstrations.size(); ++i) {
    const TypedDemonstration& d = kTypedDemonstrations.at(i);
    const double returned = found.at(2 * i);
    const double stored = found.at(2 * i + 1);
    std::string words = "returns " + all_digits(returned) + ", stores " + all_digits(stored);
    if (returned != d.returned || stored != d.stored) {
      outcome.right = false;
      words += " (expected " + all_digits(d.returned) + " and " + all_digits(d.stored) + ")";
      outcome.note = std::string(d.call) + ": " + words;
    }
    outcome.facts.emplace_back(d.call, words);
  }
}

}  // namespace heatwave::lab::atomics_experiment
