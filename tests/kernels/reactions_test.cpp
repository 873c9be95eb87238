// Tests equations of two components against theory, and the catalogue's rows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

std::unique_ptr<FieldSolver> started(const std::string& equation,
                                     const std::vector<double>& parameters, EdgeKind edges,
                                     const FieldState& state) {
  auto solver = made({equation, state.extent, Backend::cpu, 2});
  solver->apply(SetRules{.parameters = parameters, .edges = same_edges(edges)});
  solver->load(state);
  solver->apply(bare_cells(state.extent, same_edges(edges), 2));
  return solver;
}

double total(const std::vector<float>& plane) {
  return std::accumulate(plane.begin(), plane.end(), 0.0);
}

/// Returns the first position along the middle row at which u falls below one half, interpolated
/// between two cells.
double front_of(const FieldState& state) {
  const std::vector<float>& u = state.planes[0];
  const std::size_t row = core::whole(state.extent).index(0, state.extent.height / 2);
  for (std::size_t x = 0; x + 1 < static_cast<std::size_t>(state.extent.width); ++x) {
    const double here = u[row + x];
    const double next = u[row + x + 1];
    if (here >= 0.5 && next < 0.5) return static_cast<double>(x) + (here - 0.5) / (here - next);
  }
  return -1.0;
}

/// Returns the speed, in cells per step, of the front between the excited and the resting half of a
/// strip that never recovers.
double front_speed(double spread, double rate, double threshold) {
  const core::Extent strip{500, 3};
  FieldState state = zero_state("fitzhugh-nagumo", strip);
  for (int y = 0; y < strip.height; ++y) {
    const auto row = static_cast<std::ptrdiff_t>(core::whole(strip).index(0, y));
    std::fill_n(state.planes[0].begin() + row, 250, 1.0F);
  }
  const auto solver =
      started("fitzhugh-nagumo", {spread, rate, threshold, 0.0, 0.0}, EdgeKind::reflecting, state);
  solver->advance(1500);  // until the front has its shape
  const double from = front_of(solver->save());
  solver->advance(2500);
  return (front_of(solver->save()) - from) / 2500;
}

TEST(FitzHughNagumo, FrontsRunAtNagumosSpeed) {
  for (const auto& [spread, rate, threshold] :
       {std::tuple{0.2, 0.02, 0.1}, {0.2, 0.02, 0.3}, {0.1, 0.01, 0.2}}) {
    const double theory = std::sqrt(spread * rate / 2) * (1 - 2 * threshold);
    EXPECT_NEAR(front_speed(spread, rate, threshold), theory, 0.02 * theory)
        << spread << ' ' << rate << ' ' << threshold;
  }
  EXPECT_NEAR(front_speed(0.2, 0.02, 0.5), 0.0, 1e-6) << "half way, neither side wins";
}

TEST(FitzHughNagumo, PulsesAnnihilateWhereTheyMeet) {
  const core::Extent strip{400, 3};
  FieldState state = zero_state("fitzhugh-nagumo", strip);
  for (int y = 0; y < strip.height; ++y) {
    for (const int x : {0, 390}) {
      const auto at = static_cast<std::ptrdiff_t>(core::whole(strip).index(x, y));
      std::fill_n(state.planes[0].begin() + at, 10, 1.0F);
    }
  }
  const auto solver =
      started("fitzhugh-nagumo", {0.2, 0.1, 0.05, 0.001, 1.0}, EdgeKind::reflecting, state);
  const auto excited = [&] {
    const FieldState now = solver->save();
    return std::count_if(now.planes[0].begin(), now.planes[0].end(),
                         [](float u) { return u > 0.5F; });
  };
  solver->advance(1000);
  EXPECT_GT(excited(), 0);
  solver->advance(6000);
  EXPECT_EQ(excited(), 0) << "waves would have gone through each other";
}

TEST(GrayScott, WithoutFeedNothingIsLost) {
  const core::Extent e{96, 64};
  FieldState state = random_state("gray-scott", e, 3);
  for (auto& plane : state.planes) {
    for (float& cell : plane) cell = 0.5F + 0.4F * cell;
  }
  const double before = total(state.planes[0]) + total(state.planes[1]);
  for (const EdgeKind edges : {EdgeKind::periodic, EdgeKind::reflecting}) {
    const auto solver = started("gray-scott", {0.16, 0.08, 0.0, 0.0}, edges, state);
    solver->advance(2000);
    const FieldState after = solver->save();
    EXPECT_NEAR(total(after.planes[0]) + total(after.planes[1]), before, 1e-5 * before);
    EXPECT_LT(total(after.planes[0]), total(state.planes[0])) << "some was eaten";
  }
}

