// A matrix product is checked against double precision, within the bounds of rounding.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "kernels/core/device.h"
#include "kernels/core/every_level.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/experiments/matmul/matmul_experiment.h"

namespace heatwave::lab::matmul_experiment {
namespace {

/// Up to this size the whole product is computed in double precision in advance (0.1 s).
constexpr std::int64_t kWholeUpTo = 1024;
constexpr std::int64_t kSamples = 1024;

std::size_t place(std::int64_t n, std::int64_t row, std::int64_t column) {
  return static_cast<std::size_t>(row * n + column);
}

/// Calls `work(row)` for every row; all processors share the rows.
template <typename Work>
void for_rows(std::int64_t n, Work work) {
  core::ThreadTeam team(core::cpu_facts().processors);
  team.run([&](int member) {
    for (std::int64_t row = member; row < n; row += team.size()) work(row);
  });
}

[[gnu::always_inline]] inline void add_scaled_row(double* to, double factor, const float* row,
                                                  std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) to[i] += factor * static_cast<double>(row[i]);
}

template <typename T>
double row_times(const T* row, const std::vector<double>& vector) {
  double sum = 0.0;
  for (std::size_t i = 0; i < vector.size(); ++i) sum += static_cast<double>(row[i]) * vector[i];
  return sum;
}

void note_spreads(MatmulProblem& problem) {
  const auto n = static_cast<std::size_t>(problem.n);
  problem.row_spread.assign(n, 0.0);
  problem.column_spread.assign(n, 0.0);
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      const auto a = static_cast<double>(problem.a[row * n + column]);
      const auto b = static_cast<double>(problem.b[row * n + column]);
      problem.row_spread[row] += a * a * a * a;
      problem.column_spread[column] += b * b * b * b;
    }
  }
  for (double& sum : problem.row_spread) sum = std::pow(sum, 0.25);
  for (double& sum : problem.column_spread) sum = std::pow(sum, 0.25);
}

double element(const MatmulProblem& problem, std::int64_t row, std::int64_t column) {
  double sum = 0.0;
  for (std::int64_t k = 0; k < problem.n; ++k) {
    sum += static_cast<double>(problem.a[place(problem.n, row, k)]) *
           static_cast<double>(problem.b[place(problem.n, k, column)]);
  }
  return sum;
}

void expect_whole(MatmulProblem& problem) {
  const std::int64_t n = problem.n;
  problem.expected.assign(static_cast<std::size_t>(n * n), 0.0);
  for_rows(n, [&](std::int64_t row) {
    for (std::int64_t k = 0; k < n; ++k) {
      core::kAtBestLevel<add_scaled_row>(&problem.expected[place(n, row, 0)],
                                         static_cast<double>(problem.a[place(n, row, k)]),
                                         &problem.b[place(n, k, 0)], n);
    }
  });
}

void expect_probes(MatmulProblem& problem) {
  const std::int64_t n = problem.n;
  const Random random(0x9A0BE);
  problem.samples.resize(static_cast<std::size_t>(kSamples));
  for (std::size_t i = 0; i < problem.samples.size(); ++i) {
    const auto end = static_cast<std::uint32_t>(n);
    problem.samples[i].row = random.below(2 * i, end);
    problem.samples[i].column = random.below(2 * i + 1, end);
  }
  // The last corner, which a kernel is likely to miss.
  problem.samples.back() = {n - 1, n - 1, 0.0};
  for_rows(kSamples, [&](std::int64_t i) {
    MatmulSample& sample = problem.samples[static_cast<std::size_t>(i)];
    sample.value = element(problem, sample.row, sample.column);
  });
  const auto size = static_cast<std::size_t>(n);
  problem.probe = filled<double>(
      {}, size, [](std::size_t i) { return (Random(0x51615).number(i) >> 63U) != 0 ? 1.0 : -1.0; });
  std::vector<double> b_probe(size);
  for_rows(n, [&](std::int64_t row) {
    b_probe[static_cast<std::size_t>(row)] = row_times(&problem.b[place(n, row, 0)], problem.probe);
  });
  problem.expected_probe.resize(size);
  for_rows(n, [&](std::int64_t row) {
    problem.expected_probe[static_cast<std::size_t>(row)] =
        row_times(&problem.a[place(n, row, 0)], b_probe);
  });
}

/// Returns the largest error of one element that rounding can explain.
///
/// Float32: each of the n additions has an error of at most u = 2⁻²⁴ of the sum so far. That sum
/// stays within |exact| + 8s, where s² = Σ (a·b)² (bounded here by Cauchy and Schwarz). For n ≤ 64
/// this always holds, since Σ|a·b| ≤ √n·s; for larger n it is a random walk of 8 standard
/// deviations. The errors add up to at most n + 1 of these or, since their signs are practically
/// random, to at most 8·√n of them except once in 10¹³ cases.
///
/// TF32: a factor that is cut to 10 bits has a relative error of up to 2⁻¹⁰. If it is always
/// rounded down, the product shrinks by at most 2⁻⁹; the rest varies by 2⁻¹⁰, again as a random
/// walk: 8·2⁻¹⁰·s. The sums of the tensor cores drop bits that float32 would round, so that part
/// counts four times.
double allowed(const MatmulProblem& problem, std::int64_t row, std::int64_t column, double exact,
               MatmulPrecision precision) {
  const double spread = problem.row_spread[static_cast<std::size_t>(row)] *
                        problem.column_spread[static_cast<std::size_t>(column)];
  const auto n = static_cast<double>(problem.n);
  const double of_sums =
      0x1p-24 * std::min(n + 1.0, 8.0 * std::sqrt(n)) * (std::abs(exact) + 8.0 * spread);
  if (precision == MatmulPrecision::float32) return of_sums;
  return 8.0 * 0x1p-10 * spread + 0x1p-9 * std::abs(exact) + 4.0 * of_sums;
}

