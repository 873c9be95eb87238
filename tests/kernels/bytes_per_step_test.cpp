// Tests that bytes_per_step() counts the passes that are really made.
#include <gtest/gtest.h>

#include "kernels/field/field_solver.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field {
namespace {

double bytes_per_cell_and_step(const std::string& equation, core::Extent extent, int steps) {
  const auto solver =
      make_solver({.equation = equation, .extent = extent, .backend = Backend::cpu, .threads = 1});
  EXPECT_EQ(solver->report().bytes_per_step, 0.0) << "nothing is stepped yet";
  solver->advance(steps);
  return solver->report().bytes_per_step / static_cast<double>(extent.cells());
}

TEST(BytesPerStep, APassOfSeveralStepsMovesTheFieldOnce) {
  const core::Extent extent{512, 512};
  EXPECT_DOUBLE_EQ(bytes_per_cell_and_step("heat", extent, 1), 8.0 * (1 + 2.0 / 512))
      << "a read and a write, and the rows at the ends of the band again";
  // Both planes of a component are written, and every plane that the equation uses is read.
  const double heat = bytes_per_cell_and_step("heat", extent, 64);
  EXPECT_LE(heat, 12.0 / 8 * 1.1);
  EXPECT_GE(heat, 12.0 / 32);
  const double wave = bytes_per_cell_and_step("wave", extent, 64);
  EXPECT_NEAR(wave / heat, 16.0 / 12, 1e-9);
}

TEST(BytesPerStep, OneStepAPassMovesTheFieldForEachOfThem) {
  EXPECT_EQ(bytes_per_cell_and_step("heat", {512, 2}, 64), 8.0);
}

}  // namespace
}  // namespace heatwave::field
