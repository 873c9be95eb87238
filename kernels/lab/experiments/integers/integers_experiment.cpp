// This experiment compares ways to compute integer operations and math functions. This file
// describes its variants and contains those that run on the CPU.
#include "kernels/lab/experiments/integers/integers_experiment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "kernels/core/device.h"
#include "kernels/core/every_level.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::integers_experiment {
namespace {

using Words = std::vector<std::uint32_t>;

// variant: loop
std::uint32_t by_bits(IntegerOperation operation, std::uint32_t y) {
  std::uint32_t result = 0;
  switch (operation) {
    case IntegerOperation::reverse_bits:
      for (unsigned k = 0; k < 32; ++k) result = result << 1U | (y >> k & 1U);  //! one by one
      break;
    case IntegerOperation::count_bits:
      for (unsigned k = 0; k < 32; ++k) result += y >> k & 1U;
      break;
    case IntegerOperation::funnel_shift: {
      result = y;
      std::uint32_t low = ~y;
      for (unsigned k = y % 32; k > 0; --k) {
        result = result << 1U | low >> 31U;
        low <<= 1U;
      }
    }
  }
  return result;
}

std::uint32_t sum_by_bits(const IntegersProblem& problem, std::uint32_t x) {
  std::uint32_t sum = 0;
  for (std::uint32_t round = 0; round < problem.rounds; ++round)
    sum += by_bits(problem.operation, x + round);
  return sum;
}

// variant: threads
std::uint32_t swapped(std::uint32_t y, std::uint32_t mask, unsigned by) {
  return (y & mask) << by | (y >> by & mask);
}

std::uint32_t reversed(std::uint32_t y) {
  y = swapped(y, 0x55555555U, 1);  //! all bits at once, in five steps
  y = swapped(y, 0x33333333U, 2);
  y = swapped(y, 0x0F0F0F0FU, 4);
  y = swapped(y, 0x00FF00FFU, 8);
  return y << 16U | y >> 16U;
}

std::uint32_t counted(std::uint32_t y) {
  y -= y >> 1U & 0x55555555U;
  y = (y & 0x33333333U) + (y >> 2U & 0x33333333U);
  y = (y + (y >> 4U)) & 0x0F0F0F0FU;
  return y * 0x01010101U >> 24U;
}

std::uint32_t shifted(std::uint32_t y) {
  const std::uint64_t pair = std::uint64_t{y} << 32U | ~y;
  return static_cast<std::uint32_t>(pair << y % 32U >> 32U);
}

template <std::uint32_t (*operation)(std::uint32_t)>
void sum_of_part(const std::uint32_t* x, std::uint32_t* out, std::size_t size,
                 std::uint32_t rounds) {
  std::fill_n(out, size, 0U);
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < size; ++i) out[i] += operation(x[i] + round);  //! vectorized
  }
}

[[gnu::always_inline]] inline void work_on_part(IntegerOperation operation, const std::uint32_t* x,
                                                std::uint32_t* out, std::size_t size,
                                                std::uint32_t rounds) {
  switch (operation) {
    case IntegerOperation::reverse_bits:
      return sum_of_part<reversed>(x, out, size, rounds);
    case IntegerOperation::count_bits:
      return sum_of_part<counted>(x, out, size, rounds);
    case IntegerOperation::funnel_shift:
      return sum_of_part<shifted>(x, out, size, rounds);
  }
}

// variant: functions functions-threads
float value_of(Function function, float y) {
  switch (function) {
    case Function::root:
      return std::sqrt(y);
    case Function::sine:
      return std::sin(y);  //! library function: almost correctly rounded
    case Function::logarithm:
      return std::log(y);
  }
  return 0.0F;
}

void sum_values(const IntegersProblem& problem, FunctionSums& found, std::size_t begin,
                std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    float y = problem.numbers[i];
    found.firsts[i] = value_of(problem.function, y);
    float sum = 0.0F;
    for (std::int64_t round = 0; round < problem.rounds; ++round) {
      sum += value_of(problem.function, y);  //! once in each round
      y = 2.5F - y;
    }
    found.sums[i] = sum;
  }
}
// end

