// Devices that exchange rows often step few rows of their neighbours; those that do so rarely wait
// less.
#include "kernels/field/parts/device_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/cuda/cuda_solver.h"
#include "kernels/field/parts/cpu_parts.h"

namespace heatwave::field {
namespace {

constexpr int kPasses = 24;  // Passes take 8 or 12 steps.

/// Returns how devices exchange rows, unless it is asked for: peer copies where neighbours read
/// each other's memory. Throws core::Error where these are asked for and a device does not reach
/// its neighbour.
ExchangeKind exchange_of(const SolverRequest& request, const std::vector<int>& devices) {
  const ExchangeKind asked = request.division.exchange;
  if (asked == ExchangeKind::staged || asked == ExchangeKind::nccl) return asked;
  const core::CudaStatus status = core::cuda_status();
  const auto reaches = [&](int device, int other) {
    const auto facts = std::ranges::find(status.devices, device, &core::DeviceFacts::index);
    return device == other || facts == status.devices.end() || facts->reaches(other);
  };
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const bool is_last = i + 1 == devices.size();
    if (is_last && !request.joins_edges) break;
    const int device = devices[i];
    const int other = devices[is_last ? 0 : i + 1];
    if (reaches(device, other) && reaches(other, device)) continue;
    if (asked != ExchangeKind::peer) return ExchangeKind::staged;
    throw core::Error("CUDA devices " + std::to_string(device) + " and " + std::to_string(other) +
                      " cannot reach each other's memory; take the exchange 'staged'");
  }
  return ExchangeKind::peer;
}

/// Returns the steps between two exchanges that take as long as this number of steps of a cell,
/// whatever the number of rows.
int steps_of_slow_copies(const SolverRequest& request, double cell_steps) {
  const double best = std::sqrt(cell_steps / request.extent.width) / reach_of(request).rows_a_step;
  return kPasses * std::max(1, static_cast<int>(std::lround(best / kPasses)));
}

double cells_of_each(const SolverRequest& request, std::size_t devices) {
  return static_cast<double>(request.extent.cells()) / static_cast<double>(devices);
}

/// Returns the steps between two exchanges that take the host as long as a device takes for this
/// number of steps of a cell. The rows inside the parts are stepped meanwhile, so large parts need
/// few steps; but an equation that looks back sends two planes.
int steps_of_calls(const SolverRequest& request, std::size_t devices, double cell_steps) {
  constexpr int kMostSteps = 96;
  const int fewest = equation_of(request).steps_back > 0 ? 2 * kPasses : kPasses;
  const double best = cell_steps / cells_of_each(request, devices);
  const auto steps = static_cast<int>(std::lround(best / kPasses)) * kPasses;
  return std::clamp(steps, fewest, std::max(fewest, kMostSteps / reach_of(request).rows_a_step));
}

/// Returns the steps between two exchanges of devices in one process.
int steps_between_exchanges(const SolverRequest& request, const std::vector<int>& devices,
                            ExchangeKind exchange) {
  if (request.division.steps > 0) return request.division.steps;
  if (exchange == ExchangeKind::staged) return steps_of_slow_copies(request, 34e6);
  return steps_of_calls(request, devices.size(), 200e6);
}

Layout layout_with(const SolverRequest& request, std::size_t devices, int steps) {
  // Strips ask for some rows ahead: with these beyond those that steps need, strips at a cut are
  // inside the part.
  constexpr int kRowsAhead = 8;
  StepReach reach = reach_of(request);
  reach.rows_at_end += kRowsAhead;
  return cut_rows(request.extent, static_cast<int>(devices), steps, reach, request.joins_edges);
}

}  // namespace

std::vector<int> devices_for(const SolverRequest& request) {
  const Division& division = request.division;
  return division.only_where_it_pays ? devices_that_pay(division.devices, request.extent)
                                     : division.devices;
}

DeviceLayout device_layout(const SolverRequest& request, const std::vector<int>& devices) {
  const ExchangeKind exchange = exchange_of(request, devices);
  const int steps = steps_between_exchanges(request, devices, exchange);
  return {layout_with(request, devices.size(), steps), exchange};
}

int steps_over_ranks(const SolverRequest& request) {
  const Division& division = request.division;
  if (division.steps > 0) return division.steps;
  const std::size_t devices = division.places.size();
  const std::vector<std::string>& hosts = division.ranks->hosts();
  const bool are_on_one_host =
      std::ranges::all_of(hosts, [&](const std::string& host) { return host == hosts.front(); });
  if (are_on_one_host && division.exchange != ExchangeKind::staged) {
    return steps_of_calls(request, devices, 1600e6);
  }
  // A pass over more cells hides the messages of few steps.
  constexpr double kHidingCells = 200e6;
  if (cells_of_each(request, devices) > kHidingCells) return kPasses;
  return steps_of_slow_copies(request, 34e6);
}

Layout layout_over_ranks(const SolverRequest& request) {
  return layout_with(request, request.division.places.size(), request.division.steps);
}

std::vector<std::unique_ptr<Part>> make_device_parts(
    const SolverRequest& request, const Layout& layout, const std::shared_ptr<Exchange>& exchange,
    const std::vector<int>& parts, const std::vector<int>& devices, const std::string& reason) {
  std::vector<std::unique_ptr<Part>> made;
  for (const int part : parts) {
    const auto index = static_cast<std::size_t>(part);
    SolverRequest one = request_of_part(request, layout, part, exchange);
    one.backend = Backend::cuda;
    one.device = devices[index];
    made.push_back(
        make_local_part(make_cuda_solver(one, reason), exchange, layout.parts[index], part));
  }
  return made;
}

}  // namespace heatwave::field
