// These small fields for tests of solvers are made without a session: random cells, edges, sources.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "kernels/field/equation_catalogue.h"
#include "kernels/field/field_solver.h"

namespace heatwave::field::testing {

inline core::Rect all_of(core::Extent e) { return core::whole(e); }

/// Returns the flags of a grid without items: only its edges.
inline SetCells bare_cells(core::Extent e, const Edges& edges, std::size_t components = 1) {
  const auto count = static_cast<std::size_t>(e.cells());
  SetCells cells{
      .area = core::whole(e),
      .flags = std::vector<std::uint8_t>(count),
      .held_values = std::vector<float>(components * count, static_cast<float>(edges.value))};
  const auto mark = [&](int x, int y, EdgeKind kind, CellFlag outwards) {
    std::uint8_t& flags = cells.flags[cells.area.index(x, y)];
    if (kind != EdgeKind::periodic) flags = static_cast<std::uint8_t>(flags | outwards);
    if (kind == EdgeKind::held) flags = static_cast<std::uint8_t>((flags | kHeld) & ~kAbsorb);
    if (kind == EdgeKind::absorbing && (flags & kHeld) == 0) {
      flags = static_cast<std::uint8_t>(flags | kAbsorb);
    }
  };
  for (int y = 0; y < e.height; ++y) {
    mark(0, y, edges.left, kNoWest);
    mark(e.width - 1, y, edges.right, kNoEast);
  }
  for (int x = 0; x < e.width; ++x) {
    mark(x, 0, edges.top, kNoNorth);
    mark(x, e.height - 1, edges.bottom, kNoSouth);
  }
  return cells;
}

inline Edges same_edges(EdgeKind kind, double value = 0.0) {
  return {kind, kind, kind, kind, value};
}

inline FieldState zero_state(const std::string& equation, core::Extent e) {
  const std::size_t planes = plane_count(find_equation(equation));
  const std::vector<float> zero(static_cast<std::size_t>(e.cells()));
  return {.extent = e, .step = 0, .planes = std::vector(planes, zero), .rim = {}};
}

inline FieldState random_state(const std::string& equation, core::Extent e, unsigned seed) {
  FieldState state = zero_state(equation, e);
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> values(-1.0F, 1.0F);
  for (auto& plane : state.planes) {
    for (float& cell : plane) cell = values(random);
  }
  return state;
}

/// Marks the neighbours of walls, across periodic edges, too.
inline void mark_walls(SetCells& cells, core::Extent e) {
  const auto is_wall = [&](int x, int y) {
    return (cells.flags[cells.area.index((x + e.width) % e.width, (y + e.height) % e.height)] &
            kWall) != 0;
  };
  for (int y = 0; y < e.height; ++y) {
    for (int x = 0; x < e.width; ++x) {
      int bits = cells.flags[cells.area.index(x, y)];
      if (is_wall(x - 1, y)) bits |= kNoWest;
      if (is_wall(x + 1, y)) bits |= kNoEast;
      if (is_wall(x, y - 1)) bits |= kNoNorth;
      if (is_wall(x, y + 1)) bits |= kNoSouth;
      cells.flags[cells.area.index(x, y)] = static_cast<std::uint8_t>(bits);
    }
  }
}

/// A random mixture of all kinds of cells: sources, oscillators, walls, media, and all four edges.
struct Tangle {
  SetRules rules;
  SetCells cells;
};

inline Tangle random_tangle(const std::string& equation, core::Extent e, const Edges& edges,
                            unsigned seed) {
  const EquationInfo& info = find_equation(equation);
  Tangle t{.rules = {.parameters = initial_parameters(info), .edges = edges, .oscillations = {}},
           .cells = bare_cells(e, edges, info.components.size())};
  if (equation == "wave") t.rules.parameters[1] = 0.01;
  t.rules.oscillations = {{.amplitude = 1.0, .period = 17.0, .phase = 30.0, .offset = 0.25},
                          {.amplitude = 2.0, .period = 40.5, .phase = 0.0, .offset = 0.0}};
  std::mt19937 random(seed);
  t.cells.factors.assign(t.cells.flags.size(), 1.0F);
  for (int y = 0; y < e.height; ++y) {
    for (int x = 0; x < e.width; ++x) {
      const std::size_t i = t.cells.area.index(x, y);
      std::uint8_t& flags = t.cells.flags[i];
      const auto set = [&](int bits, int drop) {
        flags = static_cast<std::uint8_t>((flags | bits) & ~drop);
      };
      const unsigned dice = random() % 64;
      if (dice == 0) {
        set(kHeld, kAbsorb);
        for (std::size_t c = 0; c < info.components.size(); ++c) {
          t.cells.held_values[c * t.cells.flags.size() + i] = 0.5F / static_cast<float>(1 + c);
        }
      } else if (dice == 1) {
        set(kHeld, kAbsorb);
        const auto oscillation = static_cast<int>(random() % 2);
        t.cells.oscillating.push_back({{x, y}, oscillation, random() % info.components.size()});
      } else if (dice == 2) {
        set(kWall, kAbsorb | kHeld);
      } else if (dice < 12) {
        set(kMedium, 0);
        t.cells.factors[i] = 0.3F + 0.01F * static_cast<float>(random() % 60);
      }
    }
  }
  mark_walls(t.cells, e);
  return t;
}

struct Made {
  std::string equation = "heat";
  core::Extent extent;
  Backend backend = Backend::cpu;
  int threads = 1;
};

inline std::unique_ptr<FieldSolver> made(const Made& what) {
  return make_solver({what.equation, what.extent, what.backend, what.threads});
}

inline constexpr core::Extent kPool{40, 30};

inline SetRules pool_rules(EdgeKind edges) {
  return {.parameters = {0.25, 0.0}, .edges = same_edges(edges), .oscillations = {}};
}

/// Returns a pool whose absorbing edges are letting waves out and hold memory of them.
inline std::unique_ptr<FieldSolver> stirred_pool(Backend backend) {
  auto solver = made({"wave", kPool, backend});
  solver->apply(pool_rules(EdgeKind::absorbing));
  solver->load(random_state("wave", kPool, 3));
  solver->apply(bare_cells(kPool, same_edges(EdgeKind::absorbing)));
  solver->advance(40);
  return solver;
}

/// Returns an edit that sets every free cell to zero in both time levels.
inline PaintCells everything_to_rest(core::Extent e) {
  return {.area = core::whole(e),
          .mask = std::vector<std::uint8_t>(static_cast<std::size_t>(e.cells()), 1),
          .value = 0.0F};
}

}  // namespace heatwave::field::testing