constexpr std::size_t kPiece = 256;  // elements between two polls of `stop`

/// Calls part(begin, end) for consecutive pieces; the threads of the team share them.
template <typename Part>
void in_pieces(core::ThreadTeam& team, std::size_t size, const Stop& stop, const Part& part) {
  const auto members = static_cast<std::size_t>(team.size());
  team.run([&](int member) {
    const auto m = static_cast<std::size_t>(member);
    const std::size_t end = size * (m + 1) / members;
    for (std::size_t i = size * m / members; i < end && !stop.stop_requested(); i += kPiece)
      part(i, std::min(i + kPiece, end));
  });
}

std::shared_ptr<core::ThreadTeam> team_of(int threads) {
  return std::make_shared<core::ThreadTeam>(threads > 0 ? threads : core::cpu_facts().processors);
}

std::unique_ptr<Run> loop(const IntegersProblem& problem, const Stop& stop) {
  return cpu_run(
      [&problem, stop, team = team_of(1),
       out = Words(problem.words.size(), ~0U)]() mutable -> const Words* {
        in_pieces(*team, out.size(), stop, [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) out[i] = sum_by_bits(problem, problem.words[i]);
        });
        return &out;
      },
      [&problem](const Words* out) { return checked_integers(problem, *out); });
}

std::unique_ptr<Run> threads(const IntegersProblem& problem, const Stop& stop) {
  return cpu_run(
      [&problem, stop, team = team_of(0),
       out = Words(problem.words.size(), ~0U)]() mutable -> const Words* {
        in_pieces(*team, out.size(), stop, [&](std::size_t begin, std::size_t end) {
          core::kAtBestLevel<work_on_part>(problem.operation, problem.words.data() + begin,
                                           out.data() + begin, end - begin,
                                           static_cast<std::uint32_t>(problem.rounds));
        });
        return &out;
      },
      [&problem](const Words* out) { return checked_integers(problem, *out); });
}

/// Returns a variant with this many threads; 0: all processors.
MakeRun functions_on(int threads) {
  return makes<IntegersProblem>([threads](const IntegersProblem& problem, const Stop& stop) {
    const std::vector<float> unwritten(problem.numbers.size(),
                                       std::numeric_limits<float>::quiet_NaN());
    return cpu_run(
        [&problem, stop, team = team_of(threads),
         found = FunctionSums{unwritten, unwritten}]() mutable -> const FunctionSums* {
          in_pieces(*team, found.sums.size(), stop, [&](std::size_t begin, std::size_t end) {
            sum_values(problem, found, begin, end);
          });
          return &found;
        },
        [&problem](const FunctionSums* found) { return checked_functions(problem, *found); });
  });
}

/// Tables of each byte's reversed bits and of its number of set bits. The expected result thus
/// comes from a method that no variant uses.
class ByteTables {
 public:
  ByteTables() {
    for (std::uint32_t byte = 1; byte < 256; ++byte) {
      counts_.at(byte) = counts_.at(byte / 2) + byte % 2;
      turned_.at(byte) = turned_.at(byte / 2) / 2 + byte % 2 * 128;
    }
  }
  [[nodiscard]] std::uint32_t of(IntegerOperation operation, std::uint32_t y) const {
    switch (operation) {
      case IntegerOperation::reverse_bits:
        return turned_[y & 255U] << 24U | turned_[y >> 8U & 255U] << 16U |
               turned_[y >> 16U & 255U] << 8U | turned_[y >> 24U];
      case IntegerOperation::count_bits:
        return counts_[y & 255U] + counts_[y >> 8U & 255U] + counts_[y >> 16U & 255U] +
               counts_[y >> 24U];
      case IntegerOperation::funnel_shift:
        break;
    }
    const std::uint32_t by = y % 32;
    // Shifts are written as a product and a quotient.
    return y * (1U << by) + ~y / 2 / (1U << (31 - by));
  }

