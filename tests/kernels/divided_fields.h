// These fields are stepped whole and in parts, for tests of every backend.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "kernels/field/formula/formula.h"
#include "tests/kernels/captured_frame.h"
#include "tests/kernels/random_formulas.h"
#include "tests/kernels/sampled_fields.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {

inline constexpr core::Extent kDividedGrid{45, 203};

/// A way of cutting a field, named for messages.
struct NamedDivision {
  std::string name;
  SolverRequest request;
};

inline std::vector<Edges> edges_for_parts(const EquationInfo& info) {
  std::vector<Edges> all;
  for (const EdgeKind kind : info.edges) all.push_back(same_edges(kind, 0.5));
  using enum EdgeKind;
  all.push_back({held, reflecting, periodic, periodic, 0.25});
  all.push_back({periodic, periodic, reflecting, held, 0.25});
  if (std::find(info.edges.begin(), info.edges.end(), absorbing) == info.edges.end()) return all;
  all.push_back({absorbing, held, reflecting, absorbing});
  all.push_back({absorbing, absorbing, periodic, periodic});
  all.push_back({periodic, periodic, absorbing, held});
  return all;
}

/// Steps a built-in equation whole and cut, with all kinds of cells and with few items.
inline void expect_bits_of_one(const std::string& equation, const SolverRequest& one,
                               const std::vector<NamedDivision>& cuts) {
  const auto run = [&](const SolverRequest& how, const Edges& edges, bool tangled,
                       std::initializer_list<int> groups) {
    const auto solver = solver_of(SampledCase{equation, kDividedGrid, edges, {}}, how, tangled);
    for (const int steps : groups) solver->advance(steps);
    return solver->save();
  };
  for (const Edges& edges : edges_for_parts(find_equation(equation))) {
    for (const bool tangled : {true, false}) {
      SCOPED_TRACE("edges left " + std::to_string(static_cast<int>(edges.left)) + ", top " +
                   std::to_string(static_cast<int>(edges.top)) + (tangled ? ", tangled" : ""));
      const FieldState whole = run(one, edges, tangled, {101});
      bool joins_all = false;
      for (const NamedDivision& cut : cuts) {
        SolverRequest request = cut.request;
        joins_all = !joins_all;
        request.joins_edges = joins_all || edges.top == EdgeKind::periodic;
        const FieldState parts = run(request, edges, tangled, {1, 40, 7, 53});
        ASSERT_EQ(parts.planes, whole.planes) << cut.name;
        ASSERT_EQ(parts.rim, whole.rim) << cut.name;
        ASSERT_EQ(parts.step, whole.step) << cut.name;
      }
    }
  }
}

inline SolverRequest one_cpu() { return {.backend = Backend::cpu, .threads = 4}; }

/// Formulas that read places, time, chance, sums of the whole field and media, with every time
/// stepping and conditions on sides.
inline std::vector<std::string> formulas_for_parts() {
  return {
      "u' = 0.2*lap(u) + 0.01*sin(0.3*x + 0.2*y + t)*u\nv' = 0.1*m*lap(v) + 0.001*y*(u - v)",
      "u' = 0.15*lap(u) + 0.02*noise\nv' = 0.1*lap(v) + 0.01*white*noise(2)",
      "u' = 0.2*lap(u) - 0.0001*integral(u) + 0.00001*integral(v^2, 7)\n"
      "v' = 0.1*lap(v) + 0.01*u",
      "u' = 0.1*lap(u) - u*v^2 + 0.03*(1 - u)\nv' = 0.05*lap(v) + u*v^2 - 0.09*v\nstepping: rk4",
      "u' = div((0.1 + 0.05*u^2)*grad(u)) + 0.01*v\nv' = 0.1*lap(w)\nw = v^3 - v - 0.1*lap(v)\n"
      "dt = 0.1\nstepping: heun",
      "u' = 0.1*lap(u) + 0.1*v\nv' = 0.1*lap(v) - 0.1*u\nstepping: ab2",
      "u' = 0.2*lap(u)\nv' = 0.1*lap(v) + 0.1*u\nstepping: staggered\n"
      "top: u = sin(0.1*x + t), v_n = 0.1\nbottom: u_n = -0.1*(u - 1), v = 0.01*x\nleft: u = 0.5",
      "u'' = 0.2*lap(u) - 0.01*u'\nv'' = 0.1*m*lap(v) + 0.01*u\nedges: absorbing",
      "u'' = 0.2*lap(u)\nv'' = 0.1*lap(v)\nleft, right: absorbing\ntop, bottom: periodic",
  };
}

