// Each part of the initial field is a product of a function of x and one of y; edges mirror it.
#include "app/session/field/theory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <vector>

#include "app/session/field/refracted_wave.h"
#include "app/session/field/ring_wave.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::session {
namespace {

using field::EdgeKind;

/// One direction of the grid: where its ends mirror, and with which sign; a sign of 0 is no mirror.
struct Direction {
  double low = 0.0;
  double high = 0.0;
  int low_sign = 0;
  int high_sign = 0;
  bool joined = false;
  int cells = 1;

  /// Nothing along it changes a field that is the same all along.
  [[nodiscard]] bool keeps_even() const { return joined || (low_sign >= 0 && high_sign >= 0); }
  [[nodiscard]] bool is_held() const { return low_sign < 0 && high_sign < 0; }
};

/// Held edges mirror at the middle of the outermost cells, free ones beyond them.
Direction direction_of(EdgeKind low, EdgeKind high, int cells) {
  const auto sign = [](EdgeKind kind) {
    return kind == EdgeKind::held ? -1 : kind == EdgeKind::reflecting ? 1 : 0;
  };
  return {.low = low == EdgeKind::held ? 0.5 : 0.0,
          .high = high == EdgeKind::held ? cells - 0.5 : static_cast<double>(cells),
          .low_sign = sign(low),
          .high_sign = sign(high),
          .joined = low == EdgeKind::periodic,
          .cells = cells};
}

/// The sum of a function's mirror images at x. `turned` says that left and right are swapped.
template <typename Function>
double mirrored(const Direction& along, double x, double reach, Function function) {
  const double length = along.high - along.low;
  if (along.joined) {
    const auto most = static_cast<int>(std::min(200.0, std::ceil(reach / length) + 1));
    double sum = 0.0;
    for (int n = -most; n <= most; ++n) sum += function(x - n * length);
    return sum;
  }
  const bool both = along.low_sign != 0 && along.high_sign != 0;
  const int most =
      both ? static_cast<int>(std::min(200.0, std::ceil(reach / (2 * length)) + 1)) : 0;
  double sum = 0.0;
  const int product = along.low_sign * along.high_sign;
  for (int n = -most; n <= most; ++n) {
    const double sign = n % 2 == 0 ? 1.0 : product;
    sum += sign * function(x - 2 * n * length);
    if (both) sum += sign * along.low_sign * function(2 * along.low - (x - 2 * n * length));
  }
  // One mirror alone has one image.
  if (!both && along.low_sign != 0) sum += along.low_sign * function(2 * along.low - x);
  if (!both && along.high_sign != 0) sum += along.high_sign * function(2 * along.high - x);
  return sum;
}

struct Medium2d {
  bool wave = false;
  double coefficient = 0.0;  ///< α, or c²
  Direction x, y;

