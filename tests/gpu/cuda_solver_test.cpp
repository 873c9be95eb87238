// Compares CUDA with the CPU: equal bits for all kinds of cells, edges and edits. Needs a GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "tests/gpu/device_test.h"
#include "tests/kernels/captured_frame.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

class Cuda : public heatwave::testing::DeviceTest {};

FieldState run(Backend backend, const std::string& equation, core::Extent extent,
               const Edges& edges, std::initializer_list<int> groups) {
  const auto solver = made({equation, extent, backend, 2});
  const Tangle tangle = random_tangle(equation, extent, edges, 11);
  solver->apply(tangle.rules);
  solver->load(random_state(equation, extent, 5));
  solver->apply(tangle.cells);
  const std::size_t components = find_equation(equation).components.size();
  int group = 0;
  for (const int steps : groups) {
    solver->advance(steps);
    // Between groups of steps a brush paints a part of the grid.
    const core::Rect area =
        core::intersection(core::whole(extent), core::Rect{2, 1, 30, 20}.grown(group++));
    if (area.empty()) continue;
    PaintCells paint{.area = area,
                     .mask = std::vector<std::uint8_t>(static_cast<std::size_t>(area.cells())),
                     .value = 0.75F,
                     .component = static_cast<std::size_t>(group) % components};
    for (std::size_t i = 0; i < paint.mask.size(); i += 3) paint.mask[i] = 1;
    solver->apply(paint);
  }
  return solver->save();
}

TEST_F(Cuda, GivesTheBitsOfTheCpu) {
  for (const EquationInfo& equation : equations()) {
    for (const EdgeKind kind : equation.edges) {
      for (const core::Extent e : {core::Extent{1, 1},
                                   {2, 3},
                                   {1, 40},
                                   {40, 1},
                                   {3, 3},
                                   {16, 16},
                                   {17, 33},
                                   {641, 479},
                                   {17, 5000},
                                   {640, 480},
                                   {1000, 1000},
                                   {1300, 1010},
                                   {1920, 1080}}) {
        SCOPED_TRACE(equation.id + " edges " + std::to_string(static_cast<int>(kind)) + " " +
                     std::to_string(e.width) + "×" + std::to_string(e.height));
        const Edges edges = same_edges(kind, 0.5);
        const FieldState cpu = run(Backend::cpu, equation.id, e, edges, {100, 7, 30});
        const FieldState gpu = run(Backend::cuda, equation.id, e, edges, {100, 7, 30});
        ASSERT_EQ(cpu, gpu);
      }
    }
  }
}

TEST_F(Cuda, LongStretchesWithEditsBetweenGiveTheBitsOfTheCpu) {
  for (const EquationInfo& equation : equations()) {
    for (const EdgeKind kind : equation.edges) {
      for (const core::Extent e :
           {core::Extent{16, 16}, {17, 900}, {200, 150}, {333, 222}, {640, 480}, {1412, 1203}}) {
        SCOPED_TRACE(equation.id + " edges " + std::to_string(static_cast<int>(kind)) + " " +
                     std::to_string(e.width) + "×" + std::to_string(e.height));
        const Edges edges = same_edges(kind, 0.5);
        const std::initializer_list<int> groups{1, 9, 261, 8, 33, 515};
        ASSERT_EQ(run(Backend::cpu, equation.id, e, edges, groups),
                  run(Backend::cuda, equation.id, e, edges, groups));
      }
    }
  }
}

/// Two edges are joined and two are not, with all kinds of pairs.
TEST_F(Cuda, FieldsJoinedOneWayGiveTheBitsOfTheCpu) {
  for (const EquationInfo& equation : equations()) {
    for (const EdgeKind kind : equation.edges) {
      for (const bool rows : {false, true}) {
        for (const core::Extent e : {core::Extent{640, 480}, {641, 479}, {90, 300}}) {
          SCOPED_TRACE(equation.id + " edges " + std::to_string(static_cast<int>(kind)) + " " +
                       std::to_string(e.width) + "×" + std::to_string(e.height));
          Edges edges = same_edges(EdgeKind::periodic);
          (rows ? edges.left : edges.top) = kind;
          (rows ? edges.right : edges.bottom) = kind;
          ASSERT_EQ(run(Backend::cpu, equation.id, e, edges, {50, 71}),
                    run(Backend::cuda, equation.id, e, edges, {50, 71}));
        }
      }
    }
  }
}

