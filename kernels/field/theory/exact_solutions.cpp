// Every solution is a product of a function of x and one of y, or a ring; edges mirror it.
#include "kernels/field/theory/exact_solutions.h"

#include <algorithm>
#include <cmath>  // It declares j0(), too, which belongs to POSIX.
#include <limits>
#include <memory>
#include <numbers>
#include <vector>

namespace heatwave::field {
namespace {

constexpr double kMostWaves = 7.0;     ///< largest k·r that the bell contains
constexpr double kPhase = 0.5;         ///< radians between values of the integrand
constexpr double kTableSpacing = 0.2;  ///< in radii of the bell
constexpr int kOften = 24;             ///< requests for one moment before a table pays

double bessel_function(double x) {
#ifdef _WIN32
  return std::cyl_bessel_j(0.0, x);
#else
  return ::j0(x);
#endif
}

/// A bell on an endless plane that is let go: the ring that runs outwards from it. The value is
/// h·r²·∫ k·exp(−r²k²/2)·cos(ckt)·J₀(kd) dk by Simpson's rule. A table of one moment is kept, so
/// that many places cost little more than one.
class RingWave {
 public:
  RingWave(double radius, double speed) : radius_(radius), speed_(speed) {}

  /// Returns the value at a distance from the middle of a bell of height 1.
  double at(double distance, double time);
  /// Returns the distance beyond which the value is 0.
  [[nodiscard]] double reach(double time) const { return speed_ * time + 8 * radius_; }

 private:
  [[nodiscard]] double integral(double distance, double time) const;
  [[nodiscard]] double from_table(double distance) const;
  void make_table(double time);

