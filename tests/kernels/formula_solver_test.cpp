// Formulas behind the solver: the built-in equations, typed, give the built-in bits; and of random
// formulas neither threads, nor the grouping of steps, nor the SIMD level, nor the kind of code
// that steps them change a bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/formula/formula.h"
#include "tests/kernels/every_equation.h"
#include "tests/kernels/random_formulas.h"
#include "tests/kernels/refused_code.h"
#include "tests/kernels/simd_levels.h"
#include "tests/kernels/test_fields.h"
#include "tests/sanitized.h"

namespace heatwave::field::testing {
namespace {

using formula::make_formula;

std::vector<Edges> edges_of(const EquationInfo& info) {
  std::vector<Edges> all;
  for (const EdgeKind kind : info.edges) all.push_back(same_edges(kind, 0.5));
  if (info.id != "wave") return all;
  all.push_back({EdgeKind::absorbing, EdgeKind::held, EdgeKind::reflecting, EdgeKind::absorbing});
  all.push_back({EdgeKind::periodic, EdgeKind::periodic, EdgeKind::absorbing, EdgeKind::held});
  return all;
}

class TypedEquations : public ::testing::TestWithParam<std::string> {};

TEST_P(TypedEquations, GiveTheBuiltInBits) {
  const EquationInfo& info = find_equation(GetParam());
  const auto typed = make_formula(info.text);
  ASSERT_EQ(typed->info().parameters.size(), info.parameters.size());
  for (std::size_t i = 0; i < info.parameters.size(); ++i) {
    EXPECT_EQ(typed->info().parameters[i].id, info.parameters[i].id);
    EXPECT_EQ(typed->info().parameters[i].initial, info.parameters[i].initial);
    EXPECT_EQ(typed->info().parameters[i].maximum, info.parameters[i].maximum);
  }
  for (const core::Extent extent :
       {core::Extent{1, 1}, core::Extent{2, 1}, core::Extent{1, 7}, core::Extent{3, 3},
        core::Extent{17, 5}, core::Extent{65, 3}, core::Extent{64, 64}, core::Extent{33, 129},
        core::Extent{641, 79}}) {
    for (const Edges& edges : edges_of(info)) {
      SCOPED_TRACE(std::to_string(extent.width) + "×" + std::to_string(extent.height) + " edges " +
                   std::to_string(static_cast<int>(edges.left)));
      Tangle tangle = random_tangle(info.id, extent, edges, 7);
      for (std::size_t i = 0; i < info.parameters.size(); ++i) {
        tangle.rules.parameters[i] *= 0.87654321;  // numbers of many digits
      }
      const auto run = [&](SolverRequest request) {
        request.extent = extent;
        request.backend = Backend::cpu;
        const auto solver = make_solver(request);
        solver->apply(tangle.rules);
        solver->load(random_state(info.id, extent, 3));
        solver->apply(tangle.cells);
        for (const int steps : {1, 2, 14}) solver->advance(steps);
        return solver->save();
      };
      const FieldState built_in = run({.equation = info.id, .threads = 1});
      for (const int threads : {1, 3}) {
        const FieldState state = run({.threads = threads, .formula = typed});
        ASSERT_EQ(state.planes, built_in.planes) << threads << " threads";
        ASSERT_EQ(state.rim, built_in.rim);
      }
      for (const core::SimdLevel level : levels_of_processor()) {
        const SolverRequest request{.threads = 1, .simd = level, .formula = typed};
        const FieldState state = run(request);
        ASSERT_EQ(state.planes, built_in.planes) << static_cast<int>(level);
        ASSERT_EQ(state.rim, built_in.rim);
        const RefusedCode here;
        const FieldState by_bytecode = run(request);
        ASSERT_EQ(by_bytecode.planes, built_in.planes) << static_cast<int>(level);
        ASSERT_EQ(by_bytecode.rim, built_in.rim);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Equations, TypedEquations, ::testing::ValuesIn(ids_of_equations()),
                         name_of_id);

TEST(Formulas, GroupsThreadsAndLevelsChangeNoBit) {
  constexpr unsigned kFormulas = test::kSanitized ? 6 : 24;
  for (unsigned seed = 0; seed < kFormulas; ++seed) {
    const std::string text = RandomFormula(seed).formula();
    SCOPED_TRACE(text);
    const auto typed = make_formula(text);
    const core::Extent extents[] = {{67, 41}, {33, 2}, {16, 90}};
    const core::Extent extent = extents[seed % 3];
    const EdgeKind kind =
        std::array{EdgeKind::held, EdgeKind::reflecting, EdgeKind::periodic}[seed / 3 % 3];
    const Edges edges =
        same_edges(text.find(':') == std::string::npos ? kind : EdgeKind::reflecting, 0.5);
    const auto once = stepped_formula(typed, extent, edges, {.threads = 1}, {17});
    for (const auto& plane : once) {
      for (const float cell : plane) ASSERT_TRUE(std::isfinite(cell));
    }
    ASSERT_EQ(once, stepped_formula(typed, extent, edges, {.threads = 1}, {3, 5, 0, 1, 8}));
    ASSERT_EQ(once, stepped_formula(typed, extent, edges, {.threads = 3}, {17}));
    for (const core::SimdLevel level : levels_of_processor()) {
      ASSERT_EQ(once, stepped_formula(typed, extent, edges, {.threads = 1, .simd = level}, {17}));
    }
  }
}

TEST(Formulas, MachineCodeGivesTheBitsOfBytecode) {
  const char* wanted = std::getenv("HEATWAVE_RANDOM_FORMULAS");
  const unsigned formulas = wanted != nullptr  ? static_cast<unsigned>(std::atoi(wanted))
                            : test::kSanitized ? 6
                                               : 300;
  constexpr core::Extent kExtents[] = {{67, 41}, {33, 2}, {16, 37}, {1, 7},  {130, 9},
                                       {35, 4},  {48, 8}, {15, 16}, {300, 1}};
  constexpr EdgeKind kKinds[] = {EdgeKind::held, EdgeKind::reflecting, EdgeKind::periodic};
  for (unsigned seed = 0; seed < formulas; ++seed) {
    const std::string text = RandomFormula(1000 + seed).formula();
    SCOPED_TRACE(text);
    const auto typed = make_formula(text);
    const core::Extent extent = kExtents[seed % std::size(kExtents)];
    const bool has_sides = text.find(':') != std::string::npos;
    const Edges edges =
        same_edges(has_sides ? EdgeKind::reflecting : kKinds[seed / std::size(kExtents) % 3], 0.5);
    const Media media = seed / (3 * std::size(kExtents)) % 4 == 0 ? Media::none : Media::some;
    const auto bytecode = stepped_formula(
        typed, extent, edges, {.threads = 1, .simd = core::SimdLevel::basic}, {6}, nullptr, media);
    for (const core::SimdLevel level : levels_of_processor()) {
      if (level == core::SimdLevel::basic) continue;
      std::string method;
      const auto code =
          stepped_formula(typed, extent, edges, {.threads = 1, .simd = level}, {6}, &method, media);
      ASSERT_NE(method.find("by machine code"), std::string::npos) << method;
      const RefusedCode here;
      const auto bytecode_of_level =
          stepped_formula(typed, extent, edges, {.threads = 1, .simd = level}, {6}, nullptr, media);
      for (std::size_t p = 0; p < code.size(); ++p) {
        ASSERT_TRUE(are_equal(code[p], bytecode[p]))
            << seed << " at level " << static_cast<int>(level);
        ASSERT_TRUE(are_equal(bytecode_of_level[p], bytecode[p]))
            << seed << " by bytecode at level " << static_cast<int>(level);
      }
    }
  }
}

TEST(Formulas, AreSteppedByBytecodeWhereTheSystemRefusesNewCode) {
  if (!kCanRefuseCode) GTEST_SKIP() << "the test cannot refuse code here";
  const auto typed = make_formula("u' = 0.2*lap(u) - 0.1*v*sin(u)\nv' = 0.1*lap(v)*m + 0.1*u");
  const Edges edges = same_edges(EdgeKind::reflecting);
  for (const core::SimdLevel level : levels_of_processor()) {
    const auto once = stepped_formula(typed, {67, 41}, edges, {.threads = 1, .simd = level}, {9});
    std::string method;
    const RefusedCode here;
    const auto refused =
        stepped_formula(typed, {67, 41}, edges, {.threads = 1, .simd = level}, {9}, &method);
    EXPECT_EQ(refused, once);
    EXPECT_NE(method.find(level == core::SimdLevel::basic
                              ? "by bytecode: machine code is made for x86 processors with AVX2"
                              : "by bytecode: the system refuses to run machine code"),
              std::string::npos)
        << method;
  }
}

TEST(Formulas, AreSteppedByBytecodeWhereTheyAreTooLongForMachineCode) {
  std::string text = "u' = 0";
  for (int part = 0; part < 10; ++part) {
    const std::string name = "a" + std::to_string(part);
    text = name + " = 0\n" + text + " + " + name;
    for (int i = 0; i < 30; ++i) {
      text.insert(name.size() + 4, " + sin(" + std::to_string(30 * part + i) + "*u)");
    }
  }
  const auto typed = make_formula("v' = 0\n" + text);
  std::string method;
  (void)stepped_formula(typed, {20, 8}, same_edges(EdgeKind::periodic), {.threads = 1}, {1},
                        &method);
  EXPECT_NE(method.find("by bytecode: "), std::string::npos) << method;
}

/// Returns one component after some steps from the formula's own initial conditions, all edges of
/// one kind.
std::vector<float> run(const std::string& text, core::Extent extent, EdgeKind edge, int steps,
                       std::size_t component = 0) {
  const auto typed = make_formula(text);
  const auto solver =
      make_solver({.extent = extent, .backend = Backend::cpu, .threads = 1, .formula = typed});
  const std::vector<double> parameters = initial_parameters(typed->info());
  solver->apply(SetRules{.parameters = parameters, .edges = same_edges(edge)});
  solver->load(
      {.extent = extent,
       .planes = formula::initial_planes(*typed, {parameters, extent}, core::whole(extent))});
  solver->apply(bare_cells(extent, same_edges(edge), typed->info().components.size()));
  solver->advance(steps);
  return solver->save().planes[component];
}

TEST(Formulas, TimeSteppingsHaveTheirOrder) {
  // u' = -u from 1: after time 2 it is exp(-2).
  const auto error = [](const std::string& stepping, double dt) {
    const std::string text =
        "u' = -u\nu(0) = 1\ndt = " + std::to_string(dt) + "\nstepping: " + stepping;
    return std::abs(run(text, {4, 4}, EdgeKind::periodic, static_cast<int>(2.0 / dt))[5] -
                    std::exp(-2.0));
  };
  EXPECT_NEAR(error("euler", 0.1) / error("euler", 0.05), 2.0, 0.2);
  EXPECT_NEAR(error("midpoint", 0.1) / error("midpoint", 0.05), 4.0, 0.4);
  EXPECT_NEAR(error("heun", 0.1) / error("heun", 0.05), 4.0, 0.4);
  EXPECT_NEAR(error("ab2", 0.1) / error("ab2", 0.05), 4.0, 0.9);
  EXPECT_LT(error("rk4", 0.1), 1e-6);
  EXPECT_NEAR(error("rk4", 0.5) / error("rk4", 0.25), 16.0, 4.0);
}

TEST(Formulas, AlgebraicComponentsAreComputedFromTheCurrentField) {
  // w = lap(u), so that lap(w) spreads a point to a distance of two cells in one step.
  const std::vector<float> u =
      run("u' = -0.01*lap(w)\nw = lap(u)\nu(0) = if(x^2 + y^2 < 0.1, 1, 0)", {9, 9},
          EdgeKind::periodic, 1);
  EXPECT_FLOAT_EQ(u[4 * 9 + 4], 1.0F - 0.01F * 20.0F);
  EXPECT_FLOAT_EQ(u[4 * 9 + 6], -0.01F);
  EXPECT_FLOAT_EQ(u[3 * 9 + 5], -0.02F);
}

TEST(Formulas, DerivativesPointTheRightWay) {
  const core::Extent e{5, 5};
  const auto at = [&](const std::string& text) {
    return run("u' = 0\nv' = " + text + "\nu(0) = 2*x + 3*y + x*x\ndx = 0.5", e,
               EdgeKind::reflecting, 1, 1)[2 * 5 + 2];
  };
  EXPECT_FLOAT_EQ(at("u_x"), 2.0F);
  EXPECT_FLOAT_EQ(at("u_y"), 3.0F);
  EXPECT_FLOAT_EQ(at("u_xf"), 2.5F);
  EXPECT_FLOAT_EQ(at("u_xb"), 1.5F);
  EXPECT_FLOAT_EQ(at("u_yf"), 3.0F);
  EXPECT_FLOAT_EQ(at("u_xx"), 2.0F);
  EXPECT_FLOAT_EQ(at("u_yy"), 0.0F);
  EXPECT_FLOAT_EQ(at("lap(u)"), 2.0F);
  EXPECT_FLOAT_EQ(at("div((1 + x)*grad(u))"), 2.0F + 2.0F);
  EXPECT_FLOAT_EQ(at("div(3*u_x, 5*u_y)"), 6.0F);
}

TEST(Formulas, IntegralsAddTheWholeField) {
  // u' = (10 - integral)/area: after one step the integral is 10.
  const std::vector<float> u =
      run("u' = (10 - integral(u))/(W*H)\nu(0) = 1\ndx = 0.5", {20, 10}, EdgeKind::periodic, 1);
  EXPECT_FLOAT_EQ(u[0], 1.0F + (10.0F - 50.0F) / 50.0F);
}

TEST(Formulas, SidesKeepTheirConditions) {
  // Steady heat between a side of value 1 and a slope of -0.1 outwards: a straight line.
  const std::vector<float> u = run("u' = 0.2*lap(u)\nleft: u = 1\nright: u_n = -0.05\n", {11, 4},
                                   EdgeKind::reflecting, 4000);
  EXPECT_NEAR(u[0], 1.0F, 1e-6F);
  for (std::size_t x = 0; x < 11; ++x)
    EXPECT_NEAR(u[x], 1.0F - 0.05F * static_cast<float>(x), 1e-3F) << x;
}

TEST(Formulas, SaysWhyTheCpuStepsThem) {
  const core::CudaStatus cuda = core::cuda_status();
  if (cuda.usable) GTEST_SKIP() << cuda.reason;
  const auto typed = make_formula("u' = lap(u)");
  EXPECT_THROW((void)make_solver({.extent = {8, 8}, .backend = Backend::cuda, .formula = typed}),
               core::Error);
  EXPECT_EQ(make_solver({.extent = {8, 8}, .formula = typed})->backend().reason, cuda.reason);
}

}  // namespace
}  // namespace heatwave::field::testing
