// Finds the two sources or slits, or the rims of one slit; the rest is the grating formula.
#include "app/scene/interference.h"

#include <algorithm>
#include <cmath>

namespace heatwave::scene {
namespace {

struct Beat {
  const scene::Item* item;
  field::Oscillation oscillation;
};

std::vector<Beat> beats_of(const scene::Scene& scene) {
  std::vector<Beat> beats;
  for (const scene::Item& item : scene.items) {
    const auto* source = std::get_if<scene::Source>(&item.role);
    if (source != nullptr && source->oscillation) beats.push_back({&item, *source->oscillation});
  }
  return beats;
}

core::Point middle_of(const scene::Shape& shape) {
  if (const auto* disc = std::get_if<scene::Disc>(&shape)) return disc->centre;
  const core::Rect box = bounds(shape);
  return {(box.x0 + box.x1) / 2.0, (box.y0 + box.y1) / 2.0};
}

/// Returns the wavelength of a source with this period.
double wavelength_of(const scene::Scene& scene, double period) {
  return std::sqrt(scene.parameters.front()) * period;
}

/// Returns the upright walls of one column, from top to bottom; the column with the most walls
/// counts.
std::vector<scene::Rectangle> upright_wall(const scene::Scene& scene) {
  std::vector<scene::Rectangle> best;
  for (const scene::Item& each : scene.items) {
    const auto* first = std::get_if<scene::Rectangle>(&each.shape);
    if (!std::holds_alternative<scene::Wall>(each.role) || first == nullptr) continue;
    std::vector<scene::Rectangle> column;
    for (const scene::Item& item : scene.items) {
      const auto* box = std::get_if<scene::Rectangle>(&item.shape);
      if (!std::holds_alternative<scene::Wall>(item.role) || box == nullptr) continue;
      if (box->from.x == first->from.x && box->to.x == first->to.x) column.push_back(*box);
    }
    if (column.size() > best.size()) best = column;
  }
  std::sort(best.begin(), best.end(), [](const scene::Rectangle& a, const scene::Rectangle& b) {
    return a.from.y < b.from.y;
  });
  return best;
}

struct Pair {
  core::Point a, b;
  double slit = 0.0;   ///< width of each slit; 0: sources
  double shift = 0.0;  ///< phase lag of the second source, in wavelengths
  bool both_sides = true;
  bool is_dark = false;
};

/// Returns the rims of the narrowest gap between two upright walls in a column of their own.
std::optional<Pair> slit_of(const scene::Scene& scene) {
  std::vector<scene::Rectangle> walls;
  for (const scene::Item& item : scene.items) {
    const auto* box = std::get_if<scene::Rectangle>(&item.shape);
    if (box != nullptr && std::holds_alternative<scene::Wall>(item.role)) walls.push_back(*box);
  }
  std::optional<Pair> found;
  double narrowest = scene.extent.height / 2.0;
  for (const scene::Rectangle& above : walls) {
    const auto in_column = [&above](const scene::Rectangle& wall) {
      return wall.from.x == above.from.x && wall.to.x == above.to.x;
    };
    if (std::count_if(walls.begin(), walls.end(), in_column) != 2) continue;
    for (const scene::Rectangle& below : walls) {
      const double gap = below.from.y - above.to.y;
      if (!in_column(below) || !(gap > 0) || gap >= narrowest) continue;
      narrowest = gap;
      found = Pair{.a = {above.to.x, above.to.y},
                   .b = {above.to.x, below.from.y},
                   .both_sides = false,
                   .is_dark = true};
    }
  }
  return found;
}

std::optional<Pair> slits_of(const scene::Scene& scene) {
  const std::vector<scene::Rectangle> wall = upright_wall(scene);
  if (wall.size() != 3) return slit_of(scene);
  const double first = wall[1].from.y - wall[0].to.y;
  const double second = wall[2].from.y - wall[1].to.y;
  if (!(first > 0) || std::abs(first - second) > 1.0) return {};
  const double x = wall[0].to.x;
  return Pair{.a = {x, wall[0].to.y + first / 2},
              .b = {x, wall[1].to.y + second / 2},
              .slit = first,
              .both_sides = false};
}

std::optional<Pair> pair_of(const scene::Scene& scene, const std::vector<Beat>& beats) {
  if (beats.size() == 1) return slits_of(scene);
  if (beats.size() != 2) return {};
  const bool in_step = beats[0].oscillation.period == beats[1].oscillation.period;
  const bool alone = scene.items.size() == 2;
  if (!in_step || !alone) return {};
  constexpr double kWhole = 360.0;  // degrees in a full turn
  const double behind = beats[0].oscillation.phase - beats[1].oscillation.phase;
  return Pair{.a = middle_of(beats[0].item->shape),
              .b = middle_of(beats[1].item->shape),
              .shift = behind / kWhole};
}

}  // namespace

std::optional<Interference> interference_of(const scene::Scene& scene) {
  if (scene.equation != "wave") return {};
  const std::vector<Beat> beats = beats_of(scene);
  const auto pair = pair_of(scene, beats);
  if (!pair) return {};
  const core::Point along{pair->b.x - pair->a.x, pair->b.y - pair->a.y};
  const double distance = std::hypot(along.x, along.y);
  const double wavelength = wavelength_of(scene, beats.front().oscillation.period);
  if (!(distance > 0) || !(wavelength > 0)) return {};
  Interference found{.middle = {(pair->a.x + pair->b.x) / 2, (pair->a.y + pair->b.y) / 2},
                     .distance = distance,
                     .slit = pair->slit,
                     .shift = pair->shift,
                     .wavelength = wavelength,
                     .outward = {along.y / distance, -along.x / distance},
                     .both_sides = pair->both_sides,
                     .is_dark = pair->is_dark,
                     .sines = {}};
  const double orders = distance / wavelength;
  constexpr double kMostOrders = 24;
  if (orders > kMostOrders) return {};
  const int first = static_cast<int>(std::ceil(-orders - pair->shift));
  found.first_order = first;
  for (int m = first; (m + pair->shift) <= orders; ++m) {
    found.sines.push_back((m + pair->shift) / orders);
  }
  return found;
}

}  // namespace heatwave::scene
