// Tests the effects of edits on a solver, and its error messages.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "tests/kernels/captured_frame.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

constexpr core::Extent kSmall{40, 30};

SetRules rules_of(const std::string& equation, std::vector<Oscillation> oscillations = {}) {
  return {.parameters = initial_parameters(find_equation(equation)),
          .edges = same_edges(EdgeKind::held),
          .oscillations = std::move(oscillations)};
}

SetCells one_cell(core::Cell c, int flags, float value) {
  return {.area = {c.x, c.y, c.x + 1, c.y + 1},
          .flags = {static_cast<std::uint8_t>(flags)},
          .held_values = {value}};
}

float value_at(FieldSolver& solver, core::Cell c) {
  const FieldState state = solver.save();
  return state.planes[0][core::whole(state.extent).index(c.x, c.y)];
}

TEST(Solver, HeldCellsKeepTheirValueUntilTheyAreFreed) {
  for (const std::string equation : {"heat", "wave"}) {
    const auto solver = made({equation, kSmall});
    solver->apply(one_cell({20, 10}, kHeld, 2.5F));
    EXPECT_EQ(value_at(*solver, {20, 10}), 2.5F);
    solver->advance(100);
    EXPECT_EQ(value_at(*solver, {20, 10}), 2.5F);
    EXPECT_NE(value_at(*solver, {21, 10}), 0.0F);
    solver->apply(one_cell({20, 10}, 0, 0.0F));
    EXPECT_EQ(value_at(*solver, {20, 10}), 2.5F) << "a freed cell keeps what it has";
    solver->advance(1);
    EXPECT_NE(value_at(*solver, {20, 10}), 2.5F);
  }
}

TEST(Solver, OscillatingCellsFollowTheirFormula) {
  const Oscillation oscillation{.amplitude = 2.0, .period = 30.0, .phase = 45.0, .offset = 0.5};
  for (const std::string equation : {"heat", "wave"}) {
    const auto solver = made({equation, kSmall});
    solver->apply(rules_of(equation, {oscillation}));
    SetCells cell = one_cell({7, 8}, kHeld, 0.0F);
    cell.oscillating = {{{7, 8}, 0}};
    solver->apply(cell);
    for (int step = 0; step < 600; step += 7) {
      EXPECT_EQ(value_at(*solver, {7, 8}), oscillation.value_at(step));
      solver->advance(7);
    }
  }
  const double quarter_turn = 90.0 / 360.0;
  EXPECT_NEAR((Oscillation{1.0, 4.0, 0.0, 0.0}.value_at(1)),
              std::sin(2 * std::numbers::pi * quarter_turn), 1e-7);
}

TEST(Solver, AnOscillationWithARampRisesFromItsOffsetToItsWholeAmplitude) {
  const Oscillation plain{.amplitude = 2.0, .period = 30.0, .phase = 45.0, .offset = 0.5};
  Oscillation ramped = plain;
  ramped.ramp = 60.0;
  EXPECT_EQ(ramped.value_at(0), 0.5F);
  EXPECT_NEAR(ramped.value_at(1), 0.5F, 0.01F);
  EXPECT_NEAR(ramped.value_at(30) - 0.5F, (plain.value_at(30) - 0.5F) / 2, 1e-6F);
  for (int step = 60; step < 600; step += 7) EXPECT_EQ(ramped.value_at(step), plain.value_at(step));
}

TEST(Solver, WallsAreZeroAndStayZero) {
  const auto solver = made({"heat", kSmall});
  solver->load(random_state("heat", kSmall, 1));
  solver->apply(one_cell({3, 3}, kWall, 9.0F));
  EXPECT_EQ(value_at(*solver, {3, 3}), 0.0F);
  solver->advance(10);
  EXPECT_EQ(value_at(*solver, {3, 3}), 0.0F);
}

TEST(Solver, PaintReachesFreeCellsOnlyAndLeavesThemAtRest) {
  const auto solver = made({"wave", kSmall});
  solver->load(random_state("wave", kSmall, 1));
  solver->apply(one_cell({5, 5}, kHeld, 1.0F));
  solver->apply(one_cell({6, 5}, kWall, 0.0F));
  solver->apply(
      PaintCells{.area = {4, 4, 8, 7}, .mask = std::vector<std::uint8_t>(12, 1), .value = 3.0F});
  const FieldState state = solver->save();
  const auto at = [&](int plane, int x, int y) {
    return state.planes[static_cast<std::size_t>(plane)][core::whole(kSmall).index(x, y)];
  };
  EXPECT_EQ(at(0, 5, 5), 1.0F);
  EXPECT_EQ(at(0, 6, 5), 0.0F);
  EXPECT_EQ(at(0, 7, 6), 3.0F);
  EXPECT_EQ(at(1, 7, 6), 3.0F);
  EXPECT_NE(at(0, 8, 6), 3.0F);
}