TEST_F(Cuda, EdgesThatDifferGiveTheBitsOfTheCpu) {
  for (const EquationInfo& equation : equations()) {
    for (const core::Extent e :
         {core::Extent{640, 480}, {641, 479}, {1000, 1000}, {1501, 1103}, {1920, 1440}}) {
      SCOPED_TRACE(equation.id + " " + std::to_string(e.width) + "×" + std::to_string(e.height));
      const auto held = EdgeKind::held;
      const auto free = EdgeKind::reflecting;
      for (const Edges& edges : {Edges{free, held, held, free, 0.5}, {held, free, free, free}}) {
        ASSERT_EQ(run(Backend::cpu, equation.id, e, edges, {2, 50, 71}),
                  run(Backend::cuda, equation.id, e, edges, {2, 50, 71}));
      }
    }
  }
}

TEST_F(Cuda, CellsAndRulesThatChangeBetweenLongStretchesGiveTheBitsOfTheCpu) {
  for (const EquationInfo& equation : equations()) {
    const core::Extent e{400, 300};
    const auto solver_run = [&](Backend backend) {
      const auto solver = made({equation.id, e, backend, 2});
      solver->load(random_state(equation.id, e, 3));
      unsigned seed = 20;
      for (const EdgeKind kind : equation.edges) {
        Tangle tangle = random_tangle(equation.id, e, same_edges(kind, 0.25), ++seed);
        tangle.rules.parameters[0] *= 0.5;
        solver->apply(tangle.rules);
        solver->apply(tangle.cells);
        solver->advance(101);
        SetCells bare = bare_cells(e, same_edges(kind, 0.25), equation.components.size());
        solver->apply(bare);
        solver->advance(4200);
      }
      return solver->save();
    };
    EXPECT_EQ(solver_run(Backend::cpu), solver_run(Backend::cuda)) << equation.id;
  }
}

TEST_F(Cuda, GroupingStepsChangesNoBit) {
  for (const EquationInfo& equation : equations()) {
    const Edges edges = same_edges(equation.edges.back());
    const auto solver_run = [&](std::initializer_list<int> groups) {
      const auto solver = made({equation.id, {333, 222}, Backend::cuda});
      const Tangle tangle = random_tangle(equation.id, {333, 222}, edges, 4);
      solver->apply(tangle.rules);
      solver->load(random_state(equation.id, {333, 222}, 8));
      solver->apply(tangle.cells);
      for (const int steps : groups) solver->advance(steps);
      return solver->save();
    };
    const FieldState at_once = solver_run({3000});
    for (const float cell : at_once.planes[0]) ASSERT_TRUE(std::isfinite(cell));
    EXPECT_EQ(at_once, solver_run({3, 5, 1024, 0, 1, 1967}));
  }
}

TEST_F(Cuda, SurveysAgreeWithTheCpu) {
  for (const Backend backend : {Backend::cpu, Backend::cuda}) {
    const auto solver = made({"heat", {301, 203}, backend});
    FieldState state = random_state("heat", {301, 203}, 2);
    state.planes[0][1234] = 7.0F;
    state.planes[0][4321] = -9.0F;
    solver->load(state);
    solver->survey({5, 3});
    (void)solver->save();  // waits for the device
    Survey survey = solver->report().survey;
    EXPECT_EQ(survey.of(0).minimum, -9.0F);
    EXPECT_EQ(survey.of(0).maximum, 7.0F);
    EXPECT_TRUE(survey.finite);
    EXPECT_EQ(survey.probe, (core::Cell{5, 3}));
    EXPECT_EQ(survey.of(0).probe_value, state.planes[0][3 * 301 + 5]);
    state.planes[0][77] = std::nanf("");
    solver->load(state);
    solver->survey({-1, -1});
    (void)solver->save();
    survey = solver->report().survey;
    EXPECT_FALSE(survey.finite);
    EXPECT_EQ(survey.of(0).maximum, 7.0F);
  }
}

