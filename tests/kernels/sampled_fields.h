// These fields are sampled while they are stepped, for tests of every backend.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {

/// A field whose samples are compared.
struct SampledCase {
  std::string equation;
  core::Extent extent;
  Edges edges;
  Sampling sampling;
};

/// Returns cells in the corners, next to each other, twice in one place, and anywhere.
inline std::vector<core::Cell> sampled_cells(core::Extent e, std::size_t count) {
  std::vector<core::Cell> cells{{0, 0}, {e.width - 1, e.height - 1}, {0, 0}};
  std::mt19937 random(17);
  while (cells.size() < count) {
    const auto any = [&](int size) { return static_cast<int>(random() % unsigned(size)); };
    cells.push_back({any(e.width), any(e.height)});
    if (cells.back().x + 1 < e.width) cells.push_back({cells.back().x + 1, cells.back().y});
  }
  cells.resize(count);
  return cells;
}

/// Half of the grid is a medium, with a held square across its border, a wall and an oscillating
/// source; the other half is plain.
inline SetCells few_items(const EquationInfo& equation, core::Extent e, const Edges& edges) {
  SetCells cells = bare_cells(e, edges, equation.components.size());
  cells.factors.assign(cells.flags.size(), 1.0F);
  const auto set = [&](int x, int y, int bits) {
    std::uint8_t& flags = cells.flags[cells.area.index(x, y)];
    flags = static_cast<std::uint8_t>((flags | bits) &
                                      ((bits & (kHeld | kWall)) != 0 ? ~(kAbsorb | kMedium) : ~0));
  };
  for (int y = 0; y < e.height / 2; ++y) {
    for (int x = e.width / 2; x < e.width; ++x) {
      set(x, y, kMedium);
      cells.factors[cells.area.index(x, y)] = 0.3F + 0.01F * static_cast<float>((7 * x + y) % 60);
    }
  }
  for (int y = e.height / 3; y < e.height / 2; ++y) {
    for (int x = e.width / 2 - e.width / 9; x < e.width / 2 + e.width / 9; ++x) {
      set(x, y, kHeld);
      cells.held_values[cells.area.index(x, y)] = 0.75F;
    }
  }
  for (int x = e.width / 5; x < e.width / 4; ++x) set(x, e.height - e.height / 5 - 1, kWall);
  mark_walls(cells, e);
  if (e.width > 8 && e.height > 8) {
    set(e.width - 3, e.height / 4, kHeld);
    cells.oscillating.push_back({{e.width - 3, e.height / 4}, 0, 0});
  }
  return cells;
}

/// Returns a solver whose field is about to be stepped.
inline std::unique_ptr<FieldSolver> solver_of(const SampledCase& c, const SolverRequest& how,
                                              bool tangled) {
  SolverRequest request = how;
  request.equation = c.equation;
  request.extent = c.extent;
  auto solver = make_solver(request);
  const EquationInfo& equation = find_equation(c.equation);
  const Tangle tangle = random_tangle(c.equation, c.extent, c.edges, 7);
  solver->apply(tangle.rules);
  solver->load(random_state(c.equation, c.extent, 3));
  solver->apply(tangled ? tangle.cells : few_items(equation, c.extent, c.edges));
  return solver;
}

inline void append(SampleSeries& series, const SampleSeries& more) {
  series.steps.insert(series.steps.end(), more.steps.begin(), more.steps.end());
  series.values.insert(series.values.end(), more.values.begin(), more.values.end());
  series.totals.insert(series.totals.end(), more.totals.begin(), more.totals.end());
}

/// Returns the samples that the solver takes while it steps.
inline SampleSeries samples_of(const SampledCase& c, const SolverRequest& how, bool tangled,
                               std::initializer_list<int> groups) {
  const auto solver = solver_of(c, how, tangled);
  solver->sample_steps(c.sampling);
  for (const int steps : groups) solver->advance(steps);
  return solver->take_samples();
}

}  // namespace heatwave::field::testing