 private:
  std::array<std::uint32_t, 256> counts_{};
  std::array<std::uint32_t, 256> turned_{};
};

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  auto problem = std::make_unique<IntegersProblem>();
  const Random random(settings.seed);
  const auto n = static_cast<std::size_t>(settings["n"]);
  problem->operation = static_cast<IntegerOperation>(settings["operation"]);
  problem->function = static_cast<Function>(settings["function"]);
  problem->rounds = settings["rounds"];
  problem->threads = settings["threads"];
  problem->words = filled<std::uint32_t>(
      stop, n, [&](std::size_t i) { return static_cast<std::uint32_t>(random.number(i) >> 32U); });
  problem->expected = filled<std::uint32_t>(
      stop, n, [&, operation = problem->operation, tables = ByteTables()](auto i) {
        std::uint32_t sum = 0;
        for (std::uint32_t round = 0; round < problem->rounds; ++round)
          sum += tables.of(operation, problem->words[i] + round);
        return sum;
      });
  constexpr std::uint32_t kSteps = 3U << 19U;  // steps of 2^-20, from 0.5 to 2
  problem->numbers = filled<float>(stop, n, [&](std::size_t i) {
    return 0.5F + static_cast<float>(random.below(n + i, kSteps)) * 0x1p-20F;
  });
  return problem;
}

double times_n(double factor, const Settings& s) { return factor * static_cast<double>(s["n"]); }

/// The number of executed operations counts. They are not float arithmetic.
Work work(const Settings& s) {
  return {.operations = times_n(1.0, s) * static_cast<double>(s["rounds"]), .floats = false};
}

/// Returns why the bit-by-bit variant is skipped: on one thread, each operation takes some hundred
/// clock cycles.
std::string too_long(const Settings& settings) {
  return work(settings).operations > 2e9
             ? "this many operations take many seconds; select the variant by name to run it"
             : "";
}

std::vector<Parameter> parameters() {
  return {{.id = "n",
           .title = "elements",
           .help = "Count of numbers; each has its own thread.",
           .maximum = 1 << 26,
           .initial = 1 << 18,
           .sweep = {1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20}},
          {.id = "rounds",
           .title = "rounds",
           .help = "Number of operations on each.",
           .maximum = 4096,
           .initial = 256,
           .sweep = {16, 64, 256, 1024}},
          threads_parameter(),
          {.id = "operation",
           .title = "integers",
           .help = "Reverse the 32 bits, count the set bits, or shift a pair of words and keep "
                   "the upper one.",
           .minimum = 0,
           .maximum = 2,
           .initial = 0,
           .choices = {"brev", "popc", "funnelshift"},
           .sweep = {0, 1, 2}},
          {.id = "function",
           .title = "function",
           .help = "Square root, sine or natural logarithm, of numbers from 0.5 to 2.",
           .minimum = 0,
           .maximum = 2,
           .initial = 0,
           .choices = {"sqrt", "sin", "log"},
           .sweep = {0, 1, 2}}};
}

std::vector<Variant> variants() {
  std::vector<Variant> all = {
      on_cpu("loop", "bit by bit", "One thread handles the 32 bits one at a time.", work,
             makes<IntegersProblem>(loop)),
      on_cpu("threads", "masks, threads and vectors",
             "All processors use vector instructions, and masks handle all bits of a word "
             "at once.",
             work, makes<IntegersProblem>(threads), CpuThreads::all),
      on_cpu("functions", "the library's function", "One thread calls sqrt, sin or log.", work,
             functions_on(1)),
      on_cpu("functions-threads", "the library's function, threads",
             "All processors share the numbers.", work, functions_on(0), CpuThreads::all),
      on_gpu("bits", "bit by bit",
             "The CPU's loop over the 32 bits, with one thread for each number.", work,
             launched_by<integers_bits>()),
      on_gpu("masks", "masks",
             "All bits of a word at once, in a few steps of masks and shifts; the pair is "
             "shifted by two shifts and an or. nvcc 13 recognises the steps of __brev and "
             "replaces them by that one instruction: look at PTX.",
             work, launched_by<integers_masks>()),
      on_gpu("intrinsics", "__brev, __popc, __funnelshift_l",
             "One GPU instruction for each operation, which CUDA C provides under these "
             "names.",
             work, launched_by<integers_intrinsics>()),
      on_gpu("accurate", "sqrtf, sinf, logf",
             "CUDA's library: the square root is correctly rounded, sine and logarithm are "
             "off by at most one or two units in the last place. In the machine code of an "
             "H200 the square root starts with the special function unit; sine and "
             "logarithm are polynomials without it.",
             work, launched_by<integers_accurate>()),
      on_gpu("hardware", "sqrt.approx, __sinf, __logf",
             "The special function units' results with almost no further instructions. Look "
             "at the largest error in the table of facts.",
             work, launched_by<integers_hardware>())};
  all.front().left_out = too_long;
  all[2].left_out = too_long;
  for (Variant& each : all) {
    for (const char* id : {"functions", "functions-threads", "accurate", "hardware"})
      if (each.id == id) each.task = "functions";
    if (each.id == "hardware") each.lower_precision = "approximate functions";
    if (each.processor == Processor::gpu) each.traffic = no_traffic;
  }
  return all;
}

