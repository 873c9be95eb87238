// Devices have one part each, CPUs as many as the request says. A grid with few rows has fewer
// parts, and the last processes none.
#include "kernels/field/parts/rank_parts.h"

#include "kernels/core/device.h"
#include "kernels/field/parts/cpu_parts.h"
#include "kernels/field/parts/device_parts.h"

namespace heatwave::field {

RankLayout rank_layout(const SolverRequest& request, int processes) {
  const std::vector<PartPlace>& places = request.division.places;
  RankLayout placed{
      .layout = places.empty() ? cpu_layout(request, processes) : layout_over_ranks(request),
      .ranks = {},
      .devices = {}};
  const auto count = static_cast<int>(placed.layout.parts.size());
  for (int part = 0; part < count; ++part) {
    if (places.empty()) {
      placed.ranks.push_back(process_of(placed.layout, part, processes));
    } else {
      const PartPlace& place = places[static_cast<std::size_t>(part)];
      placed.ranks.push_back(place.rank);
      placed.devices.push_back(place.device);
    }
  }
  return placed;
}

std::vector<int> parts_of_rank(const RankLayout& placed, int rank) {
  std::vector<int> parts;
  for (std::size_t p = 0; p < placed.ranks.size(); ++p) {
    if (placed.ranks[p] == rank) parts.push_back(static_cast<int>(p));
  }
  return parts;
}

std::vector<std::unique_ptr<Part>> make_parts_here(const SolverRequest& request,
                                                   const RankLayout& placed,
                                                   const std::shared_ptr<Exchange>& exchange,
                                                   const core::Ranks& ranks,
                                                   const std::string& reason) {
  const std::vector<int> parts = parts_of_rank(placed, ranks.rank());
  if (!placed.devices.empty()) {
    return make_device_parts(request, placed.layout, exchange, parts, placed.devices, reason);
  }
  const int threads = threads_in_all(request, processors_of(ranks, core::cpu_facts()));
  return make_cpu_parts(request, placed.layout, exchange, parts, threads, reason);
}

}  // namespace heatwave::field