TEST(Solver, PaintReachesOneComponent) {
  const auto solver = made({"gray-scott", kSmall});
  const FieldState before = random_state("gray-scott", kSmall, 1);
  for (std::size_t c = 0; c < 2; ++c) {
    solver->load(before);
    solver->apply(PaintCells{.area = {4, 4, 8, 7},
                             .mask = std::vector<std::uint8_t>(12, 1),
                             .value = 3.0F,
                             .component = c});
    const FieldState after = solver->save();
    EXPECT_EQ(after.planes[c][core::whole(kSmall).index(7, 6)], 3.0F);
    EXPECT_EQ(after.planes[1 - c], before.planes[1 - c]);
  }
  EXPECT_THROW(solver->apply(PaintCells{.area = {0, 0, 1, 1}, .mask = {1}, .component = 2}),
               core::Error);
}

TEST(Solver, AStateWithoutPlanesIsZeroEverywhere) {
  for (const EquationInfo& equation : equations()) {
    const auto solver = made({equation.id, kSmall});
    solver->load(random_state(equation.id, kSmall, 3));
    solver->advance(7);
    solver->load({.extent = kSmall, .step = 2, .planes = {}, .rim = {}});
    FieldState zero = zero_state(equation.id, kSmall);
    zero.step = 2;
    EXPECT_EQ(solver->save(), zero) << equation.id;
  }
}

TEST(Solver, HeldCellsHoldEveryComponentAndWallsAreAtRest) {
  const auto solver = made({"gray-scott", kSmall});
  solver->load(random_state("gray-scott", kSmall, 1));
  SetCells cells = one_cell({20, 10}, kHeld, 0.0F);
  cells.held_values = {0.25F, 0.75F};
  solver->apply(cells);
  cells = one_cell({3, 3}, kWall, 0.0F);
  cells.held_values = {9.0F, 9.0F};
  solver->apply(cells);
  solver->advance(20);
  const FieldState state = solver->save();
  const std::size_t held = core::whole(kSmall).index(20, 10);
  EXPECT_EQ(state.planes[0][held], 0.25F);
  EXPECT_EQ(state.planes[1][held], 0.75F);
  const std::size_t wall = core::whole(kSmall).index(3, 3);
  EXPECT_EQ(state.planes[0][wall], 1.0F);
  EXPECT_EQ(state.planes[1][wall], 0.0F);
  EXPECT_THROW(solver->apply(one_cell({5, 5}, kHeld, 1.0F)), core::Error)
      << "a held cell needs a value for each component";
}

TEST(Solver, OscillatesInOneComponentAndHoldsTheOther) {
  const Oscillation oscillation{.amplitude = 0.5, .period = 30.0, .phase = 0.0, .offset = 0.5};
  for (std::size_t swinging = 0; swinging < 2; ++swinging) {
    const auto solver = made({"fitzhugh-nagumo", kSmall});
    solver->apply(rules_of("fitzhugh-nagumo", {oscillation}));
    SetCells cell = one_cell({7, 8}, kHeld, 0.0F);
    cell.held_values = {0.125F, 0.125F};
    cell.oscillating = {{{7, 8}, 0, swinging}};
    solver->apply(cell);
    const std::size_t at = core::whole(kSmall).index(7, 8);
    for (int step = 0; step < 100; step += 7) {
      const FieldState state = solver->save();
      EXPECT_EQ(state.planes[swinging][at], oscillation.value_at(step));
      EXPECT_EQ(state.planes[1 - swinging][at], 0.125F);
      solver->advance(7);
    }
  }
}

