// Compares media on the GPU with the CPU: equal bits in registers, tiles and strips, next to edges,
// held cells and walls.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "tests/gpu/device_test.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

class CudaMedia : public heatwave::testing::DeviceTest {};

/// Half of the grid is a medium in which all neighbours differ, with a held square across its
/// border, and with a wall and an oscillating source at the far end.
SetCells cells_of(const EquationInfo& equation, core::Extent e, const Edges& edges) {
  SetCells cells = bare_cells(e, edges, equation.components.size());
  cells.factors.assign(cells.flags.size(), 1.0F);
  const auto set = [&](int x, int y, int bits, int drop = 0) {
    std::uint8_t& flags = cells.flags[cells.area.index(x, y)];
    flags = static_cast<std::uint8_t>((flags | bits) & ~drop);
  };
  for (int y = 0; y < e.height; ++y) {
    for (int x = e.width / 2; x < e.width; ++x) {
      set(x, y, kMedium);
      cells.factors[cells.area.index(x, y)] = 0.3F + 0.01F * static_cast<float>((7 * x + y) % 60);
    }
  }
  for (int y = e.height / 3; y < e.height / 2; ++y) {
    for (int x = e.width / 2 - 9; x < e.width / 2 + 9; ++x) {
      set(x, y, kHeld, kAbsorb);
      cells.held_values[cells.area.index(x, y)] = 0.75F;
    }
  }
  for (int i = 0; i < 12; ++i) set(e.width - 20 + i, e.height - 20, kWall, kAbsorb);
  mark_walls(cells, e);
  set(e.width - 30, 10, kHeld, kAbsorb);
  cells.oscillating.push_back({{e.width - 30, 10}, 0, 0});
  return cells;
}

FieldState stepped(const EquationInfo& equation, core::Extent e, const Edges& edges,
                   Backend backend, const Stepping& stepping) {
  const auto solver = make_solver({.equation = equation.id,
                                   .extent = e,
                                   .backend = backend,
                                   .threads = 2,
                                   .stepping = stepping});
  solver->apply(SetRules{.parameters = initial_parameters(equation),
                         .edges = edges,
                         .oscillations = {{.amplitude = 1.0, .period = 17.0}}});
  solver->load(random_state(equation.id, e, 5));
  solver->apply(cells_of(equation, e, edges));
  for (const int steps : {24, 5, 8, 41, 3}) solver->advance(steps);
  return solver->save();
}

TEST_F(CudaMedia, GiveTheBitsOfTheCpu) {
  for (const EquationInfo& equation : equations()) {
    for (const EdgeKind kind : equation.edges) {
      for (const core::Extent e : {core::Extent{130, 96}, {641, 479}, {640, 480}, {1000, 900}}) {
        const Edges edges = same_edges(kind, 0.5);
        const FieldState cpu = stepped(equation, e, edges, Backend::cpu, {});
        const auto expect_equal = [&](const std::string& how, const Stepping& stepping) {
          SCOPED_TRACE(equation.id + " edges " + std::to_string(static_cast<int>(kind)) + " " +
                       std::to_string(e.width) + "×" + std::to_string(e.height) + " " + how);
          ASSERT_EQ(cpu, stepped(equation, e, edges, Backend::cuda, stepping));
        };
        expect_equal("in registers", {});
        expect_equal("small tiles", {.in_registers = false, .tiles = Tiles::small});
        expect_equal("large tiles", {.in_registers = false, .tiles = Tiles::large});
        expect_equal("strips", {.in_registers = false, .tiles = Tiles::strips});
      }
    }
  }
}

}  // namespace
}  // namespace heatwave::field::testing