/// Steps typed formulas whole and cut.
inline void expect_bits_of_one_formula(const std::string& text, const SolverRequest& one,
                                       const std::vector<NamedDivision>& cuts) {
  const auto typed = formula::make_formula(text);
  const core::Extent extent = kDividedGrid;
  const auto run = [&](SolverRequest how, const Edges& edges, std::initializer_list<int> groups) {
    how.formula = typed;
    how.extent = extent;
    const auto solver = make_solver(how);
    Tangle tangle = random_tangle("gray-scott", extent, edges, 7);
    const std::size_t components = typed->info().components.size();
    tangle.rules.parameters = initial_parameters(typed->info());
    tangle.cells.held_values.resize(static_cast<std::size_t>(extent.cells()) * components);
    solver->apply(tangle.rules);
    FieldState state{.extent = extent};
    state.planes =
        formula::initial_planes(*typed, {tangle.rules.parameters, extent}, core::whole(extent));
    const FieldState random = random_state("gray-scott", extent, 3);
    for (std::size_t plane = 0; plane < state.planes.size(); ++plane) {
      state.planes[plane] = random.planes[plane % 2];
    }
    solver->load(state);
    solver->apply(tangle.cells);
    for (const int steps : groups) solver->advance(steps);
    return solver->save();
  };
  std::vector<Edges> all;
  for (const EdgeKind kind : typed->info().edges) all.push_back(same_edges(kind, 0.5));
  for (const Edges& edges : all) {
    SCOPED_TRACE(text + "\nedges " + std::to_string(static_cast<int>(edges.left)));
    const FieldState whole = run(one, edges, {37});
    for (const NamedDivision& cut : cuts) {
      const FieldState parts = run(cut.request, edges, {1, 20, 7, 9});
      for (std::size_t plane = 0; plane < whole.planes.size(); ++plane) {
        ASSERT_TRUE(are_equal(parts.planes[plane], whole.planes[plane])) << cut.name;
      }
      ASSERT_EQ(parts.rim.size(), whole.rim.size()) << cut.name;
      ASSERT_TRUE(are_equal(parts.rim, whole.rim)) << cut.name;
    }
  }
}

/// Makes the same random edits to two solvers of a wave, and steps them in between.
class RandomEdits {
 public:
  explicit RandomEdits(unsigned seed) : random_(seed) {}

  /// Returns edits of some cells, most of which lie across cuts.
  std::vector<Edit> next(FieldSolver& solver) {
    const core::Rect area = any_area();
    const auto count = static_cast<std::size_t>(area.cells());
    std::vector<std::uint8_t> mask(count);
    for (auto& cell : mask) cell = random_() % 3 != 0;
    switch (random_() % 6) {
      case 0:
        return {PaintCells{area, mask, any_value(), 0}};
      case 1:
        return {PutCells{area, mask, solver.read(any_area_like(area))}};
      case 2: {
        auto planes = solver.read(area);
        for (auto& plane : planes) std::reverse(plane.begin(), plane.end());
        return {RestoreCells{area, std::move(planes)}};
      }
      case 3:
        rules_.parameters[0] = 0.1 + 0.01 * static_cast<double>(random_() % 20);
        return {rules_};
      case 4:
        if (random_() % 4 != 0) return {any_cells(area)};
        choose_edges();
        return {rules_, bare_cells(kDividedGrid, rules_.edges)};
      default:
        return {any_cells(area)};
    }
  }

  /// Returns how many steps are taken after an edit.
  int steps() { return static_cast<int>(random_() % 5 == 0 ? random_() % 60 : random_() % 4); }