TEST(Solver, PutsBackWhatItRead) {
  for (const std::string equation : {"heat", "wave", "gray-scott"}) {
    const auto solver = made({equation, kSmall});
    const FieldState before = random_state(equation, kSmall, 5);
    solver->load(before);
    const core::Rect area{3, 4, 20, 9};
    PutCells put{.area = area,
                 .mask = std::vector<std::uint8_t>(static_cast<std::size_t>(area.cells()), 1),
                 .planes = solver->read(area)};
    EXPECT_EQ(put.planes[0][area.index(7, 6)], before.planes[0][core::whole(kSmall).index(7, 6)]);
    solver->apply(PaintCells{.area = area, .mask = put.mask, .value = 9.0F});
    SetCells held = one_cell({5, 5}, kHeld, 2.0F);
    held.held_values.resize(find_equation(equation).components.size(), 2.0F);
    solver->apply(held);
    EXPECT_NE(solver->save(), before);
    solver->apply(put);
    EXPECT_EQ(value_at(*solver, {5, 5}), 2.0F) << "held cells are left alone";
    held.flags = {0};
    solver->apply(held);
    solver->apply(put);
    EXPECT_EQ(solver->save(), before);
    EXPECT_THROW((void)solver->read({0, 0, 41, 3}), core::Error);
  }
}

TEST(Solver, PaintedEdgesForgetTheWavesTheyLetOut) {
  const auto solver = stirred_pool(Backend::cpu);
  solver->apply(everything_to_rest(kPool));
  solver->advance(50);
  EXPECT_EQ(solver->save().planes, zero_state("wave", kPool).planes);
}

TEST(Solver, EdgesThatAbsorbAgainStartAfresh) {
  const auto solver = stirred_pool(Backend::cpu);
  solver->apply(pool_rules(EdgeKind::reflecting));
  solver->apply(pool_rules(EdgeKind::absorbing));
  const FieldState state = solver->save();
  ASSERT_FALSE(state.rim.empty());
  for (const float psi : state.rim) ASSERT_EQ(psi, 0.0F);
}

/// Rows whose ends are no neighbours have no use for the padding beyond them, which holds old
/// values then.
TEST(Solver, EdgesThatBecomePeriodicSeeTheOtherEndAtOnce) {
  for (const std::string equation : {"heat", "gray-scott"}) {
    const std::size_t components = find_equation(equation).components.size();
    SetRules rules = rules_of(equation);
    const auto solver = made({equation, kSmall});
    solver->apply(rules);
    solver->load(random_state(equation, kSmall, 4));
    for (const EdgeKind edges : {EdgeKind::periodic, EdgeKind::reflecting, EdgeKind::periodic}) {
      rules.edges = same_edges(edges);
      const SetCells cells = bare_cells(kSmall, rules.edges, components);
      solver->apply(rules);
      solver->apply(cells);
      const auto fresh = made({equation, kSmall});
      fresh->apply(rules);
      fresh->apply(cells);
      fresh->load(solver->save());
      solver->advance(9);
      fresh->advance(9);
      EXPECT_EQ(solver->save(), fresh->save()) << equation;
    }
  }
}

TEST(Solver, MediaScaleTheCoefficient) {
  const auto step_once = [](float factor) {
    const auto solver = made({"heat", {5, 5}});
    FieldState state = zero_state("heat", {5, 5});
    state.planes[0][12] = 1.0F;
    solver->load(state);
    SetCells cell = one_cell({2, 2}, kMedium, 0.0F);
    cell.factors = {factor};
    solver->apply(cell);
    solver->advance(1);
    return 1.0F - value_at(*solver, {2, 2});
  };
  EXPECT_FLOAT_EQ(step_once(0.5F), step_once(1.0F) / 2);
  EXPECT_FLOAT_EQ(step_once(1.0F), 0.8F);
}

TEST(Solver, RefusesWhatDoesNotFitAndKeepsItsField) {
  const auto solver = made({"heat", kSmall});
  const FieldState before = random_state("heat", kSmall, 4);
  solver->load(before);
  EXPECT_THROW(solver->load(random_state("heat", {3, 3}, 1)), core::Error);
  EXPECT_THROW(solver->load(random_state("wave", kSmall, 1)), core::Error);
  EXPECT_THROW(solver->advance(-1), core::Error);
  EXPECT_THROW(solver->apply(one_cell({40, 0}, kHeld, 1.0F)), core::Error);
  SetRules rules = rules_of("heat");
  rules.edges = same_edges(EdgeKind::absorbing);
  EXPECT_THROW(solver->apply(rules), core::Error);
  rules.edges = {EdgeKind::periodic, EdgeKind::held, EdgeKind::held, EdgeKind::held};
  EXPECT_THROW(solver->apply(rules), core::Error);
  EXPECT_EQ(solver->save(), before);
}

