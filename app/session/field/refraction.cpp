// The wave meets a wedge's front face straight on; only the back one turns it.
#include "app/session/field/refraction.h"

#include <cmath>
#include <numbers>
#include <variant>

#include "app/session/field/refracted_wave.h"

namespace heatwave::session {
namespace {

constexpr double kLeastRadius = 8.0;  ///< times the medium's height, that a hole's radius must have

bool is_along_left_edge(const scene::Item& item, core::Extent grid) {
  const auto* source = std::get_if<scene::Source>(&item.role);
  const auto* box = std::get_if<scene::Rectangle>(&item.shape);
  if (source == nullptr || !source->oscillation || box == nullptr) return false;
  return box->from.x <= 0 && box->to.x < grid.width / 8.0 && box->from.y <= 0 &&
         box->to.y >= grid.height;
}

Refraction refraction_of(const RefractedWave& wave) {
  const auto way_of = [&wave](double across) {
    const double length = std::hypot(across, wave.down);
    return core::Point{across / length, -wave.down / length};
  };
  const auto degrees = [](core::Point way) {
    return std::abs(std::asin(way.y)) * 180 / std::numbers::pi;
  };
  Refraction found{.at = {wave.face, wave.middle},
                   .from = way_of(wave.before),
                   .way = way_of(wave.behind),
                   .normal = {1, 0}};
  found.before = degrees(found.from);
  found.behind = degrees(found.way);
  found.index = found.way.y / found.from.y;
  return found;
}

}  // namespace

std::optional<Refraction> refraction_of(const scene::Scene& scene) {
  if (const auto wave = refracted_wave_of(scene)) return refraction_of(*wave);
  if (scene.equation != "wave" || scene.items.size() != 2) return {};
  const scene::Item* medium = nullptr;
  bool has_source = false;
  for (const scene::Item& item : scene.items) {
    if (std::holds_alternative<scene::Medium>(item.role)) medium = &item;
    has_source = has_source || is_along_left_edge(item, scene.extent);
  }
  if (medium == nullptr || !has_source || medium->holes.size() != 1) return {};
  const auto* box = std::get_if<scene::Rectangle>(&medium->shape);
  const scene::Stroke& hole = medium->holes.front();
  if (box == nullptr || hole.points.size() != 1) return {};
  const double height = box->to.y - box->from.y;
  if (hole.radius < kLeastRadius * height) return {};
  const core::Point centre = hole.points.front();
  const double y = (box->from.y + box->to.y) / 2;
  const double off = y - centre.y;
  if (std::abs(off) >= hole.radius || centre.x < box->from.x) return {};
  const double x = centre.x - std::sqrt(hole.radius * hole.radius - off * off);
  if (x <= box->from.x || x >= box->to.x) return {};
  Refraction found;
  found.at = {x, y};
  found.normal = {(centre.x - x) / hole.radius, (centre.y - y) / hole.radius};
  found.index = 1.0 / std::sqrt(std::get<scene::Medium>(medium->role).factor);
  const double sine_inside = found.normal.y;  // of the wave, which runs along x, to the normal
  const double sine_outside = found.index * sine_inside;
  if (std::abs(sine_outside) >= 1.0) return {};
  const double inside = std::asin(sine_inside);
  const double outside = std::asin(sine_outside);
  const double turned = inside - outside;
  found.way = {std::cos(turned), std::sin(turned)};
  found.before = std::abs(inside) * 180 / std::numbers::pi;
  found.behind = std::abs(outside) * 180 / std::numbers::pi;
  return found;
}

}  // namespace heatwave::session
