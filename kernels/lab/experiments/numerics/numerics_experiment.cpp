// This experiment adds numbers with different roundings. This file describes its variants and
// contains those that run on the CPU.
#include "kernels/lab/experiments/numerics/numerics_experiment.h"

#include <numeric>

#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"

namespace heatwave::lab::numerics_experiment {
namespace {

// variant: plain
struct PlainSum {
  float value = 0.0F;
  void add(float x) { value += x; }  //! each addition rounds to 24 bits
};

// variant: kahan-cpu
struct KahanSum {
  float value = 0.0F;
  float lost = 0.0F;  ///< the sum is too large by this much
  void add(float x) {
    const float y = x - lost;
    const float t = value + y;
    lost = (t - value) - y;  //! this addition has lost so much
    value = t;
  }
};

// variant: double-cpu
struct DoubleSum {
  double value = 0.0;
  void add(float x) { value += static_cast<double>(x); }  //! 53 bits of mantissa
};

// variant: plain kahan-cpu double-cpu
/// Returns a variant in which one thread adds one number after the other. `roundings` returns the
/// most roundings of a number, given the count of numbers.
template <typename Sum>
MakeRun one_by_one(double (*roundings)(double n)) {
  return makes<NumericsProblem>([roundings](const NumericsProblem& problem, const Stop& stop) {
    return cpu_run(
        [&problem, stop] {
          Sum sum;
          in_chunks(0, static_cast<std::int64_t>(problem.numbers.size()), stop,
                    [&](std::int64_t i, std::int64_t end) {
                      for (; i < end; ++i) sum.add(problem.numbers[static_cast<std::size_t>(i)]);
                    });
          return static_cast<float>(sum.value);
        },
        [&problem, roundings](float sum) {
          return checked_sum(problem.exact, sum,
                             roundings(static_cast<double>(problem.numbers.size())));
        });
  });
}

// variant: pairs
float sum_in_pairs(const float* x, std::int64_t n, const Stop& stop) {
  constexpr std::int64_t kFew = 16;  // numbers that are added one by one
  if (n <= kFew || stop.stop_requested()) return std::accumulate(x, x + n, 0.0F);
  return sum_in_pairs(x, n / 2, stop) +
         sum_in_pairs(x + n / 2, n - n / 2, stop);  //! log2(n) roundings
}

std::unique_ptr<Run> pairs(const NumericsProblem& problem, const Stop& stop) {
  return cpu_run(
      [&problem, stop] {
        return sum_in_pairs(problem.numbers.data(),
                            static_cast<std::int64_t>(problem.numbers.size()), stop);
      },
      [&problem](float sum) { return checked_sum(problem.exact, sum, 16 + 31); });
}
// end

enum class Input { uniform, equal };

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  auto problem = std::make_unique<NumericsProblem>();
  const bool equal = static_cast<Input>(settings["input"]) == Input::equal;
  problem->numbers = filled<float>(stop, static_cast<std::size_t>(settings["n"]),
                                   [equal, random = Random(settings.seed)](std::size_t i) {
                                     return equal ? 0.1F : random.uniform(i);
                                   });
  in_chunks(0, settings["n"], stop, [&](std::int64_t i, std::int64_t end) {
    problem->exact.value = std::accumulate(problem->numbers.begin() + i,
                                           problem->numbers.begin() + end, problem->exact.value);
  });
  return problem;
}

double array_bytes(const Settings& s) { return 4.0 * static_cast<double>(s["n"]); }

/// Every number is read once and added once.
Work work(const Settings& s) {
  return {.bytes = array_bytes(s), .operations = static_cast<double>(s["n"])};
}
/// Kahan's sum takes four operations for each number.
Work kahan_work(const Settings& s) {
  return {.bytes = array_bytes(s), .operations = 4.0 * static_cast<double>(s["n"])};
}

double of_all(double n) { return n; }
double of_kahan(double /*n*/) { return 2; }
double of_double(double /*n*/) { return 1; }

std::vector<Variant> variants() {
  std::vector<Variant> all = {
      on_cpu("plain", "one after the other",
             "The sum grows, and every number loses digits against it: from 16 777 216 on, numbers "
             "below 1 no longer change it.",
             work, one_by_one<PlainSum>(of_all)),
      on_cpu("pairs", "in pairs", "A number passes log2(n) roundings instead of n.", work,
             makes<NumericsProblem>(pairs)),
      on_cpu("kahan-cpu", "Kahan's sum",
             "A second number holds what the additions have lost: four operations for one.",
             kahan_work, one_by_one<KahanSum>(of_kahan)),
      on_cpu("double-cpu", "in double", "53 bits of mantissa, and one rounding at the end.", work,
             one_by_one<DoubleSum>(of_double)),
      on_gpu("atomics", "atomicAdd in any order",
             "Each warp adds its sum by an atomic. The order differs from run to run, and so may "
             "the last digits.",
             work, launched_by<numerics_atomics>()),
      on_gpu("fixed", "a fixed order",
             "1024 blocks on every GPU, a tree in each and a tree of their sums: the bits are "
             "equal in every run.",
             work, launched_by<numerics_fixed>()),
      on_gpu("kahan", "Kahan's sum in each thread",
             "Four operations for each number, which memory hides.", kahan_work,
             launched_by<numerics_kahan>()),
      on_gpu("double", "in double", "Each thread adds in double.", work,
             launched_by<numerics_double>()),
      on_gpu(
          "bfloat", "in BF16",
          "8 bits of mantissa, so neighbours differ by up to 1/128. The sum of 2^k uniform numbers "
          "lies near a power of two, which BF16 holds: right by luck. Choose equal input.",
          work, launched_by<numerics_bfloat>())};
  for (Variant& each : all) {
    // With many numbers both sums stop growing.
    if (each.id == "plain" || each.id == "bfloat") each.wrong_on_purpose = true;
    if (each.id == "bfloat") each.lower_precision = "BF16, 7-bit mantissa";
  }
  return all;
}

}  // namespace

Experiment experiment() {
  return {.id = "numerics",
          .title = "Sums and rounding",
          .shows =
              "Each addition of floats rounds, so the order of a sum changes its last digits. "
              "Compare the errors: one number after the other, in pairs, with Kahan's "
              "correction, and in double. Atomics add in any order; where bits must agree from "
              "run to run, the order is fixed. On a GPU the better sums cost little, because "
              "memory is the limit.",
          .parameters = {{.id = "n",
                          .title = "numbers",
                          .help = "Count of numbers to add.",
                          .maximum = std::int64_t{1} << 31,
                          .initial = 1 << 24,
                          .sweep = {1 << 10, 1 << 14, 1 << 18, 1 << 22, 1 << 24, 1 << 26}},
                         {.id = "input",
                          .title = "input",
                          .help = "Uniform from 0 to 1, or 0.1 each.",
                          .minimum = 0,
                          .maximum = 1,
                          .initial = 0,
                          .choices = {"uniform", "equal"}}},
          .quick = {{"n", 1 << 20}},
          .host_bytes = array_bytes,
          .device_bytes = [](const Settings& s) { return array_bytes(s) + (1 << 16); },
          .make_problem = make_problem,
          .variants = variants()};
}

}  // namespace heatwave::lab::numerics_experiment