TEST_F(Cuda, SurveysAndShowsEachComponent) {
  const core::Extent extent{301, 203};
  const FieldState state = random_state("gray-scott", extent, 6);
  const auto solver = made({"gray-scott", extent, Backend::cuda});
  solver->load(state);
  solver->survey({5, 3});
  for (std::size_t c = 0; c < 2; ++c) {
    CapturedFrame frame(4096);
    solver->present(frame, c);
    EXPECT_EQ(frame.cells, state.planes[c]);
    const auto [low, high] = std::minmax_element(state.planes[c].begin(), state.planes[c].end());
    const ComponentSurvey survey = solver->report().survey.of(c);
    EXPECT_EQ(survey.minimum, *low);
    EXPECT_EQ(survey.maximum, *high);
    EXPECT_EQ(survey.probe_value, state.planes[c][3 * 301 + 5]);
  }
}

TEST_F(Cuda, ShowsTheFieldOfTheCpuThinnedOrNot) {
  for (const int longest : {4096, 100}) {
    CapturedFrame cpu(longest);
    CapturedFrame gpu(longest);
    const FieldState state = random_state("heat", {301, 203}, 2);
    for (auto* frame : {&cpu, &gpu}) {
      const auto solver = made({"heat", {301, 203}, frame == &cpu ? Backend::cpu : Backend::cuda});
      solver->load(state);
      solver->present(*frame, 0);
    }
    EXPECT_EQ(cpu.extent, display_extent({301, 203}, longest));
    EXPECT_EQ(cpu.extent, gpu.extent);
    EXPECT_EQ(cpu.cells, gpu.cells);
  }
}

TEST_F(Cuda, PutsBackWhatItRead) {
  for (const EquationInfo& equation : equations()) {
    const core::Extent extent{333, 65};
    const auto solver = made({equation.id, extent, Backend::cuda});
    const FieldState before = random_state(equation.id, extent, 5);
    solver->load(before);
    const core::Rect area{7, 3, 301, 60};
    const std::vector<std::uint8_t> mask(static_cast<std::size_t>(area.cells()), 1);
    const PutCells put{.area = area, .mask = mask, .planes = solver->read(area)};
    for (std::size_t c = 0; c < find_equation(equation.id).components.size(); ++c) {
      solver->apply(PaintCells{.area = area, .mask = mask, .value = 9.0F, .component = c});
      EXPECT_NE(solver->save(), before);
    }
    solver->apply(put);
    EXPECT_EQ(solver->save(), before);
  }
}

TEST_F(Cuda, EdgesForgetAsOnTheCpu) {
  const auto painted = stirred_pool(Backend::cuda);
  EXPECT_EQ(painted->save(), stirred_pool(Backend::cpu)->save());
  painted->apply(everything_to_rest(kPool));
  painted->advance(50);
  EXPECT_EQ(painted->save().planes, zero_state("wave", kPool).planes);
  const auto switched = stirred_pool(Backend::cuda);
  switched->apply(pool_rules(EdgeKind::reflecting));
  switched->apply(pool_rules(EdgeKind::absorbing));
  const FieldState state = switched->save();
  for (const float psi : state.rim) ASSERT_EQ(psi, 0.0F);
}

TEST_F(Cuda, RunsOnTheDeviceThatIsAskedFor) {
  const FieldState state = random_state("wave", {65, 40}, 2);
  const auto first = made({"wave", {65, 40}, Backend::cpu});
  first->load(state);
  first->advance(20);
  for (const core::DeviceFacts& device : core::cuda_status().devices) {
    const auto solver =
        make_solver({.equation = "wave", .extent = {65, 40}, .device = device.index});
    EXPECT_EQ(solver->backend().device, device.name);
    solver->load(state);
    solver->advance(20);
    EXPECT_EQ(solver->save(), first->save());
  }
  try {
    (void)make_solver({.equation = "wave", .extent = {65, 40}, .device = 77});
    FAIL() << "there is no such device";
  } catch (const core::Error& error) {
    EXPECT_NE(std::string(error.what()).find("no CUDA device 77; there are: 0 ("),
              std::string::npos)
        << error.what();
  }
}

TEST_F(Cuda, TimesItsStepsByEvents) {
  const auto solver = made({"heat", {1024, 1024}, Backend::cuda});
  solver->advance(200);
  (void)solver->save();
  const Report report = solver->report();
  EXPECT_EQ(report.advance_steps, 200);
  EXPECT_EQ(report.advances_done, 1);
  EXPECT_GT(report.advance_ms, 0.0);
}

