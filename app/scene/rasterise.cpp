// Rasterises items layer by layer: media, held edges, walls, sources; then the effects on
// neighbours.
#include "app/scene/rasterise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <span>

#include "app/scene/mask.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::scene {
namespace {

using field::EdgeKind;

constexpr std::int64_t kBandCells = std::int64_t{1} << 22;

enum class CellKind : std::uint8_t { free, wall, source };

/// The kinds of cells in an area with a margin of one cell, for the neighbours.
struct Kinds {
  core::Rect area;
  std::vector<CellKind> cells;
  std::vector<bool> has_any;  ///< the row has an item

  [[nodiscard]] CellKind at(int x, int y) const { return cells[area.index(x, y)]; }
  /// Returns whether this row and both neighbouring rows have no item.
  [[nodiscard]] bool is_bare(int y) const {
    const auto row = static_cast<std::size_t>(y - area.y0);
    return !has_any[row - 1] && !has_any[row] && !has_any[row + 1];
  }
};

/// Visits the covered cells in order. memchr passes over the free ones, of which the bounds of a
/// slanting line or stroke are full.
template <typename Visit>
void each_covered(const Item& item, core::Rect area, Visit visit) {
  const Mask mask = mask_of(item, area);
  const auto width = static_cast<std::size_t>(mask.area.width());
  for (int y = mask.area.y0; y < mask.area.y1; ++y) {
    const std::uint8_t* const row = &mask.cells[mask.area.index(mask.area.x0, y)];
    const std::uint8_t* const end = row + width;
    const auto next_covered = [end](const std::uint8_t* from) {
      const void* found = std::memchr(from, 1, static_cast<std::size_t>(end - from));
      return found == nullptr ? end : static_cast<const std::uint8_t*>(found);
    };
    for (const std::uint8_t* at = next_covered(row); at != end; at = next_covered(at)) {
      for (; at != end && *at != 0; ++at) visit(mask.area.x0 + static_cast<int>(at - row), y);
    }
  }
}

template <typename RoleType, typename Visit>
void each_item(const Scene& scene, Visit visit) {
  for (const Item& item : scene.items) {
    if (const auto* role = std::get_if<RoleType>(&item.role)) visit(item, *role);
  }
}

/// A scene at one of its steps.
struct Moment {
  const Scene& scene;
  std::int64_t step = 0;
};

/// Marks the cells in `piece` that lie outside the region of the scene's formula as walls.
void mark_outside(Kinds& kinds, const Moment& at, core::Rect piece, int dx, int dy) {
  const Scene& scene = at.scene;
  if (!scene.formula) return;
  const auto picture = scene.formula.picture().cells(scene.extent);
  const auto inside = region_cells(*scene.formula.shared(),
                                   {scene.parameters, scene.extent, *picture}, piece, at.step);
  if (inside.empty()) return;
  for (int y = piece.y0; y < piece.y1; ++y) {
    for (int x = piece.x0; x < piece.x1; ++x) {
      if (inside[piece.index(x, y)] != 0) continue;
      kinds.cells[kinds.area.index(x + dx, y + dy)] = CellKind::wall;
      kinds.has_any[static_cast<std::size_t>(y + dy - kinds.area.y0)] = true;
    }
  }
}

/// Marks the items in `piece` of the grid; the marks are shifted by `dx`, `dy` cells.
void mark_piece(Kinds& kinds, const Moment& at, core::Rect piece, int dx, int dy) {
  const Scene& scene = at.scene;
  mark_outside(kinds, at, piece, dx, dy);
  const auto mark = [&](const Item& item, CellKind kind) {
    each_covered(item, piece, [&](int x, int y) {
      kinds.cells[kinds.area.index(x + dx, y + dy)] = kind;
      kinds.has_any[static_cast<std::size_t>(y + dy - kinds.area.y0)] = true;
    });
  };
  each_item<Wall>(scene, [&](const Item& item, const Wall&) { mark(item, CellKind::wall); });
  each_item<Source>(scene, [&](const Item& item, const Source&) { mark(item, CellKind::source); });
}

Kinds kinds_round(const Moment& at, core::Rect area) {
  const Scene& scene = at.scene;
  const core::Rect grid = core::whole(scene.extent);
  Kinds kinds{.area = area.grown(1), .cells = {}, .has_any = {}};
  kinds.cells.assign(static_cast<std::size_t>(kinds.area.cells()), CellKind::free);
  kinds.has_any.assign(static_cast<std::size_t>(kinds.area.height()), false);
  mark_piece(kinds, at, core::intersection(kinds.area, grid), 0, 0);
  // A periodic edge continues with the cells at the opposite edge.
  const auto [width, height] = scene.extent;
  const field::Edges edges = edges_in_use(scene);
  if (edges.left == EdgeKind::periodic) {
    if (area.x0 == 0) mark_piece(kinds, at, {width - 1, area.y0, width, area.y1}, -width, 0);
    if (area.x1 == width) mark_piece(kinds, at, {0, area.y0, 1, area.y1}, width, 0);
  }
  if (edges.top == EdgeKind::periodic) {
    if (area.y0 == 0) mark_piece(kinds, at, {area.x0, height - 1, area.x1, height}, 0, -height);
    if (area.y1 == height) mark_piece(kinds, at, {area.x0, 0, area.x1, 1}, 0, height);
  }
  return kinds;
}

void fill_media(field::SetCells& cells, const Scene& scene) {
  each_item<Medium>(scene, [&](const Item& item, const Medium& medium) {
    const auto factor = static_cast<float>(medium.factor);
    each_covered(item, cells.area, [&](int x, int y) {
      if (cells.factors.empty()) cells.factors.assign(cells.flags.size(), 1.0F);
      cells.factors[cells.area.index(x, y)] = factor;
    });
  });
}

/// Returns each component's value in a cell where one is held at `value` and the others at rest.
std::vector<float> held_values(const Scene& scene, const std::string& component, double value) {
  std::vector<float> values;
  for (const field::ComponentInfo& c : scene::equation_of(scene).components) {
    values.push_back(static_cast<float>(c.rest));
  }
  values[component_of(scene, component)] = static_cast<float>(value);
  return values;
}

void hold(field::SetCells& cells, std::size_t cell, const std::vector<float>& values) {
  for (std::size_t c = 0; c < values.size(); ++c) {
    cells.held_values[c * cells.flags.size() + cell] = values[c];
  }
}

void fill_sources(field::SetCells& cells, std::vector<int>& oscillation_of, const Scene& scene) {
  int next_oscillation = 0;
  each_item<Source>(scene, [&](const Item& item, const Source& source) {
    const int oscillation = source.oscillation ? next_oscillation++ : -1;
    const std::vector<float> values = held_values(
        scene, source.component, source.oscillation ? source.oscillation->offset : source.value);
    each_covered(item, cells.area, [&](int x, int y) {
      const std::size_t i = cells.area.index(x, y);
      hold(cells, i, values);
      if (oscillation >= 0 && oscillation_of.empty()) {
        oscillation_of.assign(cells.flags.size(), -1);
      }
      if (!oscillation_of.empty()) oscillation_of[i] = oscillation;
    });
  });
}

/// The effect of a cell's edges.
struct EdgeEffect {
  bool held = false;
  bool absorbing = false;
  std::uint8_t missing = 0;  ///< neighbours beyond edges that are not periodic
};

EdgeEffect edge_effect(const field::Edges& edges, core::Extent grid, int x, int y) {
  EdgeEffect effect;
  const auto meet = [&](bool on_edge, EdgeKind kind, std::uint8_t beyond) {
    if (!on_edge || kind == EdgeKind::periodic) return;
    effect.held = effect.held || kind == EdgeKind::held;
    effect.absorbing = effect.absorbing || kind == EdgeKind::absorbing;
    effect.missing |= beyond;
  };
  meet(x == 0, edges.left, field::kNoWest);
  meet(x == grid.width - 1, edges.right, field::kNoEast);
  meet(y == 0, edges.top, field::kNoNorth);
  meet(y == grid.height - 1, edges.bottom, field::kNoSouth);
  return effect;
}

std::uint8_t walls_round(const Kinds& kinds, int x, int y) {
  const auto flag = [&](int nx, int ny, int bit) {
    return kinds.at(nx, ny) == CellKind::wall ? bit : 0;
  };
  return static_cast<std::uint8_t>(flag(x - 1, y, field::kNoWest) | flag(x + 1, y, field::kNoEast) |
                                   flag(x, y - 1, field::kNoNorth) |
                                   flag(x, y + 1, field::kNoSouth));
}

void fill_flags(field::SetCells& cells, const Kinds& kinds, const Scene& scene) {
  const std::vector<float> edge_values = held_values(scene, "", scene.edges.value);
  const field::Edges edges = edges_in_use(scene);
  const auto fill = [&](int x, int y) {
    const std::size_t i = cells.area.index(x, y);
    const EdgeEffect edge = edge_effect(edges, scene.extent, x, y);
    unsigned flags = edge.missing | walls_round(kinds, x, y);
    const CellKind kind = kinds.at(x, y);
    if (kind == CellKind::wall) {
      flags |= field::kWall;
    } else if (kind == CellKind::source) {
      flags |= field::kHeld;
    } else if (edge.held) {
      flags |= field::kHeld;
      hold(cells, i, edge_values);
    } else {
      if (edge.absorbing) flags |= field::kAbsorb;
      if (!cells.factors.empty() && cells.factors[i] != 1.0F) flags |= field::kMedium;
    }
    cells.flags[i] = static_cast<std::uint8_t>(flags);
  };
  const int right = scene.extent.width - 1;
  const int bottom = scene.extent.height - 1;
  for (int y = cells.area.y0; y < cells.area.y1; ++y) {
    // In most rows of a large grid only the first and the last cell need any work.
    if (y != 0 && y != bottom && cells.factors.empty() && kinds.is_bare(y)) {
      if (cells.area.x0 == 0) fill(0, y);
      if (cells.area.x1 > right) fill(right, y);
      continue;
    }
    for (int x = cells.area.x0; x < cells.area.x1; ++x) fill(x, y);
  }
}

/// Factors apply to media only; without a medium in the area the list is emptied.
void drop_idle_factors(field::SetCells& cells) {
  bool any = false;
  for (std::size_t i = 0; i < cells.factors.size(); ++i) {
    const bool medium = (cells.flags[i] & field::kMedium) != 0;
    if (!medium) cells.factors[i] = 1.0F;
    any = any || medium;
  }
  if (!any) cells.factors.clear();
}

}  // namespace

