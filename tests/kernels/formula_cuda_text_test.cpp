// Formulas as CUDA text: the text of one is kept, compiled here and compared with the built-in
// update.
#include "kernels/field/formula/cuda/cuda_text.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "kernels/core/random.h"
#include "kernels/field/equations/gray_scott.h"
#include "kernels/field/formula/formula.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field {
namespace printed {
#include "tests/kernels/printed_formula.inc"
}  // namespace printed
namespace printed_sub_steps {
#include "tests/kernels/printed_sub_steps.inc"
}  // namespace printed_sub_steps

namespace {

using Planes = std::vector<std::vector<float>>;

/// A formula whose steps have two sub-steps: w is computed anew in each.
constexpr const char* kSubSteps =
    "w = u^3 - u - g*lap(u)\nu' = D*lap(w)\ng = 1 in [0.5, 1.5]\nD = 1 in [0.2, 1]\ndt = 0.015";

TEST(FormulaCudaText, IsPrintedAsKept) {
  const formula::Formula typed(GrayScott::info().text);
  std::ifstream file(std::filesystem::path(HEATWAVE_SOURCE_FOLDER) /
                     "tests/kernels/printed_formula.inc");
  const std::string kept{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(formula::cuda_text_of(typed.program()), kept);
}

TEST(FormulaCudaText, UpdatesCellsAsTheBuiltInEquation) {
  const formula::Formula typed(GrayScott::info().text);
  const std::vector<double> parameters = initial_parameters(typed.info());
  const std::vector<float> constants =
      formula::constants_of(typed.program(), typed.model(), parameters, {8, 8});
  printed::Formula::Constants printed_constants{};
  ASSERT_EQ(std::size(printed_constants.k), constants.size());
  std::copy(constants.begin(), constants.end(), printed_constants.k);
  const GrayScott::Constants own = GrayScott::constants(parameters);
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    Neighbourhood<2> n;
    std::uint64_t index = 16 * i;
    const auto next = [&] {
      return static_cast<float>(core::splitmix64(1, index++) >> 40U) * 0x1p-24F;
    };
    for (int c = 0; c < 2; ++c) n[c] = {next(), next(), next(), next(), next()};
    const float factor = 0.5F + next();
    const auto a =
        printed::Formula::update(n, {}, printed::Formula::in_medium(printed_constants, factor));
    const auto b = GrayScott::update(n, {}, GrayScott::in_medium(own, factor));
    ASSERT_EQ(a[0], b[0]);
    ASSERT_EQ(a[1], b[1]);
  }
}

TEST(FormulaCudaText, SubStepsArePrintedAsKept) {
  const formula::Formula typed(kSubSteps);
  std::ifstream file(std::filesystem::path(HEATWAVE_SOURCE_FOLDER) /
                     "tests/kernels/printed_sub_steps.inc");
  const std::string kept{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(formula::cuda_text_of(typed.program()), kept);
}

/// Takes a level of a pass over a periodic grid by the printed text.
Planes after_level(const Planes& planes, core::Extent extent, unsigned level,
                   const printed_sub_steps::Formula::Constants& constants) {
  using printed_sub_steps::Formula;
  const core::Rect all = core::whole(extent);
  Planes after = planes;
  for (int y = 0; y < extent.height; ++y) {
    for (int x = 0; x < extent.width; ++x) {
      const auto at = [&](std::size_t plane, int dx, int dy) {
        return planes[plane][all.index((x + dx + extent.width) % extent.width,
                                       (y + dy + extent.height) % extent.height)];
      };
      Neighbourhood<2> n;
      for (std::size_t c = 0; c < 2; ++c) {
        n[static_cast<int>(c)] = {at(c, 0, 0), at(c, -1, 0), at(c, 1, 0), at(c, 0, -1),
                                  at(c, 0, 1)};
      }
      const auto values =
          Formula::sub_step(level % Formula::kSubSteps, n, {}, Formula::in_medium(constants, 1.0F));
      for (std::size_t c = 0; c < 2; ++c) after[c][all.index(x, y)] = values[static_cast<int>(c)];
    }
  }
  return after;
}

TEST(FormulaCudaText, PrintedSubStepsGiveTheBitsOfTheSolver) {
  constexpr core::Extent kExtent{19, 13};
  constexpr int kSteps = 6;
  const auto typed = formula::make_formula(kSubSteps);
  const std::vector<double> parameters = initial_parameters(typed->info());
  const FieldState begin = testing::random_state("gray-scott", kExtent, 3);
  const auto solver = make_solver({.extent = kExtent, .backend = Backend::cpu, .formula = typed});
  const Edges edges = testing::same_edges(EdgeKind::periodic);
  solver->apply(SetRules{.parameters = parameters, .edges = edges});
  solver->load(begin);
  solver->apply(testing::bare_cells(kExtent, edges, 2));
  solver->advance(kSteps);

  printed_sub_steps::Formula::Constants constants{};
  const std::vector<float> all =
      formula::constants_of(typed->program(), typed->model(), parameters, kExtent);
  ASSERT_EQ(std::size(constants.k), all.size());
  std::copy(all.begin(), all.end(), constants.k);
  Planes planes = begin.planes;
  for (unsigned level = 0; level < kSteps * printed_sub_steps::Formula::kSubSteps; ++level) {
    planes = after_level(planes, kExtent, level, constants);
  }
  EXPECT_NE(planes, begin.planes);
  EXPECT_EQ(planes, solver->save().planes);
}

TEST(FormulaCudaText, SubStepsSayWhatTheyWrite) {
  using printed_sub_steps::Formula;
  const formula::Formula typed(kSubSteps);
  for (unsigned step = 0; step < Formula::kSubSteps; ++step) {
    std::array<bool, 2> written{};
    for (const auto& output : typed.program().steps[step].outputs) {
      written[static_cast<std::size_t>(output.plane)] = true;
    }
    for (int c = 0; c < 2; ++c) {
      EXPECT_EQ(Formula::writes(step, c), written[static_cast<std::size_t>(c)]);
    }
  }
}

TEST(FormulaCudaText, SaysWhyPassesCannotStepAFormula) {
  const auto reason = [](const std::string& text) {
    return formula::why_not_in_passes(formula::Formula(text).program());
  };
  EXPECT_EQ(reason("u' = lap(u)"), "");
  EXPECT_EQ(reason("u' = sin(t)"), "it depends on time or on an integral");
  EXPECT_EQ(reason("u' = x"), "it depends on the place or on chance");
  EXPECT_EQ(reason("u' = u\nstepping: rk4"), "its sub-steps keep planes of the time stepping");
  EXPECT_EQ(reason("w = lap(u)\nu' = -0.01*lap(w)"), "");
  EXPECT_EQ(reason("u' = -0.1*lap(v)\nv' = 0.1*lap(u)\nstepping: staggered"), "");
  EXPECT_EQ(reason("w = lap(u)\nu' = -0.01*lap(w) + x"), "it depends on the place or on chance");
  for (const char* text : {"w = lap(u)\nu'' = -0.01*lap(w)",
                           "h' = -p_x - q_y\np' = -h_x\nq' = -h_y\nstepping: staggered"}) {
    EXPECT_EQ(reason(text), "passes take two sub-steps of two components of first order alone");
  }
  EXPECT_EQ(reason("u' = lap(u)\nleft: u = 1"), "it has conditions on sides");
}

}  // namespace
}  // namespace heatwave::field
