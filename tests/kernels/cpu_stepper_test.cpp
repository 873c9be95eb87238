// Several steps a pass give what one step after another gives, to the bit; and how a row is split.
#include "kernels/field/cpu/cpu_stepper.h"

#include <gtest/gtest.h>

#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

using Kind = Run::Kind;

/// A field with random cells of all kinds that its equation knows.
CpuField tangled(const EquationInfo& equation, core::Extent extent, EdgeKind edge) {
  const Tangle tangle = random_tangle(equation.id, extent, same_edges(edge, 0.5), 11);
  const FieldState state = random_state(equation.id, extent, 5);
  const std::size_t components = equation.components.size();
  CpuField field(extent, components);
  for (std::size_t c = 0; c < components; ++c) {
    field.newest[c].write(core::whole(extent), state.planes[c]);
    field.other[c].write(core::whole(extent), state.planes[state.planes.size() - components + c]);
  }
  field.flags = tangle.cells.flags;
  field.factors = tangle.cells.factors;
  field.absorbing = absorbing_sides(tangle.rules.edges);
  if (field.absorbing.any()) {
    field.rim.assign(components * static_cast<std::size_t>(rim_size(extent.width, extent.height)),
                     0.25F);
  }
  field.find_runs(0, extent.height);
  field.settle_kept();
  return field;
}

struct Result {
  std::vector<std::vector<float>> planes;
  std::vector<float> rim;
  friend bool operator==(const Result&, const Result&) = default;
};

Result stepped(CpuStepper& stepper, const EquationInfo& equation, core::Extent extent,
               EdgeKind edge, int threads, std::int64_t steps) {
  CpuField field = tangled(equation, extent, edge);
  const Tangle tangle = random_tangle(equation.id, extent, same_edges(edge, 0.5), 11);
  Oscillators oscillators;
  oscillators.set_table(tangle.rules.oscillations);
  oscillators.set_cells(core::whole(extent), tangle.cells.oscillating);
  stepper.set_parameters(tangle.rules.parameters);
  core::ThreadTeam team(threads);
  stepper.advance(field, team, oscillators, 4, steps);
  Result result{.planes = {}, .rim = field.rim};
  for (const auto& planes : {&field.newest, &field.other}) {
    // The other field means something only where the equation looks back.
    if (planes == &field.other && plane_count(equation) == equation.components.size()) continue;
    for (const PaddedPlane& plane : *planes) {
      result.planes.emplace_back(static_cast<std::size_t>(extent.cells()));
      plane.read(core::whole(extent), result.planes.back());
    }
  }
  return result;
}

TEST(CpuStepper, SeveralStepsAPassGiveTheBitsOfOneAfterAnother) {
  const core::Extent extents[] = {{1, 3},   {3, 3},    {5, 17},  {64, 64},
                                  {97, 48}, {641, 40}, {17, 300}};
  for (const EquationInfo& equation : equations()) {
    const auto plain = make_plain_cpu_stepper(equation.id);
    const auto fused = make_fused_cpu_stepper(equation.id);
    for (const EdgeKind edge : equation.edges) {
      for (const core::Extent extent : extents) {
        for (const std::int64_t steps : {1, 8, 37}) {
          SCOPED_TRACE(equation.id + " " + std::to_string(extent.width) + "×" +
                       std::to_string(extent.height) + ", " + std::to_string(steps) + " steps");
          const Result expected = stepped(*plain, equation, extent, edge, 1, steps);
          for (const int threads : {1, 3}) {
            EXPECT_TRUE(stepped(*fused, equation, extent, edge, threads, steps) == expected);
          }
        }
      }
    }
  }
}

std::vector<field::Run> runs(std::initializer_list<std::pair<int, std::uint8_t>> stretches) {
  std::vector<std::uint8_t> flags;
  for (const auto& [count, flag] : stretches) {
    flags.insert(flags.end(), static_cast<std::size_t>(count), flag);
  }
  return runs_of(flags);
}

TEST(RunsOfARow, BeginAtCacheLines) {
  EXPECT_EQ(runs({{100, 0}}), (std::vector<field::Run>{{0, 100, Kind::plain}}));
  EXPECT_EQ(runs({{20, 0}, {1, kMedium}, {40, 0}}),
            (std::vector<field::Run>{
                {0, 16, Kind::plain}, {16, 32, Kind::special}, {32, 61, Kind::plain}}));
}

TEST(RunsOfARow, KeptCellsCostNothingInWholeLinesAndAreRestoredInOthers) {
  EXPECT_EQ(runs({{1, kHeld | kNoWest}, {15, 0}, {32, kHeld}, {16, 0}}),
            (std::vector<field::Run>{{0, 16, Kind::plain},
                                     {16, 48, Kind::kept},
                                     {48, 64, Kind::plain},
                                     {0, 1, Kind::restored}}));
  EXPECT_EQ(runs({{3, kWall}, {1, kNoWest}, {12, 0}}),
            (std::vector<field::Run>{{0, 16, Kind::special}}));
  EXPECT_EQ(runs({{16, kHeld | kAbsorb}}), (std::vector<field::Run>{{0, 16, Kind::special}}));
}

}  // namespace
}  // namespace heatwave::field::testing
