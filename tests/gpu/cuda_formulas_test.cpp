// Tests that formulas give bit-identical results on the GPU and the CPU: the shipped scenes with
// all edges and media, and random formulas, with single steps and with every multi-step method.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "kernels/field/formula/cuda/cuda_text.h"
#include "kernels/field/formula/formula.h"
#include "tests/gpu/device_test.h"
#include "tests/gpu/methods.h"
#include "tests/kernels/random_formulas.h"
#include "tests/kernels/typed_scenes.h"

namespace heatwave::field::testing {
namespace {

using formula::Formula;
using TypedFormula = std::shared_ptr<const Formula>;

/// Calls `test` with the text of each formula. HEATWAVE_RANDOM_FORMULAS is their number, and
/// HEATWAVE_FIRST_FORMULA the number of the first one, where a long run goes on.
template <typename Writer, typename Test>
void for_random_formulas(unsigned usual, Test test) {
  const auto number = [](const char* name, unsigned otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : static_cast<unsigned>(std::atoi(text));
  };
  const unsigned first = number("HEATWAVE_FIRST_FORMULA", 0);
  const unsigned count = number("HEATWAVE_RANDOM_FORMULAS", usual);
  for (unsigned seed = first; seed < first + count; ++seed) {
    const std::string text = Writer(5000 + seed).formula();
    SCOPED_TRACE("formula " + std::to_string(seed) + ":\n" + text);
    test(seed, text);
    if (::testing::Test::HasFailure()) return;
  }
}

/// A field of all kinds of cells or, if it is bare, of plain cells and edges; and its formula.
struct Field {
  TypedFormula formula;
  core::Extent extent;
  Edges edges;
  bool is_bare = false;
  bool has_media = false;  ///< true: two media take the right half
};

std::unique_ptr<FieldSolver> solver_of(const Field& field, Backend backend,
                                       const Stepping& stepping) {
  auto solver = make_solver({.extent = field.extent,
                             .backend = backend,
                             .threads = 2,
                             .stepping = stepping,
                             .formula = field.formula});
  EXPECT_EQ(solver->backend().backend, backend) << solver->backend().reason;
  return solver;
}

/// Sets the field to its beginning.
void begin(FieldSolver& solver, const Field& field) {
  const EquationInfo& info = field.formula->info();
  const std::size_t components = info.components.size();
  const std::string like = components > 1 ? "gray-scott" : info.steps_back > 0 ? "wave" : "heat";
  Tangle tangle = random_tangle(like, field.extent, field.edges, 7);
  tangle.rules.parameters = initial_parameters(info);
  tangle.cells.held_values.resize(static_cast<std::size_t>(field.extent.cells()) * components);
  if (field.is_bare) {
    tangle.rules.oscillations.clear();
    tangle.cells = bare_cells(field.extent, field.edges, components);
  }
  if (field.has_media) {
    SetCells& cells = tangle.cells;
    cells.factors.assign(cells.flags.size(), 1.0F);
    for (int y = 0; y < field.extent.height; ++y) {
      for (int x = field.extent.width / 2; x < field.extent.width; ++x) {
        const std::size_t i = cells.area.index(x, y);
        cells.flags[i] = static_cast<std::uint8_t>(cells.flags[i] | kMedium);
        cells.factors[i] = 3 * y > 2 * field.extent.height ? 0.56F : 0.44F;
      }
    }
  }
  solver.apply(tangle.rules);
  FieldState state{.extent = field.extent};
  state.planes = formula::initial_planes(*field.formula, {tangle.rules.parameters, field.extent},
                                         core::whole(field.extent));
  std::mt19937 random(3);
  std::uniform_real_distribution<float> values(-0.1F, 0.1F);
  for (auto& plane : state.planes) {
    for (float& cell : plane) cell += values(random);
  }
  solver.load(state);
  solver.apply(tangle.cells);
}

/// Steps until all kernels that the field needs are compiled; then begins anew.
void wait_for_kernels(FieldSolver& solver, const Field& field) {
  using namespace std::chrono_literals;
  begin(solver, field);
  for (int i = 0; i < 3000; ++i) {
    solver.advance(40);
    if (!solver.report().is_compiling) break;
    std::this_thread::sleep_for(20ms);
  }
  begin(solver, field);
}

void expect_equal(const FieldState& a, const FieldState& b) {
  ASSERT_EQ(a.planes.size(), b.planes.size());
  for (std::size_t p = 0; p < a.planes.size(); ++p) {
    ASSERT_TRUE(are_equal(a.planes[p], b.planes[p])) << "plane " << p;
  }
  ASSERT_EQ(a.rim, b.rim);
}

FieldState stepped(FieldSolver& solver, std::initializer_list<int> groups) {
  for (const int steps : groups) solver.advance(steps);
  return solver.save();
}

class CudaFormulas : public heatwave::testing::DeviceTest {};
class CudaTypedScenes : public heatwave::testing::DeviceTest,
                        public ::testing::WithParamInterface<std::string> {};

TEST_P(CudaTypedScenes, GiveTheBitsOfTheCpuByEveryMethod) {
  const TypedFormula formula = formula::make_formula(typed_scenes().at(GetParam()));
  const bool has_passes = formula::why_not_in_passes(formula->program()).empty();
  for (const EdgeKind kind : formula->info().edges) {
    for (const core::Extent extent : {core::Extent{130, 96}, {641, 479}, {640, 480}}) {
      const Field field{formula, extent, same_edges(kind, 0.5)};
      SCOPED_TRACE("edges " + std::to_string(static_cast<int>(kind)) + ", " +
                   std::to_string(extent.width) + "×" + std::to_string(extent.height));
      const auto cpu = solver_of(field, Backend::cpu, {});
      begin(*cpu, field);
      const FieldState expected = stepped(*cpu, {1, 24, 5, 8, 739});
      {
        // Two steps at once are always taken one by one.
        const auto plain = solver_of(field, Backend::cuda, {});
        begin(*plain, field);
        for (int step = 0; step < 776; step += 2) plain->advance(2);
        expect_equal(stepped(*plain, {1}), expected);
        if (HasFailure()) return;
      }
      for (const Method& method : methods()) {
        if (!has_passes) break;
        SCOPED_TRACE(method.name);
        const auto solver = solver_of(field, Backend::cuda, method.stepping);
        wait_for_kernels(*solver, field);
        expect_equal(stepped(*solver, {1, 24, 5, 8, 739}), expected);
        RecordProperty(method.name, solver->report().method);
        if (HasFailure()) return;
      }
    }
  }
}

std::vector<std::string> names_of_scenes() {
  std::vector<std::string> names;
  for (const auto& [name, text] : typed_scenes()) names.push_back(name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(Scenes, CudaTypedScenes, ::testing::ValuesIn(names_of_scenes()),
                         [](const auto& scene) {
                           std::string name = scene.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST_F(CudaFormulas, RandomOnesGiveTheBitsOfTheCpuStepByStep) {
  constexpr core::Extent kExtents[] = {{67, 41}, {33, 2}, {16, 90}, {1, 7}, {130, 9}, {300, 1}};
  constexpr EdgeKind kKinds[] = {EdgeKind::held, EdgeKind::reflecting, EdgeKind::periodic};
  for_random_formulas<RandomFormula>(40, [&](unsigned seed, const std::string& text) {
    const bool has_sides = text.find(':') != std::string::npos;
    const Field field{formula::make_formula(text), kExtents[seed % std::size(kExtents)],
                      same_edges(has_sides ? EdgeKind::reflecting : kKinds[seed % 3], 0.5)};
    const auto cpu = solver_of(field, Backend::cpu, {});
    const auto gpu = solver_of(field, Backend::cuda, {});
    begin(*cpu, field);
    begin(*gpu, field);
    expect_equal(stepped(*gpu, {1, 2, 14}), stepped(*cpu, {17}));
  });
}

void expect_the_bits_of_the_cpu_by_every_method(const Field& field) {
  const auto cpu = solver_of(field, Backend::cpu, {});
  begin(*cpu, field);
  const FieldState expected = stepped(*cpu, {40, 7, 30});
  for (const Method& method : methods()) {
    SCOPED_TRACE(method.name);
    const auto gpu = solver_of(field, Backend::cuda, method.stepping);
    wait_for_kernels(*gpu, field);
    expect_equal(stepped(*gpu, {40, 7, 30}), expected);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST_F(CudaFormulas, RandomOnesGiveTheBitsOfTheCpuByEveryMethod) {
  constexpr core::Extent kExtents[] = {{130, 96}, {640, 480}, {333, 99}, {512, 77}};
  constexpr EdgeKind kKinds[] = {EdgeKind::held, EdgeKind::reflecting, EdgeKind::periodic};
  for_random_formulas<RandomPassFormula>(4, [&](unsigned seed, const std::string& text) {
    const Field field{formula::make_formula(text), kExtents[seed % std::size(kExtents)],
                      same_edges(kKinds[seed % 3], 0.5)};
    expect_the_bits_of_the_cpu_by_every_method(field);
  });
}

/// A field whose cells are all plain, so that register tiles and strips step them, mirrored at
/// their edges where the formula keeps mirror images. Each has a test of its own, since NVRTC takes
/// long.
struct FieldWithoutItems {
  const char* text;
  core::Extent extent;
  EdgeKind edges;
};

class CudaFieldsWithoutItems : public heatwave::testing::DeviceTest,
                               public ::testing::WithParamInterface<FieldWithoutItems> {};

TEST_P(CudaFieldsWithoutItems, HaveTheBitsOfTheCpuByEveryMethod) {
  const auto& [text, extent, edges] = GetParam();
  const Field field{formula::make_formula(text), extent, same_edges(edges, 0.5), true};
  ASSERT_EQ(formula::why_not_in_passes(field.formula->program()), "");
  expect_the_bits_of_the_cpu_by_every_method(field);
}

/// Each formula meets each kind of edges, and each size all kinds.
std::vector<FieldWithoutItems> fields_without_items() {
  constexpr std::array kKinds{EdgeKind::held, EdgeKind::reflecting, EdgeKind::periodic};
  std::vector<FieldWithoutItems> fields;
  for (const char* text :
       {"w = u^3 - u - lap(u)\nu' = 0.01*lap(w)", "w = u_x\nu' = 0.1*lap(u) + 0.05*w - 0.05*u^3",
        "u' = -0.2*lap(v)\nv' = 0.2*lap(u)\nstepping: staggered", "u' = 0.1*lap(u) - 0.2*u_x",
        "u' = 0.1*lap(u) - 0.1*u*u_yb - 0.1*u_x*u_x", "u'' = 0.2*lap(u) - 0.05*u_y",
        "u' = 0.1*lap(u) + 0.1*v_x\nv' = 0.1*lap(v) - 0.1*u_x"}) {
    for (const core::Extent extent : {core::Extent{130, 96}, {640, 480}, {333, 99}, {2048, 1200}}) {
      fields.push_back({text, extent, kKinds.at(fields.size() % kKinds.size())});
    }
  }
  return fields;
}

INSTANTIATE_TEST_SUITE_P(OfFormulas, CudaFieldsWithoutItems,
                         ::testing::ValuesIn(fields_without_items()));

/// Strips in one medium have kernels of their own, with the medium's constants.
TEST_F(CudaFormulas, MediaHaveTheBitsOfTheCpuByEveryMethod) {
  for (const char* equation : {"heat", "wave", "gray-scott"}) {
    SCOPED_TRACE(equation);
    const Field field{formula::make_formula(find_equation(equation).text),
                      {2048, 1200},
                      same_edges(EdgeKind::held, 0.5),
                      true,
                      true};
    expect_the_bits_of_the_cpu_by_every_method(field);
    if (HasFailure()) return;
  }
}

TEST_F(CudaFormulas, SubStepsAreFused) {
  const Field field{formula::make_formula("w = u^3 - u - lap(u)\nu' = 0.01*lap(w)"),
                    {2048, 2048},
                    same_edges(EdgeKind::periodic),
                    true};
  const auto gpu = solver_of(field, Backend::cuda, {});
  wait_for_kernels(*gpu, field);
  gpu->advance(40);
  const std::string method = gpu->report().method;
  EXPECT_TRUE(method.starts_with("4 steps a pass over the grid, in strips")) << method;
}

TEST_F(CudaFormulas, SamplesAreThoseOfTheCpu) {
  for (const char* text :
       {"u' = 0.2*lap(u) + 0.01*sin(u)", "w = u^3 - u - lap(u)\nu' = 0.01*lap(w)",
        "u' = 0.2*lap(u) + 0.01*sin(t)\nstepping: heun"}) {
    SCOPED_TRACE(text);
    const Field field{formula::make_formula(text), {320, 240}, same_edges(EdgeKind::reflecting)};
    const auto cpu = solver_of(field, Backend::cpu, {});
    const auto gpu = solver_of(field, Backend::cuda, {});
    begin(*cpu, field);
    const Sampling wanted{.every = 3, .cells = {{5, 7}, {319, 239}}, .totals = true};
    gpu->sample_steps(wanted);
    wait_for_kernels(*gpu, field);
    (void)gpu->take_samples();
    cpu->sample_steps(wanted);
    cpu->advance(100);
    gpu->advance(100);
    const SampleSeries a = cpu->take_samples();
    const SampleSeries b = gpu->take_samples();
    EXPECT_EQ(a.steps, b.steps);
    EXPECT_EQ(a.values, b.values);
    EXPECT_EQ(a.totals, b.totals);
  }
}

TEST_F(CudaFormulas, NewParametersNeedNoCompilation) {
  const Field field{formula::make_formula("u' = D*lap(u)\nD = 0.1 in [0, 0.2]"),
                    {320, 240},
                    same_edges(EdgeKind::periodic)};
  const auto cpu = solver_of(field, Backend::cpu, {});
  const auto gpu = solver_of(field, Backend::cuda, {});
  begin(*cpu, field);
  wait_for_kernels(*gpu, field);
  SetRules rules = random_tangle("heat", field.extent, field.edges, 7).rules;
  rules.parameters = {0.17};
  for (FieldSolver* solver : {cpu.get(), gpu.get()}) solver->apply(rules);
  expect_equal(stepped(*gpu, {60}), stepped(*cpu, {60}));
  EXPECT_FALSE(gpu->report().is_compiling);
}

}  // namespace
}  // namespace heatwave::field::testing
