// A field on CUDA devices has a part on each of them, or several.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/field/field_solver.h"
#include "kernels/field/parts/exchange.h"
#include "kernels/field/parts/part.h"
#include "kernels/field/parts/parts_layout.h"

namespace heatwave::field {

/// Returns the first of these devices, as many as make a field faster.
template <typename Device>
std::vector<Device> devices_that_pay(std::vector<Device> devices, core::Extent extent) {
  // With fewer cells two devices are hardly faster than one.
  constexpr std::int64_t kFewestCells = std::int64_t{1} << 22U;
  const std::int64_t most = std::max<std::int64_t>(1, extent.cells() / kFewestCells);
  if (most < static_cast<std::int64_t>(devices.size())) {
    devices.resize(static_cast<std::size_t>(most));
  }
  return devices;
}

/// Returns the devices of this process that compute the parts of a field.
std::vector<int> devices_for(const SolverRequest& request);

/// The layout of a field on these devices of one process, and how they exchange rows. Throws
/// core::Error where peer copies are asked for and a device does not reach its neighbour.
struct DeviceLayout {
  Layout layout;
  ExchangeKind exchange = ExchangeKind::automatic;
};
DeviceLayout device_layout(const SolverRequest& request, const std::vector<int>& devices);

/// Returns the steps between two exchanges of devices of several processes.
int steps_over_ranks(const SolverRequest& request);

/// Returns the layout of a field on the devices of several processes, with the steps that the
/// division says.
Layout layout_over_ranks(const SolverRequest& request);

/// Makes those parts of a layout that lie in this process. `devices` has the device of each part
/// of the layout.
std::vector<std::unique_ptr<Part>> make_device_parts(
    const SolverRequest& request, const Layout& layout, const std::shared_ptr<Exchange>& exchange,
    const std::vector<int>& parts, const std::vector<int>& devices, const std::string& reason);

}  // namespace heatwave::field
