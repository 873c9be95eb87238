// Adds up the parts of an initial field, row by row, in double precision.
#include "app/scene/initial_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>

#include "app/scene/mask.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::scene {
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

}  // namespace

std::vector<std::vector<float>> initial_planes(const Scene& scene, core::Rect area) {
  const field::EquationInfo& equation = field::find_equation(scene.equation);
  const std::size_t all = field::plane_count(equation);
  const std::size_t different = scene.given ? all : equation.components.size();
  std::vector<std::vector<float>> planes;
  for (std::size_t p = 0; p < different; ++p) {
    planes.push_back(plane_of(scene, area, p, equation));
  }
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
  const auto& components = field::find_equation(scene.equation).components;
  return !scene.given && scene.initial.empty() &&
         std::all_of(components.begin(), components.end(),
                     [](const auto& c) { return c.rest == 0.0; });
}

}  // namespace heatwave::scene