  [[nodiscard]] const SetRules& rules() const { return rules_; }

 private:
  void choose_edges() {
    using enum EdgeKind;
    constexpr EdgeKind kSingle[] = {held, reflecting, absorbing};
    const auto any_kind = [&] { return kSingle[any(3)]; };
    rules_.edges = {any_kind(), any_kind(), any_kind(), any_kind(), 0.25};
    if (any(3) == 0) rules_.edges.left = rules_.edges.right = periodic;
    if (any(3) == 0) rules_.edges.top = rules_.edges.bottom = periodic;
  }
  float any_value() { return static_cast<float>(random_() % 200) / 100.0F - 1.0F; }
  int any(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  core::Rect any_area() {
    const auto [width, height] = kDividedGrid;
    const int x = any(width);
    const int y = any(height);
    return {x, y, std::min(width, x + 1 + any(20)), std::min(height, y + 1 + any(90))};
  }
  core::Rect any_area_like(core::Rect area) {
    const int down = any(kDividedGrid.height - area.height() + 1);
    return {area.x0, down, area.x1, down + area.height()};
  }
  SetCells any_cells(core::Rect area) {
    SetCells all = bare_cells(kDividedGrid, rules_.edges);
    SetCells cells{.area = area, .flags = {}, .held_values = {}, .factors = {}, .oscillating = {}};
    for (int y = area.y0; y < area.y1; ++y) {
      for (int x = area.x0; x < area.x1; ++x) {
        unsigned flags = all.flags[all.area.index(x, y)];
        const unsigned dice = random_() % 32;
        if (dice < 2) flags = (flags & ~unsigned{kAbsorb}) | kHeld;
        if (dice == 2) flags = (flags & ~unsigned{kAbsorb}) | kWall;
        if (dice > 2 && dice < 9) flags |= kMedium;
        if (dice == 1) cells.oscillating.push_back({{x, y}, 0, 0});
        cells.flags.push_back(static_cast<std::uint8_t>(flags));
        cells.held_values.push_back(any_value());
        cells.factors.push_back(0.5F);
      }
    }
    return cells;
  }

  std::mt19937 random_;
  SetRules rules_{.parameters = {0.2, 0.01},
                  .edges = {EdgeKind::absorbing, EdgeKind::reflecting, EdgeKind::absorbing,
                            EdgeKind::held, 0.25},
                  .oscillations = {{.amplitude = 1.0, .period = 17.0}}};
};

inline void expect_bits_after_edits(const SolverRequest& one, const NamedDivision& cut, int edits) {
  const auto made = [&](SolverRequest request) {
    request.equation = "wave";
    request.extent = kDividedGrid;
    return make_solver(request);
  };
  const auto whole = made(one);
  const auto parts = made(cut.request);
  RandomEdits random(5);
  for (FieldSolver* solver : {whole.get(), parts.get()}) {
    solver->apply(random.rules());
    solver->load(random_state("wave", kDividedGrid, 3));
    solver->apply(bare_cells(kDividedGrid, random.rules().edges));
  }
  for (int i = 0; i < edits; ++i) {
    const std::vector<Edit> made_now = random.next(*whole);
    const int steps = random.steps();
    for (FieldSolver* solver : {whole.get(), parts.get()}) {
      for (const Edit& edit : made_now) solver->apply(edit);
      solver->advance(steps);
    }
    if (i % 10 != 9) continue;
    // Waves that have grown beyond all bounds would hide what differs.
    const float loudest = whole->sample({.every = 1, .totals = true}).totals.at(0).maximum;
    ASSERT_TRUE(loudest < 1e3F);
    ASSERT_TRUE(parts->save() == whole->save()) << cut.name << ", edit " << i;
  }
}

/// Samples a field whole and cut, while it is stepped and between steps.
inline void expect_samples_of_one(const std::string& equation, const SolverRequest& one,
                                  const std::vector<NamedDivision>& cuts) {
  const EquationInfo& info = find_equation(equation);
  for (const EdgeKind kind : info.edges) {
    for (const std::int64_t every : {1, 3}) {
      const SampledCase field{.equation = equation,
                              .extent = kDividedGrid,
                              .edges = same_edges(kind, 0.5),
                              .sampling = {.every = every,
                                           .component = info.components.size() - 1,
                                           .cells = sampled_cells(kDividedGrid, 9),
                                           .totals = true}};
      const SampleSeries expected = samples_of(field, one, true, {50});
      for (const NamedDivision& cut : cuts) {
        SCOPED_TRACE(cut.name + ", every " + std::to_string(every));
        const SampleSeries series = samples_of(field, cut.request, true, {1, 33, 0, 2, 14});
        EXPECT_EQ(series.steps, expected.steps);
        EXPECT_EQ(series.values, expected.values);
        EXPECT_EQ(series.totals, expected.totals);
        EXPECT_TRUE(series.rows.empty());
        if (every > 1) continue;
        const auto solver = solver_of(field, cut.request, true);
        for (std::size_t step = 0; step < 20; ++step) {
          solver->advance(1);
          EXPECT_EQ(solver->sample(field.sampling).totals.at(0), expected.totals[step]);
        }
      }
    }
  }
}

/// Expects equal figures of both components.
inline void expect_the_figures_of(const Survey& expected, const Survey& survey) {
  for (std::size_t c = 0; c < 2; ++c) {
    EXPECT_EQ(survey.of(c).minimum, expected.of(c).minimum);
    EXPECT_EQ(survey.of(c).maximum, expected.of(c).maximum);
    EXPECT_EQ(survey.of(c).probe_value, expected.of(c).probe_value);
  }
}

/// Expects equal pictures of both components, whole and thinned.
inline void expect_the_pictures_of(FieldSolver& whole, FieldSolver& parts) {
  for (const int longest : {1000, 50, 7}) {
    for (const std::size_t plane : {0U, 1U}) {
      CapturedFrame expected(longest);
      CapturedFrame frame(longest);
      whole.present(expected, plane);
      parts.present(frame, plane);
      EXPECT_EQ(frame.extent, expected.extent);
      EXPECT_EQ(frame.cells, expected.cells);
    }
  }
}

/// Steps both, and expects equal surveys, pictures, and cells of a part across the cuts.
inline void expect_to_look_alike(const SolverRequest& one, const SolverRequest& cut) {
  const SampledCase field{"gray-scott", kDividedGrid, same_edges(EdgeKind::periodic), {}};
  const auto whole = solver_of(field, one, true);
  const auto parts = solver_of(field, cut, true);
  for (FieldSolver* solver : {whole.get(), parts.get()}) solver->advance(20);
  for (const core::Cell probe : {core::Cell{3, 5}, core::Cell{40, 202}, core::Cell{-1, -1}}) {
    const std::uint64_t ticket = parts->survey(probe);
    whole->survey(probe);
    const Survey expected = whole->report().survey;
    const Survey survey = parts->report().survey;
    EXPECT_EQ(survey.ticket, ticket);
    EXPECT_EQ(survey.step, 20);
    EXPECT_EQ(survey.probe, expected.probe);
    expect_the_figures_of(expected, survey);
  }
  expect_the_pictures_of(*whole, *parts);
  const core::Rect across{3, 60, 20, 150};
  EXPECT_EQ(parts->read(across), whole->read(across));
}

/// Expects the bits of one solver also where the request has more parts than rows allow.
inline void expect_bits_of_few_rows(const SolverRequest& cut) {
  for (const core::Extent extent : {core::Extent{1, 1}, core::Extent{9, 2}, core::Extent{5, 11}}) {
    SolverRequest request = cut;
    request.equation = "wave";
    request.extent = extent;
    const auto solver = make_solver(request);
    request.division = {};
    const auto whole = make_solver(request);
    for (FieldSolver* each : {solver.get(), whole.get()}) {
      each->load(random_state("wave", extent, 3));
      each->advance(19);
    }
    EXPECT_EQ(solver->save(), whole->save());
  }
}

}  // namespace heatwave::field::testing
