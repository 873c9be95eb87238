// Compares absorbing edges on the GPU with the CPU: equal bits in registers, where walls, media and
// oscillating sources touch the edges. Needs a GPU.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

#include "tests/gpu/device_test.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

class CudaAbsorbing : public heatwave::testing::DeviceTest {};

/// A wall from the top and a medium at the bottom right touch the edges. Three oscillating sources
/// take turns along the left edge.
SetCells cells_of(core::Extent e, const Edges& edges) {
  SetCells cells = bare_cells(e, edges);
  cells.factors.assign(cells.flags.size(), 1.0F);
  const auto set = [&](int x, int y, int bits, int drop = 0) {
    std::uint8_t& flags = cells.flags[cells.area.index(x, y)];
    flags = static_cast<std::uint8_t>((flags | bits) & ~drop);
  };
  for (int y = e.height / 2; y < e.height; ++y) {
    for (int x = e.width / 2; x < e.width; ++x) {
      set(x, y, kMedium);
      cells.factors[cells.area.index(x, y)] = 0.3F + 0.01F * static_cast<float>((7 * x + y) % 60);
    }
  }
  for (int y = 0; y < e.height / 3; ++y) set(e.width / 3, y, kWall, kAbsorb);
  mark_walls(cells, e);
  for (int y = 5; y < e.height / 2; ++y) {
    for (int x = 0; x < 3; ++x) {
      set(x, y, kHeld, kAbsorb);
      cells.oscillating.push_back({{x, y}, y / 20 % 3, 0});
    }
  }
  return cells;
}

/// Returns the field after some steps, and the method of the last ones.
std::pair<FieldState, std::string> stepped(core::Extent e, const Edges& edges, Backend backend) {
  const auto solver = make_solver(
      {.equation = "wave", .extent = e, .backend = backend, .threads = 2, .stepping = {}});
  SetRules rules{.parameters = initial_parameters(find_equation("wave")),
                 .edges = edges,
                 .oscillations = {{.amplitude = 1.0, .period = 17.0},
                                  {.amplitude = 0.5, .period = 29.0},
                                  {.amplitude = 2.0, .period = 40.5, .phase = 30.0}}};
  rules.parameters[1] = 0.01;
  solver->apply(rules);
  solver->load(random_state("wave", e, 5));
  solver->apply(cells_of(e, edges));
  for (const int steps : {25, 40, 3, 131}) solver->advance(steps);
  return {solver->save(), solver->report().method};
}

TEST_F(CudaAbsorbing, GiveTheBitsOfTheCpuInRegisters) {
  using enum EdgeKind;
  const Edges kinds[] = {same_edges(absorbing),
                         {absorbing, absorbing, periodic, periodic, 0.0},
                         {periodic, periodic, absorbing, absorbing, 0.0},
                         {held, absorbing, absorbing, held, 0.25},
                         {absorbing, reflecting, reflecting, absorbing, 0.0}};
  for (const Edges& edges : kinds) {
    for (const core::Extent e : {core::Extent{120, 96},
                                 {121, 98},
                                 {644, 479},
                                 {640, 480},
                                 {1000, 900},
                                 {1024, 1024},
                                 {2000, 1500}}) {
      SCOPED_TRACE(std::to_string(e.width) + "×" + std::to_string(e.height) + ", edges " +
                   std::to_string(&edges - kinds));
      const auto [field, method] = stepped(e, edges, Backend::cuda);
      const bool lanes_meet = edges.left != periodic || e.width % 2 == 0;
      const bool fits = e.width < 2000 && lanes_meet;
      EXPECT_EQ(method.find("stays in registers") != std::string::npos, fits) << method;
      ASSERT_EQ(stepped(e, edges, Backend::cpu).first, field);
    }
  }
}

}  // namespace
}  // namespace heatwave::field::testing
