// Tests fields against theory.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

constexpr double kPi = std::numbers::pi;

std::vector<float> sine_mode(core::Extent e, int p, int q) {
  std::vector<float> cells;
  for (int y = 0; y < e.height; ++y) {
    for (int x = 0; x < e.width; ++x) {
      cells.push_back(static_cast<float>(std::sin(kPi * p * x / (e.width - 1)) *
                                         std::sin(kPi * q * y / (e.height - 1))));
    }
  }
  return cells;
}

double sine_squares(core::Extent e, int p, int q) {
  const double sx = std::sin(kPi * p / 2 / (e.width - 1));
  const double sy = std::sin(kPi * q / 2 / (e.height - 1));
  return sx * sx + sy * sy;
}

struct Started {
  std::unique_ptr<FieldSolver> solver;
  SetRules rules;
};

Started start(const std::string& equation, core::Extent e, std::vector<double> parameters,
              const Edges& edges, FieldState state, Backend backend = Backend::cpu) {
  Started s{made({equation, e, backend}), {std::move(parameters), edges, {}}};
  s.solver->apply(s.rules);
  s.solver->load(state);
  s.solver->apply(bare_cells(e, edges, find_equation(equation).components.size()));
  return s;
}

/// Returns the amplitude of `mode` in the field: 1 if the field is the mode itself.
double projected(const FieldState& state, const std::vector<float>& mode) {
  double along = 0.0;
  double norm = 0.0;
  for (std::size_t i = 0; i < mode.size(); ++i) {
    along += double{mode[i]} * double{state.planes[0][i]};
    norm += double{mode[i]} * double{mode[i]};
  }
  return along / norm;
}

TEST(Heat, SineModeDecaysAsTheFormulaSays) {
  for (const auto& [e, p, q] :
       {std::tuple<core::Extent, int, int>{{65, 49}, 1, 1}, {{65, 49}, 3, 2}, {{128, 30}, 5, 1}}) {
    FieldState state = zero_state("heat", e);
    const std::vector<float> mode = sine_mode(e, p, q);
    state.planes[0] = mode;
    const double alpha = 0.2;
    auto s = start("heat", e, {alpha}, same_edges(EdgeKind::held), state);
    const int steps = 200;
    s.solver->advance(steps);
    const double expected = std::pow(1 - 4 * alpha * sine_squares(e, p, q), steps);
    EXPECT_NEAR(projected(s.solver->save(), mode) / expected, 1.0, 2e-5);
  }
}

TEST(Wave, StandingWaveSwingsAtTheFrequencyOfTheFormula) {
  const core::Extent e{81, 61};
  for (const double c2 : {0.1, 0.25, 0.5}) {
    const std::vector<float> mode = sine_mode(e, 3, 2);
    const double omega = std::acos(1 - 2 * c2 * sine_squares(e, 3, 2));
    FieldState state = zero_state("wave", e);
    state.planes[0] = mode;
    state.planes[1] = mode;
    for (float& cell : state.planes[1]) cell *= static_cast<float>(std::cos(omega));
    auto s = start("wave", e, {c2, 0.0}, same_edges(EdgeKind::held), state);
    for (int n = 1; n <= 400; ++n) {
      s.solver->advance(1);
      ASSERT_NEAR(projected(s.solver->save(), mode), std::cos(omega * n), 2e-3) << "step " << n;
    }
  }
}

double total(const FieldState& state) {
  return std::accumulate(state.planes[0].begin(), state.planes[0].end(), 0.0);
}

TEST(Heat, InsulatedAndPeriodicEdgesKeepTheTotal) {
  const core::Extent e{100, 77};
  for (const EdgeKind kind : {EdgeKind::reflecting, EdgeKind::periodic}) {
    FieldState state = random_state("heat", e, 5);
    for (float& cell : state.planes[0]) cell += 1.0F;
    auto s = start("heat", e, {0.25}, same_edges(kind), state);
    s.solver->advance(2000);
    const FieldState after = s.solver->save();
    EXPECT_NEAR(total(after) / total(state), 1.0, 1e-5);
    // The steps even out the differences.
    const auto [low, high] = std::minmax_element(after.planes[0].begin(), after.planes[0].end());
    EXPECT_LT(*high - *low, 0.15F);
  }
}