TEST_F(Cuda, SaysHowStepsAreTakenAndWhyNotFaster) {
  const auto method_of = [](const std::string& equation, core::Extent e, EdgeKind kind, int steps) {
    const auto solver = made({equation, e, Backend::cuda});
    solver->apply(SetRules{initial_parameters(find_equation(equation)), same_edges(kind), {}});
    solver->apply(bare_cells(e, same_edges(kind), find_equation(equation).components.size()));
    solver->advance(steps);
    return solver->report().method;
  };
  const auto says = [](const std::string& method, const std::string& words) {
    EXPECT_NE(method.find(words), std::string::npos) << method;
  };
  const core::Extent lecture{640, 480};
  const std::string fastest = method_of("heat", lecture, EdgeKind::held, 100);
  says(fastest, "stays in registers");
  EXPECT_EQ(fastest.find(':'), std::string::npos) << fastest;
  says(method_of("heat", lecture, EdgeKind::held, 5), "does not pay off for this few steps");
  says(method_of("heat", lecture, EdgeKind::held, 1), "one step a pass over the grid: ");
  says(method_of("wave", lecture, EdgeKind::absorbing, 100), "stays in registers");
  says(method_of("wave", {40, 480}, EdgeKind::absorbing, 100), "edges absorb");
  says(method_of("heat", {7000, 7000}, EdgeKind::held, 100), "registers hold");
  says(method_of("heat", {9, 9}, EdgeKind::held, 100), "too narrow");
}

TEST_F(Cuda, WhateverWasMeasuredAsFasterGivesTheSameBits) {
  for (const EquationInfo& equation : equations()) {
    for (const core::Extent e : {core::Extent{33, 17}, {641, 479}, {1500, 1300}}) {
      const auto stepped = [&](const Stepping& stepping) {
        const auto solver = make_solver(
            {.equation = equation.id, .extent = e, .backend = Backend::cuda, .stepping = stepping});
        const Tangle tangle = random_tangle(equation.id, e, same_edges(equation.edges.front()), 11);
        solver->apply(tangle.rules);
        solver->load(random_state(equation.id, e, 5));
        solver->apply(tangle.cells);
        solver->advance(100);
        return solver->save();
      };
      const FieldState by_rule = stepped({});
      for (const Tiles tiles : kAllTiles) {
        EXPECT_EQ(stepped({.in_registers = false, .tiles = tiles}), by_rule) << equation.id;
        EXPECT_EQ(stepped({.in_registers = true, .tiles = tiles}), by_rule) << equation.id;
      }
    }
  }
}

/// Returns a small pool with a painted spot in its middle, or a large pool with that spot in a
/// corner.
std::vector<std::vector<float>> spot_after_steps(Backend backend, core::Extent extent) {
  const auto solver = made({"wave", extent, backend});
  const core::Rect spot{40, 40, 50, 45};
  solver->apply(
      PaintCells{.area = spot,
                 .mask = std::vector<std::uint8_t>(static_cast<std::size_t>(spot.cells()), 1),
                 .value = 0.75F});
  solver->advance(25);
  return solver->read({10, 10, 80, 75});
}

TEST_F(Cuda, AGridThatLeavesNoRoomForMoreFieldsIsSteppedAllTheSame) {
  const std::uint64_t memory = core::cuda_status().devices.front().memory;
  constexpr int kWidth = 65536;
  // A wave's two planes and its flags take 9 bytes, four planes take 17.
  constexpr std::uint64_t kBytesACell = 13;
  const auto height = static_cast<int>(memory / kBytesACell / kWidth);
  EXPECT_EQ(spot_after_steps(Backend::cuda, {kWidth, height}),
            spot_after_steps(Backend::cpu, {90, 90}));
}

TEST_F(Cuda, AGridThatDoesNotFitIsRefusedAndTheNextOneWorks) {
  EXPECT_THROW((void)made({"wave", {1'000'000, 500'000}, Backend::cuda}), core::OutOfMemory);
  const auto solver = made({"wave", {64, 64}, Backend::cuda});
  solver->advance(3);
  EXPECT_EQ(solver->save().step, 3);
}

}  // namespace
}  // namespace heatwave::field::testing