field::SetCells rasterise(const Scene& scene, core::Rect area, std::int64_t step) {
  const auto count = static_cast<std::size_t>(area.cells());
  const std::size_t components = scene::equation_of(scene).components.size();
  field::SetCells cells{.area = area,
                        .flags = std::vector<std::uint8_t>(count),
                        .held_values = std::vector<float>(components * count),
                        .factors = {},
                        .oscillating = {}};
  std::vector<int> oscillation_of;  // by cell; empty until a source oscillates here
  fill_media(cells, scene);
  fill_sources(cells, oscillation_of, scene);
  fill_flags(cells, kinds_round({scene, step}, area), scene);
  drop_idle_factors(cells);
  const std::vector<std::size_t> swinging = oscillating_components(scene);
  for (int y = area.y0; !oscillation_of.empty() && y < area.y1; ++y) {
    for (int x = area.x0; x < area.x1; ++x) {
      const int oscillation = oscillation_of[area.index(x, y)];
      if (oscillation < 0) continue;
      cells.oscillating.push_back(
          {{x, y}, oscillation, swinging[static_cast<std::size_t>(oscillation)]});
    }
  }
  return cells;
}

std::vector<core::Rect> bands(core::Rect area) { return bands(area, 1); }

std::vector<core::Rect> bands(core::Rect area, std::size_t planes) {
  std::vector<core::Rect> result;
  const int rows = static_cast<int>(std::max<std::int64_t>(
      1, kBandCells / (static_cast<std::int64_t>(planes) * std::max(1, area.width()))));
  for (int y = area.y0; y < area.y1; y += rows) {
    result.push_back({area.x0, y, area.x1, std::min(area.y1, y + rows)});
  }
  return result;
}