TEST(Heat, WallsKeepHeatOnTheirSide) {
  const core::Extent e{40, 20};
  SetCells cells = bare_cells(e, same_edges(EdgeKind::reflecting));
  for (int y = 0; y < e.height; ++y) {
    cells.flags[cells.area.index(20, y)] = kWall;
    cells.flags[cells.area.index(19, y)] |= kNoEast;
    cells.flags[cells.area.index(21, y)] |= kNoWest;
  }
  const auto solver = made({"heat", e});
  solver->apply(SetRules{{0.25}, same_edges(EdgeKind::reflecting), {}});
  FieldState state = zero_state("heat", e);
  for (int y = 0; y < e.height; ++y) state.planes[0][core::whole(e).index(5, y)] = 1.0F;
  solver->load(state);
  solver->apply(cells);
  solver->advance(5000);
  const FieldState after = solver->save();
  EXPECT_NEAR(total(after), total(state), 1e-3);
  for (int y = 0; y < e.height; ++y) {
    for (int x = 20; x < e.width; ++x) EXPECT_EQ(after.planes[0][core::whole(e).index(x, y)], 0.0F);
  }
}

/// Returns a pulse that runs to the right along a strip.
FieldState running_pulse(core::Extent e, double centre, double width, double speed) {
  FieldState state = zero_state("wave", e);
  for (int y = 0; y < e.height; ++y) {
    for (int x = 0; x < e.width; ++x) {
      const auto bump = [&](double at) {
        return static_cast<float>(std::exp(-(x - at) * (x - at) / (2 * width * width)));
      };
      state.planes[0][core::whole(e).index(x, y)] = bump(centre);
      state.planes[1][core::whole(e).index(x, y)] = bump(centre - speed);
    }
  }
  return state;
}

/// Returns the largest deviation from zero, with its sign, after the pulse has come back from the
/// right.
float echo(EdgeKind right, int steps) {
  const core::Extent e{400, 5};
  const double c2 = 0.25;
  const Edges edges{EdgeKind::held, right, EdgeKind::periodic, EdgeKind::periodic};
  auto s = start("wave", e, {c2, 0.0}, edges, running_pulse(e, 200, 8, 0.5));
  s.solver->advance(steps);
  const FieldState after = s.solver->save();
  float largest = 0.0F;
  for (const float cell : after.planes[0]) {
    if (std::fabs(cell) > std::fabs(largest)) largest = cell;
  }
  return largest;
}

TEST(Wave, ReflectingEndKeepsTheSignAndHeldEndFlipsIt) {
  EXPECT_NEAR(echo(EdgeKind::reflecting, 600), 1.0F, 0.05F);
  EXPECT_NEAR(echo(EdgeKind::held, 600), -1.0F, 0.05F);
}

TEST(Wave, AbsorbingEdgeReturnsUnderOnePercentHeadOn) {
  EXPECT_LT(std::fabs(echo(EdgeKind::absorbing, 600)), 0.01F);
}

TEST(Wave, DampingTakesTheEnergyAway) {
  const core::Extent e{50, 50};
  auto s = start("wave", e, {0.25, 0.05}, same_edges(EdgeKind::reflecting),
                 running_pulse(e, 25, 4, 0.5));
  s.solver->advance(5000);
  const FieldState after = s.solver->save();
  const auto [low, high] = std::minmax_element(after.planes[0].begin(), after.planes[0].end());
  EXPECT_LT(*high - *low, 1e-3F);
}

TEST(Wave, DampedWavesAreStableUpToTheSameSpeed) {
  const core::Extent e{60, 40};
  for (const double damping : {0.001, 0.05, 0.5, 1.0}) {
    for (const EdgeKind kind : {EdgeKind::held, EdgeKind::reflecting, EdgeKind::absorbing}) {
      auto s = start("wave", e, {0.5, damping}, same_edges(kind), random_state("wave", e, 6));
      s.solver->advance(5000);
      const FieldState after = s.solver->save();
      for (const float cell : after.planes[0]) {
        ASSERT_LT(std::fabs(cell), 100.0F) << "damping " << damping;
      }
    }
  }
}

