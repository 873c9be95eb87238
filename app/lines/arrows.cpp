// Computes the flux from slopes on a lattice.
#include "app/lines/arrows.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace heatwave::lines {
namespace {

std::optional<core::Point> flux_at(const Samples& samples, core::Point at,
                                   const Coefficient& coefficient) {
  const auto slope = samples.slope_at(at);
  if (!slope) return {};
  const double change = samples.before.empty() ? 1.0 : static_cast<double>(samples.change_at(at));
  const double factor = -coefficient(at) * change;
  return core::Point{factor * slope->x, factor * slope->y};
}

}  // namespace

std::vector<Arrow> arrows(const Samples& samples, core::Rect area, double apart,
                          const Coefficient& coefficient) {
  std::vector<Arrow> found;
  if (samples.empty() || !(apart > 0)) return found;
  const auto first = [apart](int begin) { return (std::floor(begin / apart) + 0.5) * apart; };
  for (double y = first(area.y0); y < area.y1; y += apart) {
    for (double x = first(area.x0); x < area.x1; x += apart) {
      if (x < area.x0 || y < area.y0) continue;
      const core::Point at{x, y};
      const auto flux =
          samples.right.empty() ? flux_at(samples, at, coefficient) : samples.vector_at(at);
      if (flux && std::isfinite(flux->x) && std::isfinite(flux->y)) found.push_back({at, *flux});
    }
  }
  return found;
}

double longest(const std::vector<Arrow>& arrows) {
  double most = 0.0;
  for (const Arrow& arrow : arrows) most = std::max(most, std::hypot(arrow.flux.x, arrow.flux.y));
  return most;
}

double drawn_part(double flux, double longest_flux) {
  constexpr double kLeast = 0.08;
  if (!(longest_flux > 0)) return 0.0;
  const double part = std::sqrt(std::min(1.0, flux / longest_flux));
  return part < kLeast ? 0.0 : part;
}

}  // namespace heatwave::lines