  double radius_;
  double speed_;
  double moment_ = -1.0;  ///< moment of the last request
  int asked_ = 0;         ///< number of requests for it in a row
  double spacing_ = 1.0;
  std::vector<double> table_;  ///< values of that moment; empty: too few requests
};

double RingWave::integral(double distance, double time) const {
  const double most = kMostWaves / radius_;
  const double phases = most * (speed_ * time + distance) / kPhase;
  const int parts = 2 * static_cast<int>(std::clamp(phases / 2, 24.0, 8192.0));
  const double step = most / parts;
  double sum = 0.0;
  for (int i = 1; i <= parts; ++i) {
    const double k = step * i;
    const double bell = k * std::exp(-0.5 * radius_ * radius_ * k * k);
    const double weight = i == parts ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
    sum += weight * bell * std::cos(speed_ * k * time) * bessel_function(k * distance);
  }
  return radius_ * radius_ * sum * step / 3;
}

void RingWave::make_table(double time) {
  spacing_ = kTableSpacing * radius_;
  table_.clear();
  const double end = reach(time) + 3 * spacing_;
  for (double distance = 0.0; distance < end; distance += spacing_) {
    table_.push_back(integral(distance, time));
  }
}

double RingWave::from_table(double distance) const {
  const double place = distance / spacing_;
  const auto i = static_cast<std::size_t>(place);
  if (i + 2 >= table_.size()) return 0.0;
  const double part = place - static_cast<double>(i);
  // The ring is symmetric about its middle.
  const double before = i == 0 ? table_[1] : table_[i - 1];
  const double a = table_[i];
  const double b = table_[i + 1];
  const double after = table_[i + 2];
  return a +
         0.5 * part *
             (b - before +
              part * (2 * before - 5 * a + 4 * b - after + part * (3 * (a - b) + after - before)));
}

double RingWave::at(double distance, double time) {
  if (distance > reach(time)) return 0.0;
  if (time != moment_) {
    moment_ = time;
    asked_ = 0;
    table_.clear();
  }
  if (table_.empty() && ++asked_ > kOften) make_table(time);
  return table_.empty() ? integral(distance, time) : from_table(distance);
}

/// Returns the sum of a function's mirror images at x. Images further than `reach` are left out.
template <typename Function>
double mirrored(const TheoryDirection& along, double x, double reach, Function function) {
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

/// Returns the wave number of p half waves; nothing where the ends do not keep them.
std::optional<double> wave_number(int p, const TheoryDirection& along) {
  if (p == 0) return along.keeps_even() ? std::optional<double>(0.0) : std::nullopt;
  if (!along.is_held() || along.cells < 2) return {};
  return std::numbers::pi * p / (along.cells - 1);
}

/// Returns the value of a bell along one direction: heat widens it, waves split it in two.
double bell_along(const TheoryDirection& along, const TheoryDomain& domain, double centre,
                  double radius, double x, double step) {
  const double t = domain.time(step);
  if (domain.wave) {
    double way = std::sqrt(domain.coefficient) * t;
    // Between mirrors the field repeats itself; its sign is back after two round trips.
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
  const double square = radius * radius + 2 * domain.coefficient * t;
  const auto bell = [&](double at) {
    return radius / std::sqrt(square) * std::exp(-(at - centre) * (at - centre) / (2 * square));
  };
  return mirrored(along, x, 10 * std::sqrt(square), bell);
}

/// Returns the part of a box of heat from `from` to `to` that is left at x.
double box_along(const TheoryDirection& along, const TheoryDomain& domain, double from, double to,
                 double x, double step) {
  const double width = std::sqrt(4 * domain.coefficient * domain.time(step));
  const auto box = [&](double at) {
    if (width == 0.0) return at >= from && at < to ? 1.0 : 0.0;
    return 0.5 * (std::erf((to - at) / width) - std::erf((from - at) / width));
  };
  return mirrored(along, x, 5 * width, box);
}

/// A plane wave, or heat that spreads from a straight front, while the edges are out of reach.
Solution slanting_ridge(const TheoryDomain& domain, core::Point centre, double radius, double angle,
                        double height) {
  const double turn = angle * std::numbers::pi / 180;
  return [=, along = core::Point{std::cos(turn), std::sin(turn)}](core::Point at, double step) {
    const double t = domain.time(step);
    constexpr double kFaint = 5.0;  // widths away from the front where the heat is negligible
    // On a grid the wave that an edge sends out runs ahead a little.
    const double ahead = radius + 2 * std::cbrt(t);
    const double reach = domain.wave ? std::sqrt(domain.coefficient) * t + ahead
                                     : kFaint * std::sqrt(2 * domain.coefficient * t);
    const double to_edge = std::min(
        {at.x - domain.x.low, domain.x.high - at.x, at.y - domain.y.low, domain.y.high - at.y});
    if (to_edge < reach) return std::numeric_limits<double>::quiet_NaN();
    const double off = (at.x - centre.x) * along.x + (at.y - centre.y) * along.y;
    const TheoryDirection endless{.low = -1e9, .high = 1e9};
    return height * bell_along(endless, domain, 0.0, radius, off, step);
  };
}

}  // namespace

TheoryDirection theory_direction(EdgeKind low, EdgeKind high, int cells) {
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

std::optional<Solution> solved_mode(const TheoryDomain& domain, int p, int q, double height) {
  const auto kx = wave_number(p, domain.x);
  const auto ky = wave_number(q, domain.y);
  if (!kx || !ky) return {};
  return [=](core::Point at, double step) {
    const double square = *kx * *kx + *ky * *ky;
    const double t = domain.time(step);
    const double fading = domain.wave ? std::cos(std::sqrt(domain.coefficient * square) * t)
                                      : std::exp(-domain.coefficient * square * t);
    const double across = *kx > 0 ? std::sin(*kx * (at.x - 0.5)) : 1.0;
    const double down = *ky > 0 ? std::sin(*ky * (at.y - 0.5)) : 1.0;
    return height * across * down * fading;
  };
}

Solution solved_bell(const TheoryDomain& domain, core::Point centre, double radius, double height) {
  if (domain.wave) {
    const auto ring = std::make_shared<RingWave>(radius, std::sqrt(domain.coefficient));
    return [=](core::Point at, double step) {
      const double t = domain.time(step);
      const double reach = ring->reach(t);
      return height * mirrored(domain.x, at.x, reach, [&](double x) {
               return mirrored(domain.y, at.y, reach, [&](double y) {
                 return ring->at(std::hypot(x - centre.x, y - centre.y), t);
               });
             });
    };
  }
  return [=](core::Point at, double step) {
    return height * bell_along(domain.x, domain, centre.x, radius, at.x, step) *
           bell_along(domain.y, domain, centre.y, radius, at.y, step);
  };
}

Solution solved_ridge(const TheoryDomain& domain, core::Point centre, double radius, double angle,
                      double height) {
  const double turned = std::fmod(std::abs(angle), 180.0);
  if (turned == 0.0 && domain.y.keeps_even()) {
    return [=](core::Point at, double step) {
      return height * bell_along(domain.x, domain, centre.x, radius, at.x, step);
    };
  }
  if (turned == 90.0 && domain.x.keeps_even()) {
    return [=](core::Point at, double step) {
      return height * bell_along(domain.y, domain, centre.y, radius, at.y, step);
    };
  }
  return slanting_ridge(domain, centre, radius, angle, height);
}

Solution solved_box(const TheoryDomain& domain, core::Point from, core::Point to, double value) {
  return [=](core::Point at, double step) {
    return value * box_along(domain.x, domain, from.x, to.x, at.x, step) *
           box_along(domain.y, domain, from.y, to.y, at.y, step);
  };
}

}  // namespace heatwave::field