/// A drop in a wide pool and a drop beside an absorbing edge differ only by the reflection from the
/// edge.
TEST(Wave, AbsorbingEdgeReturnsUnderFivePercentAtFortyFiveDegrees) {
  const int depth = 50;
  const core::Extent small{300, 420};
  const core::Extent wide{820, 700};
  const auto drop = [](core::Extent e, int cx, int cy) {
    FieldState state = zero_state("wave", e);
    for (int y = 0; y < e.height; ++y) {
      for (int x = 0; x < e.width; ++x) {
        const double d2 = std::pow(x - cx, 2) + std::pow(y - cy, 2);
        const auto value = static_cast<float>(std::exp(-d2 / (2 * 8.0 * 8.0)));
        for (auto& plane : state.planes) plane[core::whole(e).index(x, y)] = value;
      }
    }
    return state;
  };
  const auto edges = same_edges(EdgeKind::absorbing);
  auto near = start("wave", small, {0.25, 0.0}, edges, drop(small, depth, 160));
  auto far = start("wave", wide, {0.25, 0.0}, edges, drop(wide, 350, 300));
  // The mirrored source lies 2·depth to the left; its echo reaches this cell at 45°.
  const int dy = 2 * depth;
  float echo = 0.0F;
  float height = 0.0F;
  for (int n = 0; n < 360; n += 2) {
    near.solver->advance(2);
    far.solver->advance(2);
    const FieldState a = near.solver->save();
    const FieldState b = far.solver->save();
    const float seen = a.planes[0][core::whole(small).index(depth, 160 + dy)];
    const float free = b.planes[0][core::whole(wide).index(350, 300 + dy)];
    const float image = b.planes[0][core::whole(wide).index(350 + 2 * depth, 300 + dy)];
    echo = std::max(echo, std::fabs(seen - free));
    height = std::max(height, std::fabs(image));
  }
  EXPECT_GT(height, 0.05F);
  EXPECT_LT(echo / height, 0.05F);
}

TEST(Wave, AbsorbingEdgesEmptyThePoolAndStayQuiet) {
  const core::Extent e{120, 90};
  FieldState state = running_pulse(e, 40, 6, 0.5);
  auto s = start("wave", e, {0.5, 0.0}, same_edges(EdgeKind::absorbing), state);
  s.solver->advance(100'000);
  const FieldState after = s.solver->save();
  for (const float cell : after.planes[0]) ASSERT_LT(std::fabs(cell), 0.01F);
}

enum class Mirror { x, y, diagonal };

core::Cell mirrored(core::Extent e, Mirror mirror, int x, int y) {
  if (mirror == Mirror::x) return {e.width - 1 - x, y};
  if (mirror == Mirror::y) return {x, e.height - 1 - y};
  return {y, x};
}

TEST(Symmetry, SymmetricScenesStaySymmetricToTheBit) {
  const core::Extent e{61, 61};
  for (const EquationInfo& equation : equations()) {
    for (const EdgeKind kind : equation.edges) {
      for (const Mirror mirror : {Mirror::x, Mirror::y, Mirror::diagonal}) {
        FieldState state = random_state(equation.id, e, 9);
        for (auto& plane : state.planes) {
          const std::vector<float> before = plane;
          for (int y = 0; y < e.height; ++y) {
            for (int x = 0; x < e.width; ++x) {
              const core::Cell m = mirrored(e, mirror, x, y);
              plane[core::whole(e).index(x, y)] =
                  before[core::whole(e).index(x, y)] + before[core::whole(e).index(m.x, m.y)];
            }
          }
        }
        auto s = start(equation.id, e, initial_parameters(equation), same_edges(kind, 1.0), state);
        s.solver->advance(500);
        const FieldState after = s.solver->save();
        for (int y = 0; y < e.height; ++y) {
          for (int x = 0; x < e.width; ++x) {
            const core::Cell m = mirrored(e, mirror, x, y);
            for (const std::vector<float>& plane : after.planes) {
              ASSERT_EQ(plane[core::whole(e).index(x, y)], plane[core::whole(e).index(m.x, m.y)])
                  << equation.id << " at " << x << ", " << y;
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace heatwave::field::testing