/// The comparison that is closest to its bound, or exceeds it the most.
struct Worst {
  double part_of_bound = -1.0;
  double got = 0.0;
  double expected = 0.0;
  std::string where;
  double largest = 0.0;     ///< largest of all expected values
  double difference = 0.0;  ///< largest difference
};

std::string rounded(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", value);
  return text.data();
}

void compare(Worst& worst, const MatmulProblem& problem, const MatmulSample& right,
             const std::vector<float>& c, MatmulPrecision precision) {
  const auto got = static_cast<double>(c[place(problem.n, right.row, right.column)]);
  const double difference = std::abs(got - right.value);
  const double bound = allowed(problem, right.row, right.column, right.value, precision);
  // NaN, which unwritten elements contain, counts as the largest error of all.
  double part = difference <= bound ? 0.0 : INFINITY;
  if (bound > 0 && std::isfinite(difference)) part = difference / bound;
  worst.largest = std::max(worst.largest, std::abs(right.value));
  worst.difference = std::isfinite(difference) ? std::max(worst.difference, difference) : INFINITY;
  if (part <= worst.part_of_bound) return;
  worst.part_of_bound = part;
  worst.got = got;
  worst.expected = right.value;
  worst.where = "C[" + std::to_string(right.row) + "][" + std::to_string(right.column) + "]";
}

/// Compares every row of C times the probe with that row of A · (B · probe). Even one wrong element
/// is noticed.
void compare_probes(Worst& worst, const MatmulProblem& problem, const std::vector<float>& c,
                    MatmulPrecision precision) {
  const std::int64_t n = problem.n;
  std::vector<double> got(static_cast<std::size_t>(n));
  std::vector<double> bound(static_cast<std::size_t>(n));
  for_rows(n, [&](std::int64_t row) {
    if (problem.stop.stop_requested()) return;
    const auto at = static_cast<std::size_t>(row);
    got[at] = row_times(&c[place(n, row, 0)], problem.probe);
    double squares = 0.0;  // the errors meet random signs: again a random walk
    for (std::int64_t column = 0; column < n; ++column) {
      const double of_one =
          allowed(problem, row, column, static_cast<double>(c[place(n, row, column)]), precision);
      squares += of_one * of_one;
    }
    bound[at] = std::sqrt(squares);
  });
  for (std::size_t row = 0; row < got.size(); ++row) {
    const double difference = std::abs(got[row] - problem.expected_probe[row]);
    if (difference <= bound[row]) continue;
    const double part = std::isfinite(difference) ? difference / bound[row] : INFINITY;
    if (part <= worst.part_of_bound) continue;
    worst.part_of_bound = part;
    worst.got = got[row];
    worst.expected = problem.expected_probe[row];
    worst.where = "row " + std::to_string(row) + " of C · probe";
  }
}

}  // namespace

void prepare_matmul_check(MatmulProblem& problem) {
  note_spreads(problem);
  if (problem.n <= kWholeUpTo) {
    expect_whole(problem);
  } else {
    expect_probes(problem);
  }
}

Outcome checked_matmul(const MatmulProblem& problem, const std::vector<float>& c,
                       MatmulPrecision precision) {
  Worst worst;
  const bool whole = !problem.expected.empty();
  if (whole) {
    for (std::int64_t row = 0; row < problem.n; ++row) {
      for (std::int64_t column = 0; column < problem.n; ++column) {
        const double right = problem.expected[place(problem.n, row, column)];
        compare(worst, problem, {row, column, right}, c, precision);
      }
    }
  } else {
    for (const MatmulSample& sample : problem.samples) {
      compare(worst, problem, sample, c, precision);
    }
    compare_probes(worst, problem, c, precision);
  }
  std::string note =
      whole ? "every element was compared"
            : "every row was probed, and " + grouped(kSamples) + " elements were compared";
  if (precision == MatmulPrecision::tf32) {
    note +=
        "; TF32 keeps 10 bits of each factor's mantissa, so three digits "
        "are correct";
  }
  return {.right = worst.part_of_bound <= 1.0,
          .result = worst.where + " = " + rounded(worst.got),
          .expected = rounded(worst.expected),
          .error = worst.largest > 0 ? worst.difference / worst.largest : worst.difference,
          .note = note};
}

}  // namespace heatwave::lab::matmul_experiment
