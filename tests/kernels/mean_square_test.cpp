// The time average of squares: the same bits as one plain loop, whatever the threads and whenever
// the steps are taken.
#include "kernels/field/mean_square.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/core/fma.h"
#include "kernels/field/field_solver.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

constexpr core::Extent kAveragedGrid{530, 520};  // large enough for two threads

/// Returns a plane that differs from cell to cell and from step to step.
std::vector<float> plane_at(std::int64_t step, core::Extent grid = {7, 5}) {
  std::vector<float> cells;
  for (std::int64_t i = 0; i < grid.cells(); ++i) {
    cells.push_back(static_cast<float>(std::sin(0.3 * static_cast<double>(step + 7 * i))));
  }
  return cells;
}

void take(MeanSquare& mean, std::int64_t from, std::int64_t to) {
  for (std::int64_t step = from + 1; step <= to; ++step) {
    if (!mean.wants(step)) continue;
    const std::vector<float> cells = plane_at(step);
    mean.show(HostFrame{cells.data(), 7, {7, 5}});
    mean.took(step);
  }
}

/// Returns the mean over the sampled steps after `from` up to `to`.
std::vector<float> plain_mean(std::int64_t from, std::int64_t to, std::int64_t every) {
  std::vector<float> sums(35);
  float count = 0;
  for (std::int64_t step = from + 1; step <= to; ++step) {
    if (step % every != 0) continue;
    ++count;
    const std::vector<float> cells = plane_at(step);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = core::fma(cells[i], cells[i], sums[i]);
  }
  for (float& sum : sums) sum /= count;
  return sums;
}

std::vector<float> shown(MeanSquare& mean) {
  const auto cells = mean.mean();
  return {cells.begin(), cells.end()};
}

TEST(MeanSquare, IsOfTheNewestWholeWindowAndBeforeOfAllSamples) {
  MeanSquare mean({7, 5}, {.every = 3, .over = 20}, 0, 1);
  EXPECT_EQ(shown(mean), std::vector<float>(35, 0.0F));
  take(mean, 0, 10);
  EXPECT_EQ(mean.samples(), 3);
  EXPECT_EQ(shown(mean), plain_mean(0, 10, 3));
  take(mean, 10, 38);  // the next window's last sample is that of step 39
  EXPECT_EQ(shown(mean), plain_mean(0, 20, 3));
  take(mean, 38, 44);
  EXPECT_EQ(shown(mean), plain_mean(20, 40, 3));
}

TEST(MeanSquare, BegunLateShowsTheSameOnceAWindowIsWhole) {
  MeanSquare early({7, 5}, {.every = 4, .over = 40}, 0, 1);
  take(early, 0, 120);
  MeanSquare late({7, 5}, {.every = 4, .over = 40}, 33, 1);
  take(late, 33, 60);
  EXPECT_EQ(late.samples(), 7) << "of a broken window and the next one";
  take(late, 60, 80);
  take(early, 120, 121);
  EXPECT_EQ(shown(late), plain_mean(40, 80, 4));
  take(late, 80, 121);
  EXPECT_EQ(shown(late), shown(early));
  late.restart(121);
  EXPECT_EQ(late.samples(), 0);
}

TEST(MeanSquare, CountsWhatHasNoSquareAsZero) {
  EXPECT_EQ(with_square(0.25F, 1e-30F), 0.25F);
  EXPECT_EQ(with_square(0.0F, -1e-16F), 0.0F);
  EXPECT_EQ(with_square(0.25F, 0.5F), 0.5F);
}

std::vector<float> mean_of_solver(int threads, std::int64_t at_once) {
  const auto solver = make_solver(
      {.equation = "wave", .extent = kAveragedGrid, .backend = Backend::cpu, .threads = threads});
  solver->load(random_state("wave", kAveragedGrid, 3));
  MeanSquare mean(kAveragedGrid, {.every = 3, .over = 12}, 0, threads);
  for (std::int64_t step = 0; step < 26;) {
    const std::int64_t steps = std::min({at_once, mean.steps_to_next(step), 26 - step});
    solver->advance(steps);
    step += steps;
    if (!mean.wants(step)) continue;
    solver->present(mean, 0);
    mean.took(step);
  }
  return shown(mean);
}

TEST(MeanSquare, HasTheSameBitsForAnyThreadsAndGrouping) {
  const std::vector<float> one = mean_of_solver(1, 100);
  EXPECT_GT(*std::max_element(one.begin(), one.end()), 0.0F);
  EXPECT_EQ(mean_of_solver(2, 100), one);
  EXPECT_EQ(mean_of_solver(3, 1), one);
  EXPECT_EQ(mean_of_solver(1, 2), one);
}

}  // namespace
}  // namespace heatwave::field::testing