std::string rounded(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2g", value);
  return text.data();
}

double exact_value(Function function, double y) {
  switch (function) {
    case Function::root:
      return std::sqrt(y);
    case Function::sine:
      return std::sin(y);
    case Function::logarithm:
      return std::log(y);
  }
  return 0.0;
}

}  // namespace

Experiment experiment() {
  return {.id = "integers",
          .title = "Bits and roots",
          .shows =
              "Some integer operations that take a loop in C are one instruction of a GPU: "
              "__brev reverses a word's bits, __popc counts them, __funnelshift_l shifts a "
              "pair of words. Square root, sine and logarithm have their own units, the "
              "special function units, and two forms each: one that is exact to a unit or "
              "two in the last place, and the hardware's approximation. Choose the operation "
              "and the function among the parameters, and look at PTX or machine code to see "
              "how many instructions each variant takes.",
          .parameters = parameters(),
          .quick = {{"n", 1 << 14}, {"rounds", 16}},
          .host_bytes = [](const Settings& s) { return times_n(40.0, s) + 1e5; },
          .device_bytes = [](const Settings& s) { return times_n(20.0, s) + 1e4; },
          .make_problem = make_problem,
          .variants = variants()};
}

Outcome checked_integers(const IntegersProblem& problem, const std::vector<std::uint32_t>& out) {
  return outcome_of_array(out.data(), problem.expected, problem.stop);
}

/// The fast functions guarantee an error of 2^-21.4 for these numbers, or a few units in the last
/// place. A sum is rounded once more in each round.
Outcome checked_functions(const IntegersProblem& problem, const FunctionSums& found) {
  constexpr double kAllowed = 0x1p-20;
  double largest = 0.0;
  double of_sums = 0.0;
  const auto rounds = static_cast<double>(problem.rounds);
  const auto all = static_cast<std::int64_t>(problem.numbers.size());
  take_turns(0, all, problem.stop, [&](std::int64_t place) {
    const auto i = static_cast<std::size_t>(place);
    const auto y = static_cast<double>(problem.numbers[i]);
    const double first = exact_value(problem.function, y);
    const double second = exact_value(problem.function, 2.5 - y);
    const double sum = std::ceil(rounds / 2) * first + std::floor(rounds / 2) * second;
    const double off = std::abs(static_cast<double>(found.firsts[i]) - first);
    const double sum_off = std::abs(static_cast<double>(found.sums[i]) - sum) / rounds;
    // NaN counts as wrong.
    largest = off <= largest ? largest : std::isnan(off) ? INFINITY : off;
    of_sums = sum_off <= of_sums ? of_sums : std::isnan(sum_off) ? INFINITY : sum_off;
  });
  const double allowed_of_sums = kAllowed + rounds * 0x1p-24;
  return {.right = largest <= kAllowed && of_sums <= allowed_of_sums,
          .result = "off by " + rounded(largest) + " at most",
          .expected = "off by less than " + rounded(kAllowed),
          .error = largest,
          .facts = {{"largest error of one call", rounded(largest)},
                    {"half a unit in the last place, of numbers from 1 to 2", rounded(0x1p-24)},
                    {"largest error of a sum, shared out to its calls", rounded(of_sums)}}};
}

}  // namespace heatwave::lab::integers_experiment
