// Tests that several steps in one pass are bit-identical to single steps, and how a row is
// split into runs.
#include "kernels/field/cpu/cpu_stepper.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "kernels/field/cpu/step_rows.h"
#include "tests/kernels/every_equation.h"
#include "tests/kernels/test_fields.h"
#include "tests/sanitized.h"

namespace heatwave::field::testing {
namespace {

using Kind = Run::Kind;

/// tangled: random cells of all kinds everywhere. patched: a few patches of them, one patch of held
/// cells and one of media, so that rows with every kind of run meet.
enum class Cells : std::uint8_t { tangled, patched };

SetCells random_cells(const EquationInfo& equation, core::Extent extent, EdgeKind edge,
                      Cells kind) {
  SetCells cells = random_tangle(equation.id, extent, same_edges(edge, 0.5), 11).cells;
  if (kind == Cells::tangled) return cells;
  const SetCells bare = bare_cells(extent, same_edges(edge, 0.5), equation.components.size());
  for (int y = 0; y < extent.height; ++y) {
    for (int x = 0; x < extent.width; ++x) {
      const std::size_t i = cells.area.index(x, y);
      if (x / 35 % 3 == 1 && y / 5 % 2 == 1) continue;
      cells.flags[i] = bare.flags[i];
      cells.factors[i] = 1.0F;
      const int patch = x / 50 % 4;
      if (patch == 1 && y % 23 < 9) cells.flags[i] = kHeld;
      if (patch == 2 && y % 31 < 19) {
        cells.flags[i] |= kMedium;
        cells.factors[i] = 0.375F;
      }
    }
  }
  return cells;
}

CpuField random_field(const EquationInfo& equation, core::Extent extent, EdgeKind edge,
                      const SetCells& cells) {
  const FieldState state = random_state(equation.id, extent, 5);
  const std::size_t components = equation.components.size();
  CpuField field(extent, components);
  for (std::size_t c = 0; c < components; ++c) {
    field.newest[c].write(core::whole(extent), state.planes[c]);
    field.other[c].write(core::whole(extent), state.planes[state.planes.size() - components + c]);
  }
  std::copy(cells.flags.begin(), cells.flags.end(), field.flags.begin());
  field.add_factors();
  field.factors->write(core::whole(extent), cells.factors);
  field.absorbing = absorbing_sides(same_edges(edge));
  if (field.absorbing.any()) {
    field.rim.assign(components * static_cast<std::size_t>(rim_size(extent.width, extent.height)),
                     0.25F);
  }
  field.find_runs(0, extent.height);
  field.sync_fixed_cells();
  return field;
}

struct Result {
  std::vector<std::vector<float>> planes;
  std::vector<float> rim;
  friend bool operator==(const Result&, const Result&) = default;
};

struct Trial {
  core::Extent extent;
  EdgeKind edge;
  Cells kind;
  std::int64_t steps;
};

Result stepped(CpuStepper& stepper, const EquationInfo& equation, const Trial& trial, int threads,
               core::SimdLevel level = core::simd_level()) {
  const auto [extent, edge, kind, steps] = trial;
  const SetRules rules = random_tangle(equation.id, extent, same_edges(edge, 0.5), 11).rules;
  const SetCells cells = random_cells(equation, extent, edge, kind);
  CpuField field = random_field(equation, extent, edge, cells);
  field.level = level;
  Oscillators oscillators;
  oscillators.set_table(rules.oscillations);
  oscillators.set_cells(core::whole(extent), cells.oscillating);
  stepper.set_parameters(rules.parameters);
  core::ThreadTeam team(threads);
  stepper.advance(field, team, oscillators, 4, steps);
  Result result{.planes = {}, .rim = field.rim};
  for (const auto& planes : {&field.newest, &field.other}) {
    // The other time level has a meaning only if the equation looks back.
    if (planes == &field.other && plane_count(equation) == equation.components.size()) continue;
    for (const PaddedPlane& plane : *planes) {
      result.planes.emplace_back(static_cast<std::size_t>(extent.cells()));
      plane.read(core::whole(extent), result.planes.back());
    }
  }
  return result;
}

void expect_fused_equals_plain(const EquationInfo& equation, const Trial& trial) {
  SCOPED_TRACE(equation.id + " " + std::to_string(trial.extent.width) + "×" +
               std::to_string(trial.extent.height) + ", edge " +
               std::to_string(static_cast<int>(trial.edge)) + ", cells " +
               std::to_string(static_cast<int>(trial.kind)) + ", " + std::to_string(trial.steps) +
               " steps");
  const Result expected = stepped(*make_plain_cpu_stepper(equation.id), equation, trial, 1);
  for (const int threads : {1, 3}) {
    EXPECT_TRUE(stepped(*make_fused_cpu_stepper(equation.id), equation, trial, threads) ==
                expected);
  }
}

/// One step, some, and passes with a remainder. Under a sanitizer one number covers all code.
std::vector<std::int64_t> numbers_of_steps() {
  if (test::kSanitized) return {19};
  return {1, 8, 37};
}

class StepsOf : public ::testing::TestWithParam<std::string> {};

TEST_P(StepsOf, SeveralInAPassGiveTheBitsOfOneAfterAnother) {
  std::vector<core::Extent> extents{{1, 3}, {2, 4}, {3, 3}, {5, 17}, {16, 6}, {97, 48}, {641, 40}};
  if (!test::kSanitized) extents.insert(extents.end(), {{64, 64}, {17, 300}, {210, 200}});
  const EquationInfo& equation = find_equation(GetParam());
  for (const EdgeKind edge : equation.edges) {
    for (const core::Extent extent : extents) {
      for (const Cells kind : {Cells::tangled, Cells::patched}) {
        for (const std::int64_t steps : numbers_of_steps()) {
          expect_fused_equals_plain(equation, {extent, edge, kind, steps});
        }
      }
    }
  }
}

TEST_P(StepsOf, EveryLevelGivesTheBitsOfSingleCells) {
  const EquationInfo& equation = find_equation(GetParam());
  for (const EdgeKind edge : equation.edges) {
    for (const core::Extent extent : {core::Extent{5, 17}, {33, 21}, {97, 48}, {211, 19}}) {
      for (const Cells kind : {Cells::tangled, Cells::patched}) {
        const Trial trial{extent, edge, kind, 9};
        const Result expected = stepped(*make_plain_cpu_stepper(equation.id), equation, trial, 1);
        for (const core::SimdLevel level :
             {core::SimdLevel::basic, core::SimdLevel::avx2, core::SimdLevel::avx512}) {
          if (level > core::simd_level()) continue;
          EXPECT_TRUE(stepped(*make_fused_cpu_stepper(equation.id), equation, trial, 1, level) ==
                      expected)
              << "level " << static_cast<int>(level) << ", " << extent.width << "×" << extent.height
              << ", edge " << static_cast<int>(edge) << ", cells " << static_cast<int>(kind);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Equations, StepsOf, ::testing::ValuesIn(ids_of_equations()), name_of_id);

/// Rows of random values with some cells of each kind, and their next values at one SIMD level.
template <typename Equation>
std::vector<float> rows_stepped(core::SimdLevel level, Kind kind, int rows) {
  constexpr int kWidth = 80;
  constexpr std::uint8_t kFlags[] = {0, 0, 0, kHeld, kMedium, kNoWest, kNoSouth | kNoEast, kWall};
  const std::size_t choices = kind == Kind::plain    ? 1
                              : kind == Kind::held   ? 4
                              : kind == Kind::medium ? 5
                                                     : std::size(kFlags);
  std::mt19937 random(7);
  std::uniform_real_distribution<float> values(-1.0F, 1.0F);
  const core::Extent extent{kWidth, kGroupRows + 2};
  CpuField field(extent, Equation::kComponents);
  std::vector<PaddedPlane>& from = field.newest;
  std::vector<PaddedPlane>& to = field.other;
  field.add_factors();
  for (int y = 0; y < extent.height; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      for (PaddedPlane& plane : from) plane.row(y)[x] = values(random);
      for (PaddedPlane& plane : to) plane.row(y)[x] = values(random);
      std::uint8_t& flags = field.flags[field.cell_index(x, y)];
      flags = kFlags[random() % choices];
      if ((flags & kMedium) != 0) field.factors->row(y)[x] = 0.375F;
    }
  }
  const field::Run run{0, kWidth, kind};
  RowJob<Equation::kComponents> job{
      .count = rows, .runs = &run, .run_count = 1, .extent = extent, .level = level};
  for (int c = 0; c < Equation::kComponents; ++c) {
    const auto plane = static_cast<std::size_t>(c);
    for (int r = 0; r < rows + 2; ++r) job.rows[c].from[r] = from[plane].row(r);
    for (int r = 0; r < rows; ++r) job.rows[c].to[r] = to[plane].row(r + 1);
  }
  for (int r = 0; r < rows; ++r) {
    job.flags[r] = field.flags.data() + field.cell_index(0, r + 1);
    job.factors[r] = field.factors->row(r + 1);
  }
  const auto parameters = initial_parameters(Equation::info());
  step_rows<Equation>(job, Equation::constants(parameters));
  std::vector<float> next(to.size() * static_cast<std::size_t>(kWidth * rows));
  for (std::size_t c = 0; c < to.size(); ++c) {
    to[c].read({0, 1, kWidth, rows + 1},
               std::span(next).subspan(c * static_cast<std::size_t>(kWidth * rows)));
  }
  return next;
}

template <typename Equation>
void expect_same_bits_at(core::SimdLevel level) {
  for (const Kind kind : {Kind::plain, Kind::held, Kind::medium, Kind::any}) {
    for (const int rows : {1, 2, kGroupRows}) {
      EXPECT_EQ(rows_stepped<Equation>(level, kind, rows),
                rows_stepped<Equation>(core::SimdLevel::basic, kind, rows))
          << Equation::info().id;
    }
  }
}

template <typename... Equations>
void expect_same_bits_at(core::SimdLevel level, EquationList<Equations...> /*list*/) {
  (expect_same_bits_at<Equations>(level), ...);
}

TEST(CpuStepper, EveryWidthOfVectorsGivesTheSameBits) {
  for (const core::SimdLevel level : {core::SimdLevel::avx2, core::SimdLevel::avx512}) {
    if (level <= core::simd_level()) expect_same_bits_at(level, Catalogue{});
  }
}

using Stretches = std::initializer_list<std::pair<int, std::uint8_t>>;

std::vector<std::uint8_t> facts(Stretches stretches) {
  std::vector<std::uint8_t> flags;
  for (const auto& [count, flag] : stretches) {
    flags.insert(flags.end(), static_cast<std::size_t>(count), flag);
  }
  return line_contents(flags);
}

TEST(RunsOfARow, AreAsPlainAsTheirLinesAllow) {
  EXPECT_EQ(runs_of(facts({{100, 0}}), 100), (std::vector<field::Run>{{0, 100, Kind::plain}}));
  EXPECT_EQ(runs_of(facts({{20, 0}, {1, kMedium}, {40, 0}}), 61),
            (std::vector<field::Run>{
                {0, 16, Kind::plain}, {16, 32, Kind::medium}, {32, 61, Kind::plain}}));
  EXPECT_EQ(
      runs_of(facts({{1, kHeld | kNoWest}, {15, 0}, {32, kHeld}, {15, 0}, {1, kNoEast}}), 64),
      (std::vector<field::Run>{{0, 16, Kind::held}, {16, 48, Kind::fixed}, {48, 64, Kind::any}}));
  EXPECT_EQ(runs_of(facts({{3, kWall}, {1, kNoWest | kMedium}, {12, 0}}), 16),
            (std::vector<field::Run>{{0, 16, Kind::any}}));
}

TEST(RunsOfARow, CellsOnAbsorbingEdgesHaveAStepOfTheirOwn) {
  EXPECT_EQ(runs_of(facts({{1, kAbsorb | kNoWest}, {31, 0}}), 32),
            (std::vector<field::Run>{{0, 32, Kind::plain}}));
  EXPECT_EQ(runs_of(facts({{1, kAbsorb | kHeld}, {15, kHeld}}), 16),
            (std::vector<field::Run>{{0, 16, Kind::held}}));
}

TEST(RunsOfRowsTogether, KeepOnlyWhatAllKeep) {
  CpuField field({32, 5}, 1);
  for (int x = 0; x < 32; ++x) field.flags[field.cell_index(x, 2)] = kHeld;
  for (int x = 0; x < 16; ++x) field.flags[field.cell_index(x, 1)] = kMedium;
  field.find_runs(1, 3);
  EXPECT_EQ(field.runs[2], (std::vector<field::Run>{{0, 32, Kind::fixed}}));
  const std::vector<field::Run> joined = {{0, 16, Kind::medium}, {16, 32, Kind::held}};
  EXPECT_EQ(field.group_runs[0], joined);
  EXPECT_EQ(field.group_runs[1], joined);
  EXPECT_TRUE(field.group_runs[2].empty());
}

}  // namespace
}  // namespace heatwave::field::testing
