// Compares straight walls and rows of oscillating sources on the GPU with the CPU: equal bits in
// registers, where warps have code of their own for them.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "tests/gpu/device_test.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

class CudaWalls : public heatwave::testing::DeviceTest {};

/// Two walls with gaps, one upright and one lying. A column of sources takes turns from row to row,
/// a row of sources from cell to cell.
SetCells cells_of(const EquationInfo& equation, core::Extent e, const Edges& edges) {
  SetCells cells = bare_cells(e, edges, equation.components.size());
  const auto set = [&](int x, int y, int bits) {
    std::uint8_t& flags = cells.flags[cells.area.index(x, y)];
    flags = static_cast<std::uint8_t>((flags | bits) & ~kAbsorb);
  };
  for (int y = 0; y < e.height; ++y) {
    for (int x = e.width / 3; x < e.width / 3 + 3 && y % 90 > 8; ++x) set(x, y, kWall);
  }
  for (int x = e.width / 2; x < e.width && x % 70 > 5; ++x) set(x, e.height / 2, kWall);
  mark_walls(cells, e);
  for (int y = 4; y < e.height / 3; ++y) {
    set(8, y, kHeld);
    cells.oscillating.push_back({{8, y}, y % 3, 0});
  }
  for (int x = e.width - 40; x < e.width - 8; ++x) {
    set(x, e.height - 9, kHeld);
    cells.oscillating.push_back({{x, e.height - 9}, x / 4 % 3, 0});
  }
  return cells;
}

FieldState stepped(const EquationInfo& equation, core::Extent e, const Edges& edges,
                   Backend backend, std::string* method = nullptr) {
  const auto solver =
      make_solver({.equation = equation.id, .extent = e, .backend = backend, .threads = 2});
  solver->apply(SetRules{.parameters = initial_parameters(equation),
                         .edges = edges,
                         .oscillations = {{.amplitude = 1.0, .period = 17.0},
                                          {.amplitude = 0.5, .period = 29.0},
                                          {.amplitude = 2.0, .period = 40.5, .phase = 30.0}}});
  solver->load(random_state(equation.id, e, 5));
  solver->apply(cells_of(equation, e, edges));
  for (const int steps : {25, 40, 131}) solver->advance(steps);
  if (method != nullptr) *method = solver->report().method;
  return solver->save();
}

TEST_F(CudaWalls, GiveTheBitsOfTheCpuInRegisters) {
  for (const EquationInfo& equation : equations()) {
    for (const EdgeKind kind : equation.edges) {
      for (const core::Extent e : {core::Extent{160, 120}, {320, 240}, {640, 480}, {1024, 768}}) {
        SCOPED_TRACE(equation.id + " edges " + std::to_string(static_cast<int>(kind)) + " " +
                     std::to_string(e.width) + "×" + std::to_string(e.height));
        const Edges edges = same_edges(kind, 0.5);
        std::string method;
        ASSERT_EQ(stepped(equation, e, edges, Backend::cpu),
                  stepped(equation, e, edges, Backend::cuda, &method));
        const bool is_large = e.width == 1024 && equation.components.size() == 2;
        EXPECT_EQ(method.starts_with("the whole grid stays in registers"), !is_large) << method;
        EXPECT_EQ(method.ends_with("are slow beside walls"), is_large) << method;
      }
    }
  }
}

TEST_F(CudaWalls, AreSteppedInPassesBesideLargeTiles) {
  constexpr core::Extent kLarge{1920, 1080};
  for (const EquationInfo& equation : equations()) {
    SCOPED_TRACE(equation.id);
    const Edges edges = same_edges(equation.edges.front(), 0.5);
    std::string method;
    ASSERT_EQ(stepped(equation, kLarge, edges, Backend::cpu),
              stepped(equation, kLarge, edges, Backend::cuda, &method));
    EXPECT_TRUE(method.ends_with("are slow beside walls")) << method;
  }
}

}  // namespace
}  // namespace heatwave::field::testing
