// Compares strips on the GPU with the CPU: equal bits next to edges, held cells and other strips.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/gpu/device_test.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

class CudaStrips : public heatwave::testing::DeviceTest {};

enum class Inside { nothing, held_squares, all_kinds };

/// Most cells are free, as in most scenes.
SetCells cells_of(const EquationInfo& equation, core::Extent e, const Edges& edges, Inside inside) {
  SetCells cells = bare_cells(e, edges, equation.components.size());
  if (inside == Inside::nothing) return cells;
  const auto hold = [&](int x0, int y0, int side) {
    for (int y = y0; y < std::min(y0 + side, e.height); ++y) {
      for (int x = x0; x < std::min(x0 + side, e.width); ++x) {
        const std::size_t i = cells.area.index(x, y);
        cells.flags[i] = static_cast<std::uint8_t>((cells.flags[i] | kHeld) & ~kAbsorb);
        cells.held_values[i] = 0.75F;
      }
    }
  };
  hold(e.width / 3, e.height / 3, 20);
  hold(e.width - 3, e.height / 2, 3);
  hold(1, 1, 2);
  hold(e.width / 8, e.height / 8, e.width / 3);  // wide enough for strips of held cells only
  if (inside == Inside::held_squares) return cells;
  cells.factors.assign(cells.flags.size(), 1.0F);
  for (int i = 0; i < e.height / 4; ++i) {
    const std::size_t wall = cells.area.index(e.width / 2 + i, e.height / 4);
    const std::size_t medium = cells.area.index(e.width / 2, e.height * 2 / 3 + i);
    cells.flags[wall] = static_cast<std::uint8_t>(cells.flags[wall] | kWall);
    cells.flags[medium] = static_cast<std::uint8_t>(cells.flags[medium] | kMedium);
    cells.factors[medium] = 0.5F;
  }
  mark_walls(cells, e);
  cells.oscillating.push_back({{e.width / 4, e.height / 2}, 0, 0});
  cells.flags[cells.area.index(e.width / 4, e.height / 2)] = kHeld;
  return cells;
}

FieldState stepped(const EquationInfo& equation, core::Extent e, const Edges& edges, Inside inside,
                   Backend backend) {
  const auto solver = make_solver({.equation = equation.id,
                                   .extent = e,
                                   .backend = backend,
                                   .threads = e.cells() < 10'000'000 ? 2 : 8,
                                   .stepping = {.in_registers = false, .tiles = Tiles::strips}});
  solver->apply(SetRules{.parameters = initial_parameters(equation),
                         .edges = edges,
                         .oscillations = {{.amplitude = 1.0, .period = 17.0}}});
  solver->load(random_state(equation.id, e, 5));
  solver->apply(cells_of(equation, e, edges, inside));
  for (const int steps : {24, 5, 12, 8, 3, 29}) solver->advance(steps);
  if (backend == Backend::cuda) {
    EXPECT_NE(solver->report().method.find("in strips"), std::string::npos)
        << solver->report().method;
    EXPECT_LT(solver->report().bytes_per_step,
              0.2 * bytes_per_cell(equation) * static_cast<double>(e.cells()))
        << "a pass moves the field once for all of its steps";
  }
  return solver->save();
}

TEST_F(CudaStrips, GiveTheBitsOfTheCpu) {
  for (const EquationInfo& equation : equations()) {
    for (const EdgeKind kind : equation.edges) {
      for (const core::Extent e : {core::Extent{128, 24}, {640, 479}, {700, 512}, {1000, 1100}}) {
        for (const Inside inside : {Inside::nothing, Inside::held_squares, Inside::all_kinds}) {
          SCOPED_TRACE(equation.id + " edges " + std::to_string(static_cast<int>(kind)) + " " +
                       std::to_string(e.width) + "×" + std::to_string(e.height) + " inside " +
                       std::to_string(static_cast<int>(inside)));
          const Edges edges = same_edges(kind, 0.5);
          ASSERT_EQ(stepped(equation, e, edges, inside, Backend::cpu),
                    stepped(equation, e, edges, inside, Backend::cuda));
        }
      }
    }
  }
}

/// Large plain areas are stepped in wide strips, and some warps step several strips.
TEST_F(CudaStrips, OfLargeFieldsGiveTheBitsOfTheCpu) {
  const core::Extent e{4400, 3300};
  for (const EquationInfo& equation : equations()) {
    for (const Inside inside : {Inside::nothing, Inside::held_squares}) {
      SCOPED_TRACE(equation.id + " inside " + std::to_string(static_cast<int>(inside)));
      const Edges edges = same_edges(equation.edges.front(), 0.5);
      ASSERT_EQ(stepped(equation, e, edges, inside, Backend::cpu),
                stepped(equation, e, edges, inside, Backend::cuda));
    }
  }
}

TEST_F(CudaStrips, FieldsJoinedOneWayGiveTheBitsOfTheCpu) {
  for (const EquationInfo& equation : equations()) {
    for (const bool rows : {false, true}) {
      for (const core::Extent e : {core::Extent{640, 479}, {700, 512}}) {
        SCOPED_TRACE(equation.id + " " + std::to_string(e.width));
        Edges edges = same_edges(EdgeKind::periodic);
        (rows ? edges.left : edges.top) = EdgeKind::reflecting;
        (rows ? edges.right : edges.bottom) = EdgeKind::reflecting;
        ASSERT_EQ(stepped(equation, e, edges, Inside::held_squares, Backend::cpu),
                  stepped(equation, e, edges, Inside::held_squares, Backend::cuda));
      }
    }
  }
}

}  // namespace
}  // namespace heatwave::field::testing
