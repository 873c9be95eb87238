// The time average of squares has the same bits on a CUDA device as on the CPU, also when the
// backend changes within a window.
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/field/field_solver.h"
#include "kernels/field/mean_square.h"
#include "tests/gpu/device_test.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

class CudaMeanSquare : public heatwave::testing::DeviceTest {};

constexpr core::Extent kAveragedGrid{301, 203};  // its rows do not fill whole blocks

/// Steps the state on this backend up to step `to`, and shows each sample.
void average(MeanSquare& mean, FieldState& state, Backend backend, std::int64_t to) {
  const auto solver =
      make_solver({.equation = "wave", .extent = kAveragedGrid, .backend = backend});
  solver->load(state);
  for (std::int64_t step = state.step; step < to;) {
    const std::int64_t steps = std::min(mean.steps_to_next(step), to - step);
    solver->advance(steps);
    step += steps;
    if (!mean.wants(step)) continue;
    solver->present(mean, 0);
    mean.took(step);
  }
  state = solver->save();
}

std::vector<float> averaged(std::initializer_list<std::pair<Backend, std::int64_t>> parts) {
  FieldState state = random_state("wave", kAveragedGrid, 3);
  MeanSquare mean(kAveragedGrid, {.every = 4, .over = 40}, 0, 2);
  for (const auto& [backend, to] : parts) {
    average(mean, state, backend, to);
    (void)mean.mean();  // a window reads it in every frame
  }
  const auto cells = mean.mean();
  return {cells.begin(), cells.end()};
}

TEST_F(CudaMeanSquare, HasTheBitsOfTheCpu) {
  for (const std::int64_t steps :
       {30, 100}) {  // they end within the first window, and within the third
    const std::vector<float> here = averaged({{Backend::cpu, steps}});
    EXPECT_GT(*std::max_element(here.begin(), here.end()), 0.0F);
    EXPECT_EQ(averaged({{Backend::cuda, steps}}), here) << steps;
  }
}

TEST_F(CudaMeanSquare, GoesOnWhereTheBackendChangesInAWindow) {
  const std::vector<float> here = averaged({{Backend::cpu, 80}});
  EXPECT_EQ(averaged({{Backend::cuda, 18}, {Backend::cpu, 30}, {Backend::cuda, 80}}), here);
  EXPECT_EQ(averaged({{Backend::cpu, 50}, {Backend::cuda, 58}, {Backend::cuda, 80}}), here);
}

}  // namespace
}  // namespace heatwave::field::testing