field::SetRules rules_of(const Scene& scene) {
  return {.parameters = scene.parameters,
          .edges = edges_in_use(scene),
          .oscillations = oscillations(scene)};
}

namespace {

/// Beyond ten standard deviations a bell counts as zero, because floats that small (denormals) slow
/// processors down.
constexpr double kFlatExponent = 50.0;

double bell(double squared_distance, double radius) {
  const double exponent = squared_distance / (2.0 * radius * radius);
  return exponent < kFlatExponent ? std::exp(-exponent) : 0.0;
}

/// Returns a unit vector, exact at multiples of 45°, so that fronts along axes and diagonals stay
/// symmetric.
Point unit(double degrees) {
  constexpr double kH = std::numbers::sqrt2 / 2.0;
  constexpr std::array<Point, 8> kExact = {
      {{1, 0}, {kH, kH}, {0, 1}, {-kH, kH}, {-1, 0}, {-kH, -kH}, {0, -1}, {kH, -kH}}};
  const double turned = std::fmod(std::fmod(degrees, 360.0) + 360.0, 360.0);
  if (std::fmod(turned, 45.0) == 0.0) return kExact[static_cast<std::size_t>(turned / 45.0) % 8];
  const double radians = turned * std::numbers::pi / 180.0;
  return {std::cos(radians), std::sin(radians)};
}

/// Computes sin(π·p·i/(count−1)), folded into the first quarter so that it is symmetric and its
/// zeros are exact.
double mode_value(int p, int i, int count) {
  if (p == 0) return 1.0;
  if (count == 1) return 0.0;
  const std::int64_t half = count - 1;
  std::int64_t m = std::int64_t{p} * i % (2 * half);
  if (m < 0) m += 2 * half;
  const double sign = m >= half ? -1.0 : 1.0;
  if (m >= half) m -= half;
  m = std::min(m, half - m);
  return sign * std::sin(std::numbers::pi * static_cast<double>(m) / static_cast<double>(half));
}

struct Row {
  const Scene& scene;
  int y;
  std::span<double> cells;
};

void add(const Row& row, const Fill& fill) {
  const Mask mask = mask_of(fill.shape, {0, row.y, row.scene.extent.width, row.y + 1});
  for (int x = mask.area.x0; x < mask.area.x1; ++x) {
    if (mask.at(x, row.y)) row.cells[static_cast<std::size_t>(x)] += fill.value;
  }
}

void add(const Row& row, const Gaussian& g) {
  const double dy = row.y + 0.5 - g.centre.y;
  if (bell(dy * dy, g.radius) == 0.0) return;
  for (std::size_t x = 0; x < row.cells.size(); ++x) {
    const double dx = static_cast<double>(x) + 0.5 - g.centre.x;
    row.cells[x] += g.height * bell(dx * dx + dy * dy, g.radius);
  }
}

void add(const Row& row, const Ridge& r) {
  const Point normal = unit(r.angle);
  const double dy = row.y + 0.5 - r.centre.y;
  for (std::size_t x = 0; x < row.cells.size(); ++x) {
    const double across = (static_cast<double>(x) + 0.5 - r.centre.x) * normal.x + dy * normal.y;
    row.cells[x] += r.height * bell(across * across, r.radius);
  }
}

void add(const Row& row, const Mode& m) {
  const auto [width, height] = row.scene.extent;
  const double down = m.height * mode_value(m.q, row.y, height);
  for (int x = 0; x < width; ++x) {
    row.cells[static_cast<std::size_t>(x)] += down * mode_value(m.p, x, width);
  }
}

const std::string& component_id(const Initial& initial) {
  return std::visit([](const auto& part) -> const std::string& { return part.component; }, initial);
}

/// Fills a row of a plane before the parts of the initial field are added.
void lay(const Scene& scene, std::size_t plane, double rest, int y, std::span<double> row) {
  if (!scene.given) {
    std::fill(row.begin(), row.end(), rest);
    return;
  }
  const auto nearest = [](std::int64_t at, int from, int to) {
    return static_cast<int>((2 * at + 1) * to / (2 * std::int64_t{from}));
  };
  const core::Extent given = scene.given->extent;
  const core::Rect cells = core::whole(given);
  const int from = nearest(y, scene.extent.height, given.height);
  for (int x = 0; x < scene.extent.width; ++x) {
    row[static_cast<std::size_t>(x)] = static_cast<double>(
        scene.given->planes[plane][cells.index(nearest(x, scene.extent.width, given.width), from)]);
  }
}

/// Returns one plane's values of an area.
std::vector<float> plane_of(const Scene& scene, core::Rect area, std::size_t plane,
                            const field::EquationInfo& equation) {
  const std::size_t component = plane % equation.components.size();
  const double rest = equation.components[component].rest;
  std::vector<float> values(static_cast<std::size_t>(area.cells()), static_cast<float>(rest));
  std::vector<const Initial*> parts;
  for (const Initial& initial : scene.initial) {
    if (component_of(scene, component_id(initial)) == component) parts.push_back(&initial);
  }
  if (parts.empty() && !scene.given) return values;
  std::vector<double> sum(static_cast<std::size_t>(scene.extent.width));
  for (int y = area.y0; y < area.y1; ++y) {
    lay(scene, plane, rest, y, sum);
    for (const Initial* initial : parts) {
      std::visit([&](const auto& part) { add(Row{scene, y, sum}, part); }, *initial);
    }
    std::transform(sum.begin() + area.x0, sum.begin() + area.x1,
                   values.begin() + static_cast<std::ptrdiff_t>(area.index(area.x0, y)),
                   [](double v) { return static_cast<float>(v); });
  }
  return values;
}

/// Puts the initial conditions of the scene's formula in place of the values at rest, and adds the
/// planes of the previous time level.
void begin_as_formula(const Scene& scene, core::Rect area,
                      std::vector<std::vector<float>>& planes) {
  const auto& components = equation_of(scene).components;
  const auto picture = scene.formula.picture().cells(scene.extent);
  const auto begun = field::formula::initial_planes(
      *scene.formula.shared(), {scene.parameters, scene.extent, *picture}, area);
  const std::vector<std::vector<float>> parts = std::move(planes);
  planes.clear();
  for (std::size_t p = 0; p < begun.size(); ++p) {
    const std::size_t c = p % components.size();
    const auto rest = static_cast<float>(components[c].rest);
    std::vector<float> plane;
    plane.reserve(parts[c].size());
    for (int y = area.y0; y < area.y1; ++y) {
      for (int x = area.x0; x < area.x1; ++x) {
        const float added = parts[c][area.index(x, y)] - rest;
        plane.push_back(begun[p][area.index(x, y)] + added);
      }
    }
    planes.push_back(std::move(plane));
  }
}

}  // namespace