TEST(GrayScott, StaysWhereFeedAndLossBalance) {
  const double feed = 0.04;
  const double loss = feed + 0.05;
  const double u = (1.0 - std::sqrt(1.0 - 4.0 * loss * loss / feed)) / 2.0;
  const double v = loss / u;
  FieldState state = zero_state("gray-scott", {20, 10});
  std::fill(state.planes[0].begin(), state.planes[0].end(), static_cast<float>(u));
  std::fill(state.planes[1].begin(), state.planes[1].end(), static_cast<float>(v));
  const auto solver = started("gray-scott", {0.16, 0.08, feed, 0.05}, EdgeKind::periodic, state);
  solver->advance(1000);
  const FieldState after = solver->save();
  for (const float cell : after.planes[0]) ASSERT_NEAR(cell, u, 1e-4);
  for (const float cell : after.planes[1]) ASSERT_NEAR(cell, v, 1e-4);
}

TEST(GrayScott, FoodAloneSpreadsAsHeatToTheBit) {
  const core::Extent e{83, 41};
  const FieldState heat = random_state("heat", e, 4);
  FieldState food = zero_state("gray-scott", e);
  food.planes[0] = heat.planes[0];
  const auto plate = made({"heat", e});
  plate->apply(SetRules{.parameters = {0.16}, .edges = same_edges(EdgeKind::reflecting)});
  plate->load(heat);
  plate->apply(bare_cells(e, same_edges(EdgeKind::reflecting)));
  const auto solver = started("gray-scott", {0.16, 0.08, 0.0, 0.06}, EdgeKind::reflecting, food);
  plate->advance(200);
  solver->advance(200);
  EXPECT_EQ(solver->save().planes[0], plate->save().planes[0]);
}

TEST(Reactions, WhatIsAtRestStaysSo) {
  for (const EquationInfo& equation : equations()) {
    FieldState state = zero_state(equation.id, {30, 20});
    const std::size_t components = equation.components.size();
    for (std::size_t plane = 0; plane < state.planes.size(); ++plane) {
      const auto rest = static_cast<float>(equation.components[plane % components].rest);
      std::fill(state.planes[plane].begin(), state.planes[plane].end(), rest);
    }
    const auto solver = made({equation.id, {30, 20}});
    solver->load(state);
    solver->advance(100);
    EXPECT_EQ(solver->save().planes, state.planes) << equation.id;
  }
}

TEST(Reactions, NothingThatIsPaintedBlowsUp) {
  const core::Extent e{64, 48};
  for (const std::string equation : {"gray-scott", "fitzhugh-nagumo"}) {
    for (const float value : {-10.0F, 3.0F, 100.0F}) {
      for (std::size_t component = 0; component < 2; ++component) {
        const auto solver = made({equation, e});
        PaintCells spot{.area = {20, 10, 40, 30},
                        .mask = std::vector<std::uint8_t>(400, 1),
                        .value = value,
                        .component = component};
        solver->apply(spot);
        solver->advance(3000);
        for (const auto& plane : solver->save().planes) {
          for (const float cell : plane) {
            ASSERT_LT(std::fabs(cell), 2.0F * std::fabs(value))
                << equation << ' ' << value << ' ' << component;
          }
        }
      }
    }
  }
}

TEST(Catalogue, RowsAgreeWithTheirCode) {
  for (const EquationInfo& row : equations()) {
    const auto [components, steps_back] =
        with_equation(row.id, Catalogue{}, []<typename Equation>() -> std::pair<std::size_t, int> {
          return {Equation::kComponents, Equation::kStepsBack};
        });
    EXPECT_EQ(row.components.size(), components) << row.id;
    EXPECT_EQ(row.steps_back, steps_back) << row.id;
    EXPECT_LT(row.main_component, components) << row.id;
    for (std::size_t c = 0; c < components; ++c) {
      EXPECT_EQ(component_index(row, row.components[c].id), c);
    }
    EXPECT_EQ(component_index(row, "soup"), components);
  }
}

TEST(Catalogue, EveryEquationStartsStableAndSaysUpToWhere) {
  for (const EquationInfo& row : equations()) {
    const std::vector<double> initial = initial_parameters(row);
    double bounded = 0;
    for (std::size_t p = 0; p < initial.size(); ++p) {
      EXPECT_LE(initial[p], stable_limit(row, p, initial, {})) << row.id;
      bounded += std::isfinite(stable_limit(row, p, initial, {})) ? 1 : 0;
    }
    EXPECT_GT(bounded, 0) << row.id;
  }
  const EquationInfo& nerve = find_equation("fitzhugh-nagumo");
  const std::vector<double> fast{0.2, 0.4, 0.1, 0.0, 0.0};
  EXPECT_DOUBLE_EQ(stable_limit(nerve, 0, fast, {}), 0.15) << "what one may be depends on another";
  EXPECT_DOUBLE_EQ(stable_limit(nerve, 0, fast, {.largest_factor = 2.0}), 0.075);
  EXPECT_DOUBLE_EQ(bytes_per_cell(find_equation("heat")), 8.0);
  EXPECT_DOUBLE_EQ(bytes_per_cell(find_equation("wave")), 12.0);
  EXPECT_DOUBLE_EQ(bytes_per_cell(nerve), 16.0);
}

}  // namespace
}  // namespace heatwave::field::testing
