// Compares media on the GPU with the CPU: equal bits in registers, tiles and strips, next to edges,
// held cells and walls.
#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <string>

#include "tests/gpu/device_test.h"
#include "tests/gpu/methods.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

class CudaMedia : public heatwave::testing::DeviceTest {};

/// Returns the factor of a cell's medium.
using FactorOf = float (*)(core::Extent, int x, int y);

float differs_from_cell_to_cell(core::Extent /*extent*/, int x, int y) {
  return 0.3F + 0.01F * static_cast<float>((7 * x + y) % 60);
}
/// Two media, each of one factor, and a square in which neighbours differ.
float is_one_of_two(core::Extent extent, int x, int y) {
  const int far = extent.width - x;
  if (far < 40 && y < 70) return differs_from_cell_to_cell(extent, x, y);
  return 3 * y > 2 * extent.height ? 0.56F : 0.44F;
}

/// Half of the grid are media, with a held square across their border, and with a wall and an
/// oscillating source at the far end.
SetCells cells_of(const EquationInfo& equation, core::Extent e, const Edges& edges,
                  FactorOf factor_of) {
  SetCells cells = bare_cells(e, edges, equation.components.size());
  cells.factors.assign(cells.flags.size(), 1.0F);
  const auto set = [&](int x, int y, int bits, int drop = 0) {
    std::uint8_t& flags = cells.flags[cells.area.index(x, y)];
    flags = static_cast<std::uint8_t>((flags | bits) & ~drop);
  };
  for (int y = 0; y < e.height; ++y) {
    for (int x = e.width / 2; x < e.width; ++x) {
      set(x, y, kMedium);
      cells.factors[cells.area.index(x, y)] = factor_of(e, x, y);
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

FieldState stepped(const EquationInfo& equation, core::Extent e, const SetCells& cells,
                   const Edges& edges, Backend backend, const Stepping& stepping) {
  const auto solver = make_solver({.equation = equation.id,
                                   .extent = e,
                                   .backend = backend,
                                   .threads = 2,
                                   .stepping = stepping});
  solver->apply(SetRules{.parameters = initial_parameters(equation),
                         .edges = edges,
                         .oscillations = {{.amplitude = 1.0, .period = 17.0}}});
  solver->load(random_state(equation.id, e, 5));
  solver->apply(cells);
  for (const int steps : {24, 5, 8, 41, 3}) solver->advance(steps);
  return solver->save();
}

/// Steps such media by each method, and expects the bits of the CPU.
void expect_bits_of_cpu(std::initializer_list<core::Extent> extents, FactorOf factor_of) {
  for (const EquationInfo& equation : equations()) {
    for (const EdgeKind kind : equation.edges) {
      for (const core::Extent e : extents) {
        const Edges edges = same_edges(kind, 0.5);
        const SetCells cells = cells_of(equation, e, edges, factor_of);
        const FieldState cpu = stepped(equation, e, cells, edges, Backend::cpu, {});
        for (const Method& method : methods()) {
          SCOPED_TRACE(equation.id + " edges " + std::to_string(static_cast<int>(kind)) + " " +
                       std::to_string(e.width) + "×" + std::to_string(e.height) + " " +
                       method.name);
          ASSERT_EQ(cpu, stepped(equation, e, cells, edges, Backend::cuda, method.stepping));
        }
      }
    }
  }
}

TEST_F(CudaMedia, GiveTheBitsOfTheCpu) {
  expect_bits_of_cpu({{130, 96}, {641, 479}, {640, 480}, {1000, 900}}, differs_from_cell_to_cell);
}

/// Tiles and strips that lie in one medium are stepped like plain ones.
TEST_F(CudaMedia, OfOneFactorGiveTheBitsOfTheCpu) {
  expect_bits_of_cpu({{640, 480}, {1000, 900}, {1800, 1100}}, is_one_of_two);
}

}  // namespace
}  // namespace heatwave::field::testing
