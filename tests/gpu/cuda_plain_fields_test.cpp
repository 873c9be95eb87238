// Compares CUDA with the CPU: equal bits for fields of mostly plain cells, small and large. Needs a
// GPU.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/gpu/device_test.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

class CudaPlainFields : public heatwave::testing::DeviceTest {};

/// Runs a field of mostly plain cells with a held block, a medium and a wall.
FieldState run_plain(Backend backend, const EquationInfo& equation, core::Extent e, EdgeKind kind) {
  const auto solver = made({equation.id, e, backend, 2});
  const Edges edges = same_edges(kind, 0.5);
  SetCells cells = bare_cells(e, edges, equation.components.size());
  cells.factors.assign(cells.flags.size(), 1.0F);
  const auto fill = [&](core::Rect area, CellFlag flag) {
    for (int y = area.y0; y < area.y1; ++y) {
      for (int x = area.x0; x < area.x1; ++x) {
        const std::size_t i = cells.area.index(x, y);
        cells.flags[i] = flag;
        if (flag == kMedium) cells.factors[i] = 0.5F;
      }
    }
  };
  fill({e.width / 3, e.height / 3, e.width / 2, e.height / 2}, kHeld);
  fill({e.width / 8, e.height / 8, e.width / 8 + 30, e.height / 8 + 20}, kMedium);
  fill({e.width / 2, e.height * 3 / 4, e.width / 2 + 9, e.height * 3 / 4 + 9}, kWall);
  mark_walls(cells, e);
  solver->apply(SetRules{initial_parameters(equation), edges, {}});
  solver->load(random_state(equation.id, e, 9));
  solver->apply(cells);
  for (const int steps : {1, 3, 8, 21}) solver->advance(steps);
  return solver->save();
}

TEST_F(CudaPlainFields, MostlyPlainFieldsGiveTheBitsOfTheCpu) {
  for (const EquationInfo& equation : equations()) {
    for (const EdgeKind kind : equation.edges) {
      for (const core::Extent e :
           {core::Extent{200, 150}, {641, 479}, {1000, 1000}, {1501, 1103}}) {
        SCOPED_TRACE(equation.id + " edges " + std::to_string(static_cast<int>(kind)) + " " +
                     std::to_string(e.width) + "×" + std::to_string(e.height));
        ASSERT_EQ(run_plain(Backend::cpu, equation, e, kind),
                  run_plain(Backend::cuda, equation, e, kind));
      }
    }
  }
}

/// Runs a field at rest with a spot, and with values near 2⁻¹²⁶, below which values count as 0.
FieldState run_faint(Backend backend, const EquationInfo& equation, core::Extent e) {
  const auto solver = made({equation.id, e, backend, 2});
  const Edges edges = same_edges(EdgeKind::reflecting);
  FieldState state = random_state(equation.id, e, 9);
  for (std::vector<float>& plane : state.planes) {
    for (float& cell : plane) cell *= 0x1p-123F;
    plane[core::whole(e).index(e.width / 2, e.height / 2)] = 1.0F;
  }
  solver->apply(SetRules{initial_parameters(equation), edges, {}});
  solver->load(state);
  solver->apply(bare_cells(e, edges, equation.components.size()));
  for (const int steps : {1, 3, 8, 21, 60}) solver->advance(steps);
  return solver->save();
}

TEST_F(CudaPlainFields, FaintFieldsGiveTheBitsOfTheCpu) {
  for (const EquationInfo& equation : equations()) {
    for (const core::Extent e : {core::Extent{16, 16}, {640, 480}, {1501, 1103}}) {
      SCOPED_TRACE(equation.id + " " + std::to_string(e.width) + "×" + std::to_string(e.height));
      ASSERT_EQ(run_faint(Backend::cpu, equation, e), run_faint(Backend::cuda, equation, e));
    }
  }
}

TEST_F(CudaPlainFields, LargeFieldsGiveTheBitsOfTheCpu) {
  const core::Extent e{4099, 3203};
  const std::pair<const char*, EdgeKind> cases[] = {{"heat", EdgeKind::held},
                                                    {"heat", EdgeKind::reflecting},
                                                    {"wave", EdgeKind::absorbing},
                                                    {"wave", EdgeKind::periodic},
                                                    {"gray-scott", EdgeKind::reflecting},
                                                    {"fitzhugh-nagumo", EdgeKind::held}};
  for (const auto& [equation, kind] : cases) {
    SCOPED_TRACE(std::string(equation) + " edges " + std::to_string(static_cast<int>(kind)));
    ASSERT_EQ(run_plain(Backend::cpu, find_equation(equation), e, kind),
              run_plain(Backend::cuda, find_equation(equation), e, kind));
  }
}

}  // namespace
}  // namespace heatwave::field::testing