  /// Waves begin at rest in both of the steps that they look back at: half a step ago.
  [[nodiscard]] double time(double step) const { return wave ? step + 0.5 : step; }
};

using Value = std::function<double(core::Point at, double step)>;

std::optional<double> wave_number(int p, const Direction& along) {
  if (p == 0) return along.keeps_even() ? std::optional<double>(0.0) : std::nullopt;
  if (!along.is_held() || along.cells < 2) return {};
  return std::numbers::pi * p / (along.cells - 1);
}

std::optional<Value> exact(const scene::Mode& mode, const Medium2d& medium) {
  const auto kx = wave_number(mode.p, medium.x);
  const auto ky = wave_number(mode.q, medium.y);
  if (!kx || !ky) return {};
  return [=](core::Point at, double step) {
    const double square = *kx * *kx + *ky * *ky;
    const double t = medium.time(step);
    const double fading = medium.wave ? std::cos(std::sqrt(medium.coefficient * square) * t)
                                      : std::exp(-medium.coefficient * square * t);
    const double across = *kx > 0 ? std::sin(*kx * (at.x - 0.5)) : 1.0;
    const double down = *ky > 0 ? std::sin(*ky * (at.y - 0.5)) : 1.0;
    return mode.height * across * down * fading;
  };
}

/// A bell along one direction: of heat it widens, of waves it parts in two.
double bell_along(const Direction& along, const Medium2d& medium, double centre, double radius,
                  double x, double step) {
  const double t = medium.time(step);
  if (medium.wave) {
    double way = std::sqrt(medium.coefficient) * t;
    // Between mirrors all comes again: with its sign after two ways there and back.
    const double again = along.joined                            ? along.high - along.low
                         : along.low_sign * along.high_sign != 0 ? 4 * (along.high - along.low)
                                                                 : 0.0;
    if (again > 0) way = std::fmod(way, again);
    const auto bell = [&](double at) {
      const double left = (at - centre - way) / radius;
      const double right = (at - centre + way) / radius;
      return 0.5 * (std::exp(-left * left / 2) + std::exp(-right * right / 2));
    };
    return mirrored(along, x, way + 10 * radius, bell);
  }
  const double square = radius * radius + 2 * medium.coefficient * t;
  const auto bell = [&](double at) {
    return radius / std::sqrt(square) * std::exp(-(at - centre) * (at - centre) / (2 * square));
  };
  return mirrored(along, x, 10 * std::sqrt(square), bell);
}

/// The part of a box from `from` to `to` that heat has left at x.
double box_along(const Direction& along, const Medium2d& medium, double from, double to, double x,
                 double step) {
  const double width = std::sqrt(4 * medium.coefficient * medium.time(step));
  const auto box = [&](double at) {
    if (width == 0.0) return at >= from && at < to ? 1.0 : 0.0;
    return 0.5 * (std::erf((to - at) / width) - std::erf((from - at) / width));
  };
  return mirrored(along, x, 5 * width, box);
}

std::optional<Value> exact(const scene::Gaussian& g, const Medium2d& medium) {
  if (medium.wave) {
    const auto ring = std::make_shared<RingWave>(g.radius, std::sqrt(medium.coefficient));
    return [=](core::Point at, double step) {
      const double t = medium.time(step);
      const double reach = ring->reach(t);
      return g.height * mirrored(medium.x, at.x, reach, [&](double x) {
               return mirrored(medium.y, at.y, reach, [&](double y) {
                 return ring->at(std::hypot(x - g.centre.x, y - g.centre.y), t);
               });
             });
    };
  }
  return [=](core::Point at, double step) {
    return g.height * bell_along(medium.x, medium, g.centre.x, g.radius, at.x, step) *
           bell_along(medium.y, medium, g.centre.y, g.radius, at.y, step);
  };
}

/// A plane wave, or heat that spreads from a straight front, as long as the edges are out of reach.
Value slanting(const scene::Ridge& ridge, const Medium2d& medium) {
  const double angle = ridge.angle * std::numbers::pi / 180;
  return [=, along = core::Point{std::cos(angle), std::sin(angle)}](core::Point at, double step) {
    const double t = medium.time(step);
    constexpr double kFaint = 5.0;  // so many widths away there is next to no heat
    // What an edge sends out runs ahead a little on a grid.
    const double ahead = ridge.radius + 2 * std::cbrt(t);
    const double reach = medium.wave ? std::sqrt(medium.coefficient) * t + ahead
                                     : kFaint * std::sqrt(2 * medium.coefficient * t);
    const double to_edge = std::min(
        {at.x - medium.x.low, medium.x.high - at.x, at.y - medium.y.low, medium.y.high - at.y});
    if (to_edge < reach) return std::numeric_limits<double>::quiet_NaN();
    const double off = (at.x - ridge.centre.x) * along.x + (at.y - ridge.centre.y) * along.y;
    const Direction endless{.low = -1e9, .high = 1e9};
    return ridge.height * bell_along(endless, medium, 0.0, ridge.radius, off, step);
  };
}

std::optional<Value> exact(const scene::Ridge& ridge, const Medium2d& medium) {
  const double turned = std::fmod(std::abs(ridge.angle), 180.0);
  if (turned == 0.0 && medium.y.keeps_even()) {
    return [=](core::Point at, double step) {
      return ridge.height * bell_along(medium.x, medium, ridge.centre.x, ridge.radius, at.x, step);
    };
  }
  if (turned == 90.0 && medium.x.keeps_even()) {
    return [=](core::Point at, double step) {
      return ridge.height * bell_along(medium.y, medium, ridge.centre.y, ridge.radius, at.y, step);
    };
  }
  return slanting(ridge, medium);
}

std::optional<Value> exact(const scene::Fill& fill, const Medium2d& medium) {
  const auto* box = std::get_if<scene::Rectangle>(&fill.shape);
  if (box == nullptr || medium.wave) return {};
  return [=, box = *box](core::Point at, double step) {
    return fill.value * box_along(medium.x, medium, box.from.x, box.to.x, at.x, step) *
           box_along(medium.y, medium, box.from.y, box.to.y, at.y, step);
  };
}

const char* words_of(const scene::Initial& initial, bool wave) {
  constexpr std::array<const char*, 4> kHeat{"a box of heat that spreads", "a bell that spreads",
                                             "a ridge that spreads", "a sine mode that fades"};
  constexpr std::array<const char*, 4> kWave{"", "a ring that runs outwards",
                                             "a pulse that runs both ways", "a standing wave"};
  return (wave ? kWave : kHeat).at(initial.index());
}

}  // namespace

std::optional<Theory> theory_of(const scene::Scene& scene) {
  const bool wave = scene.equation == "wave";
  const bool known = wave || scene.equation == "heat";
  if (const auto refracted = refracted_wave_of(scene)) {
    return Theory{"a plane wave, refracted, once it fills the field",
                  [found = *refracted](core::Point at, double step) { return found.at(at, step); }};
  }
  if (!known || !scene.items.empty() || scene.given || scene.initial.empty()) return {};
  if (scene.edges.value != 0.0) return {};
  if (wave && scene.parameters.at(1) != 0.0) return {};
  const field::Edges& edges = scene.edges;
  const Medium2d medium{.wave = wave,
                        .coefficient = scene.parameters.front(),
                        .x = direction_of(edges.left, edges.right, scene.extent.width),
                        .y = direction_of(edges.top, edges.bottom, scene.extent.height)};
  std::vector<Value> parts;
  for (const scene::Initial& initial : scene.initial) {
    auto value = std::visit([&](const auto& part) { return exact(part, medium); }, initial);
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
                  for (const Value& part : parts) sum += part(at, step);
                  return sum;
                },
                has_ring};
}

}  // namespace heatwave::session