TEST(Solver, RefusesImpossibleGridsWithAClearError) {
  EXPECT_THROW((void)made({"heat", {0, 5}}), core::Error);
  EXPECT_THROW((void)made({"heat", {5, -1}}), core::Error);
  EXPECT_THROW((void)made({"soup", {5, 5}}), core::Error);
  try {
    (void)made({"wave", {1'000'000, 1'000'000}});
    FAIL() << "a grid of 8 TB was made";
  } catch (const core::OutOfMemory& error) {
    EXPECT_NE(std::string(error.what()).find("1000000 × 1000000"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("TB"), std::string::npos);
  }
}

TEST(Solver, SurveysItsField) {
  for (const int threads : {1, 3}) {
    const auto solver = made({"heat", {301, 203}, Backend::cpu, threads});
    FieldState state = random_state("heat", {301, 203}, 2);
    state.planes[0][1234] = 7.0F;
    state.planes[0][301 * 203 - 1] = -9.0F;
    solver->load(state);
    solver->survey({5, 3});
    const Survey survey = solver->report().survey;
    EXPECT_EQ(survey.of(0).minimum, -9.0F);
    EXPECT_EQ(survey.of(0).maximum, 7.0F);
    EXPECT_TRUE(survey.finite);
    EXPECT_EQ(survey.of(0).probe_value, state.planes[0][3 * 301 + 5]);
    for (const float bad : {std::nanf(""), INFINITY, -INFINITY}) {
      state.planes[0][300] = bad;
      solver->load(state);
      solver->survey({-1, 0});
      EXPECT_FALSE(solver->report().survey.finite);
    }
  }
}

TEST(Solver, SurveysAndShowsEachComponent) {
  for (const int threads : {1, 3}) {
    const auto solver = made({"gray-scott", kSmall, Backend::cpu, threads});
    FieldState state = random_state("gray-scott", kSmall, 2);
    state.planes[0][7] = 5.0F;
    state.planes[1][9] = -5.0F;
    solver->load(state);
    solver->survey({3, 2});
    const Survey survey = solver->report().survey;
    EXPECT_EQ(survey.of(0).maximum, 5.0F);
    EXPECT_LE(survey.of(1).maximum, 1.0F);
    EXPECT_EQ(survey.of(1).minimum, -5.0F);
    EXPECT_GE(survey.of(0).minimum, -1.0F);
    for (std::size_t c = 0; c < 2; ++c) {
      EXPECT_EQ(survey.of(c).probe_value, state.planes[c][2 * 40 + 3]);
      CapturedFrame frame(4096);
      solver->present(frame, c);
      EXPECT_EQ(frame.cells, state.planes[c]);
    }
    state.planes[1][0] = INFINITY;
    solver->load(state);
    solver->survey({-1, -1});
    EXPECT_FALSE(solver->report().survey.finite);
  }
}

TEST(Solver, ShowsEveryCellOrEveryKth) {
  const FieldState state = random_state("heat", {301, 203}, 2);
  const auto solver = made({"heat", {301, 203}});
  solver->load(state);
  CapturedFrame all(4096);
  solver->present(all, 0);
  EXPECT_EQ(all.cells, state.planes[0]);
  CapturedFrame thin(100);
  solver->present(thin, 0);
  EXPECT_EQ(thin.extent, (core::Extent{76, 51}));
  EXPECT_EQ(thin.cells[76 * 2 + 3], state.planes[0][301 * 8 + 12]);
}

TEST(Solver, SaysWhatItRunsOnAndWhy) {
  const auto asked = made({"heat", kSmall, Backend::cpu, 2});
  EXPECT_EQ(asked->backend().backend, Backend::cpu);
  EXPECT_EQ(asked->backend().threads, 2);
  EXPECT_EQ(asked->backend().reason, "requested");
  EXPECT_FALSE(asked->backend().device.empty());
  if (!core::cuda_status().usable) {
    const auto automatic = made({"heat", kSmall, Backend::automatic});
    EXPECT_EQ(automatic->backend().backend, Backend::cpu);
    EXPECT_EQ(automatic->backend().reason, core::cuda_status().reason);
    EXPECT_THROW((void)made({"heat", kSmall, Backend::cuda}), core::Error);
    EXPECT_THROW((void)make_solver({.equation = "heat", .extent = kSmall, .device = 0}),
                 core::Error)
        << "a device that is asked for is not replaced by another in silence";
    EXPECT_NE(
        make_solver({.equation = "heat", .extent = kSmall, .backend = Backend::cpu, .device = 0}),
        nullptr);
  }
}

}  // namespace
}  // namespace heatwave::field::testing
