// Recognises scenes with a known solution, and passes their numbers to it.
#include "app/session/field/theory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/field/equation_catalogue.h"
#include "kernels/field/theory/exact_solutions.h"

namespace heatwave::session {
namespace {

using field::EdgeKind;
using field::Solution;
using field::TheoryDomain;

/// Degrees in a full turn.
constexpr double kWhole = 360.0;

/// The sources along the left edge, from top to bottom.
struct SourceRow {
  std::vector<const scene::Rectangle*> boxes;
  std::vector<field::Oscillation> beats;
};

/// Returns the sources, and the only item that is not a source: the medium.
std::optional<std::pair<SourceRow, const scene::Item*>> parts_of(const scene::Scene& scene) {
  std::vector<std::pair<const scene::Rectangle*, field::Oscillation>> sources;
  const scene::Item* medium = nullptr;
  for (const scene::Item& item : scene.items) {
    const auto* box = std::get_if<scene::Rectangle>(&item.shape);
    if (box == nullptr || !item.holes.empty()) return {};
    if (std::holds_alternative<scene::Medium>(item.role)) {
      if (std::exchange(medium, &item) != nullptr) return {};
      continue;
    }
    const auto* source = std::get_if<scene::Source>(&item.role);
    if (source == nullptr || !source->oscillation) return {};
    sources.emplace_back(box, *source->oscillation);
  }
  if (medium == nullptr) return {};
  std::sort(sources.begin(), sources.end(),
            [](const auto& a, const auto& b) { return a.first->from.y < b.first->from.y; });
  SourceRow row;
  for (const auto& [box, beat] : sources) {
    row.boxes.push_back(box);
    row.beats.push_back(beat);
  }
  return std::pair{std::move(row), medium};
}

/// Returns the phase difference in degrees, from -180 to 180.
double ahead(double phase, double other) { return std::remainder(phase - other, kWhole); }

/// Returns whether the sources fill the edge without a gap and differ only by equal phase steps,
/// also from the last to the first.
bool is_even(const SourceRow& row, core::Extent grid) {
  constexpr std::size_t kLeast = 4;
  constexpr double kNear = 1e-6;
  if (row.boxes.size() < kLeast) return false;
  const scene::Rectangle& first = *row.boxes.front();
  const field::Oscillation& beat = row.beats.front();
  const double height = first.to.y - first.from.y;
  const double step = ahead(row.beats[1].phase, beat.phase);
  double y = 0.0;
  for (std::size_t i = 0; i < row.boxes.size(); ++i) {
    const scene::Rectangle& box = *row.boxes[i];
    const field::Oscillation& own = row.beats[i];
    const double phase = beat.phase + step * static_cast<double>(i);
    if (box.from.x > 0 || box.to.x != first.to.x || std::abs(box.from.y - y) > kNear) return false;
    if (std::abs(box.to.y - box.from.y - height) > kNear || own.offset != 0.0) return false;
    if (own.amplitude != beat.amplitude || own.period != beat.period) return false;
    if (own.ramp != beat.ramp) return false;
    if (std::abs(ahead(own.phase, phase)) > kNear) return false;
    y = box.to.y;
  }
  const double all = step * static_cast<double>(row.boxes.size());
  return std::abs(y - grid.height) < kNear && std::abs(std::remainder(all, kWhole)) < kNear;
}

bool fills_the_right(const scene::Rectangle& box, double from, core::Extent grid) {
  return box.from.x > from && box.from.x < grid.width && box.to.x >= grid.width &&
         box.from.y <= 0 && box.to.y >= grid.height;
}

/// Returns the refracted plane wave of a scene: oscillating sources of equal height fill the left
/// edge, each ahead of the one above by the same phase; top and bottom edges are joined; one medium
/// reaches the right edge. Returns none for other scenes, and at total reflection.
std::optional<field::RefractedWave> refracted_wave_of(const scene::Scene& scene) {
  const bool joined =
      scene.edges.top == EdgeKind::periodic && scene.edges.right == EdgeKind::absorbing;
  const bool from_rest = scene.initial.empty() && !scene.given;
  if (scene.equation != "wave" || !joined || !from_rest || scene.parameters.at(1) != 0.0) return {};
  const auto parts = parts_of(scene);
  if (!parts || !is_even(parts->first, scene.extent)) return {};
  const auto& [row, medium] = *parts;
  const scene::Rectangle& first = *row.boxes.front();
  const auto& box = std::get<scene::Rectangle>(medium->shape);
  const double height = first.to.y - first.from.y;
  if (!fills_the_right(box, first.to.x + height, scene.extent)) return {};
  const field::Oscillation& beat = row.beats.front();
  const double radian = std::numbers::pi / 180;
  const double speed = std::sqrt(scene.parameters.front());
  return field::refracted_wave(
      {.extent = scene.extent,
       .sources_end = first.to.x,
       .source_height = height,
       .phase_step = ahead(row.beats[1].phase, beat.phase) * radian,
       .face = box.from.x,
       .amplitude = beat.amplitude,
       .period = beat.period,
       .ramp = beat.ramp,
       .phase = beat.phase * radian,
       .speed = speed,
       .speed_behind = speed * std::sqrt(std::get<scene::Medium>(medium->role).factor)});
}

/// Least radius of a hole, in heights of the medium.
constexpr double kLeastRadius = 8.0;

bool is_along_left_edge(const scene::Item& item, core::Extent grid) {
  const auto* source = std::get_if<scene::Source>(&item.role);
  const auto* box = std::get_if<scene::Rectangle>(&item.shape);
  if (source == nullptr || !source->oscillation || box == nullptr) return false;
  return box->from.x <= 0 && box->to.x < grid.width / 8.0 && box->from.y <= 0 &&
         box->to.y >= grid.height;
}

std::optional<Solution> solution_of(const scene::Mode& mode, const TheoryDomain& domain) {
  return field::solved_mode(domain, mode.p, mode.q, mode.height);
}

std::optional<Solution> solution_of(const scene::Gaussian& bell, const TheoryDomain& domain) {
  return field::solved_bell(domain, bell.centre, bell.radius, bell.height);
}

std::optional<Solution> solution_of(const scene::Ridge& ridge, const TheoryDomain& domain) {
  return field::solved_ridge(domain, ridge.centre, ridge.radius, ridge.angle, ridge.height);
}

std::optional<Solution> solution_of(const scene::Fill& fill, const TheoryDomain& domain) {
  const auto* box = std::get_if<scene::Rectangle>(&fill.shape);
  if (box == nullptr || domain.wave) return {};
  return field::solved_box(domain, box->from, box->to, fill.value);
}

const char* words_of(const scene::Initial& initial, bool wave) {
  constexpr std::array<const char*, 4> kHeat{"a box of heat that spreads", "a bell that spreads",
                                             "a ridge that spreads", "a sine mode that fades"};
  constexpr std::array<const char*, 4> kWave{"", "a ring that runs outwards",
                                             "a pulse that runs both ways", "a standing wave"};
  return (wave ? kWave : kHeat).at(initial.index());
}

}  // namespace

std::optional<field::Refraction> refraction_of(const scene::Scene& scene) {
  if (const auto wave = refracted_wave_of(scene)) return field::refraction_of(*wave);
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
  const core::Point normal{(centre.x - x) / hole.radius, (centre.y - y) / hole.radius};
  const double index = 1.0 / std::sqrt(std::get<scene::Medium>(medium->role).factor);
  return field::refraction_at({x, y}, normal, index);
}

std::optional<Theory> theory_of(const scene::Scene& scene) {
  if (shown_expression(scene) != nullptr) return {};  // theory is of the components
  const bool wave = scene.equation == "wave";
  const bool known = wave || scene.equation == "heat";
  if (const auto refracted = refracted_wave_of(scene)) {
    return Theory{"a plane wave, refracted, once it fills the field",
                  [found = *refracted](core::Point at, double step) { return found.at(at, step); }};
  }
  if (!known || !scene.items.empty() || scene.given || scene.initial.empty()) return {};
  if (scene.edges.value != 0.0) return {};
  if (wave && scene.parameters.at(1) != 0.0) return {};
  const field::Edges edges = edges_in_use(scene);
  const TheoryDomain domain{
      .wave = wave,
      .coefficient = scene.parameters.front(),
      .x = field::theory_direction(edges.left, edges.right, scene.extent.width),
      .y = field::theory_direction(edges.top, edges.bottom, scene.extent.height)};
  std::vector<Solution> parts;
  for (const scene::Initial& initial : scene.initial) {
    auto value = std::visit([&](const auto& part) { return solution_of(part, domain); }, initial);
    if (!value) return {};
    parts.push_back(*std::move(value));
  }
  const bool has_ring =
      wave &&
      std::any_of(scene.initial.begin(), scene.initial.end(), [](const scene::Initial& initial) {
        return std::holds_alternative<scene::Gaussian>(initial);
      });
  return Theory{words_of(scene.initial.front(), wave),
                [parts = std::move(parts)](core::Point at, double step) {
                  double sum = 0.0;
                  for (const Solution& part : parts) sum += part(at, step);
                  return sum;
                },
                has_ring};
}

}  // namespace heatwave::session
