// Points on a grid, lines as cells and as even steps, and limits of measurements.
#include "app/scene/measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/core/error.h"

namespace heatwave::scene {
namespace {

/// Clamps a scaled point to the grid, so that rounding does not move it outside.
Point kept_on(Point at, core::Extent grid) {
  return {std::clamp<double>(at.x, 0, grid.width), std::clamp<double>(at.y, 0, grid.height)};
}

}  // namespace

const std::optional<Segment>& line_of(const Measures& measures, LineKind kind) {
  return kind == LineKind::profile ? measures.profile : measures.tape;
}
std::optional<Segment>& line_of(Measures& measures, LineKind kind) {
  return kind == LineKind::profile ? measures.profile : measures.tape;
}

const Probe* find_probe(const Measures& measures, int number) {
  const auto found = std::find_if(measures.probes.begin(), measures.probes.end(),
                                  [number](const Probe& probe) { return probe.number == number; });
  return found == measures.probes.end() ? nullptr : &*found;
}

int free_probe(const Measures& measures) {
  for (int number = 1; number <= kMostProbes; ++number) {
    if (find_probe(measures, number) == nullptr) return number;
  }
  return 0;
}

core::Cell cell_of(Point at, core::Extent grid) {
  return {std::clamp(static_cast<int>(std::floor(at.x)), 0, grid.width - 1),
          std::clamp(static_cast<int>(std::floor(at.y)), 0, grid.height - 1)};
}

double length_of(const Segment& line) {
  return std::hypot(line.to.x - line.from.x, line.to.y - line.from.y);
}

LineCells cells_along(const Segment& line, core::Extent grid) {
  const double length = length_of(line);
  const int parts = static_cast<int>(
      std::clamp<double>(std::round(length), 1, static_cast<double>(kMostLineCells - 1)));
  LineCells along{.cells = {}, .spacing = length / parts};
  along.cells.reserve(static_cast<std::size_t>(parts) + 1);
  for (int i = 0; i <= parts; ++i) {
    const double part = static_cast<double>(i) / parts;
    along.cells.push_back(cell_of({line.from.x + part * (line.to.x - line.from.x),
                                   line.from.y + part * (line.to.y - line.from.y)},
                                  grid));
  }
  return along;
}

void check_place(Point at, core::Extent grid, const std::string& what) {
  const bool inside = at.x >= 0 && at.y >= 0 && at.x <= grid.width && at.y <= grid.height;
  if (inside) return;
  throw core::Error(fmt::format("{} at ({:.6g}, {:.6g}) lies outside the grid of {} × {} cells",
                                what, at.x, at.y, grid.width, grid.height));
}

void check_measures(const Measures& measures, core::Extent grid) {
  int before = 0;
  for (const Probe& probe : measures.probes) {
    if (probe.number <= before || probe.number > kMostProbes) {
      throw core::Error(
          fmt::format("probes have numbers of their own, from 1 to {} and growing; {} is none",
                      kMostProbes, probe.number));
    }
    before = probe.number;
    check_place(probe.at, grid, "a probe");
  }
  for (const LineKind kind : {LineKind::profile, LineKind::tape}) {
    const auto& line = line_of(measures, kind);
    if (!line) continue;
    check_place(line->from, grid, fmt::format("the {}'s end", core::name_of(kind)));
    check_place(line->to, grid, fmt::format("the {}'s end", core::name_of(kind)));
  }
  if (measures.every < 0 || measures.every > kRarestSample) {
    throw core::Error(fmt::format("a sample can be taken every 1 to {} steps, not every {}",
                                  kRarestSample, measures.every));
  }
  if (measures.units) check_units(*measures.units);
}

void check_units(const Units& units) {
  const auto is_positive = [](double v) { return v >= 1e-15 && v <= 1e15; };
  if (!is_positive(units.cell)) throw core::Error("a cell must be longer than 0 m");
  if (!is_positive(units.rate)) throw core::Error("the rate of the units must be more than 0");
  const bool finite = std::abs(units.zero) <= 1e15 && std::abs(units.one) <= 1e15;
  if (!finite || units.zero == units.one) {
    throw core::Error("values of 0 and 1 must stand for two different numbers");
  }
}

Measures scaled(const Measures& measures, core::Extent from, core::Extent to) {
  const double x = static_cast<double>(to.width) / from.width;
  const double y = static_cast<double>(to.height) / from.height;
  const auto moved = [&](Point at) { return kept_on({at.x * x, at.y * y}, to); };
  Measures result = measures;
  for (Probe& probe : result.probes) probe.at = moved(probe.at);
  for (const LineKind kind : {LineKind::profile, LineKind::tape}) {
    auto& line = line_of(result, kind);
    if (line) line = Segment{moved(line->from), moved(line->to)};
  }
  return result;
}

std::vector<Point> places_along(const Segment& line, core::Extent grid) {
  const std::size_t parts = cells_along(line, grid).cells.size() - 1;
  // The division comes last, so that places on cell centres are exact.
  const auto part = [parts](double from, double to, std::size_t i, int cells) {
    const double at = from + (to - from) * static_cast<double>(i) / static_cast<double>(parts);
    return std::clamp(at, 0.5, cells - 0.5);
  };
  std::vector<Point> places;
  for (std::size_t i = 0; i <= parts; ++i) {
    places.push_back({part(line.from.x, line.to.x, i, grid.width),
                      part(line.from.y, line.to.y, i, grid.height)});
  }
  return places;
}

Between between(Point at, core::Extent grid) {
  const core::Cell low = cell_of({at.x - 0.5, at.y - 0.5}, grid);
  const core::Cell high{std::min(low.x + 1, grid.width - 1), std::min(low.y + 1, grid.height - 1)};
  return {low, high, std::clamp(at.x - 0.5 - low.x, 0.0, 1.0),
          std::clamp(at.y - 0.5 - low.y, 0.0, 1.0)};
}

}  // namespace heatwave::scene