std::vector<std::vector<float>> initial_planes(const Scene& scene, core::Rect area) {
  const field::EquationInfo& equation = scene::equation_of(scene);
  const std::size_t all = field::plane_count(equation);
  const std::size_t different = scene.given ? all : equation.components.size();
  std::vector<std::vector<float>> planes;
  for (std::size_t p = 0; p < different; ++p) {
    planes.push_back(plane_of(scene, area, p, equation));
  }
  if (scene.formula && !scene.given) begin_as_formula(scene, area, planes);
  // The field is at rest, so the previous time level is the same.
  while (planes.size() < all) planes.push_back(planes[planes.size() % different]);
  return planes;
}

bool begins_as_given(const Scene& scene) {
  return scene.given && scene.given->extent == scene.extent && scene.initial.empty();
}

field::FieldState initial_field(const Scene& scene) {
  return {.extent = scene.extent,
          .step = first_step(scene),
          .planes = initial_planes(scene, core::whole(scene.extent)),
          .rim = begins_as_given(scene) ? scene.given->rim : std::vector<float>{}};
}

bool starts_at_zero(const Scene& scene) {
  const auto& components = scene::equation_of(scene).components;
  return !scene.given && !scene.formula && scene.initial.empty() &&
         std::all_of(components.begin(), components.end(),
                     [](const auto& c) { return c.rest == 0.0; });
}

}  // namespace heatwave::scene
