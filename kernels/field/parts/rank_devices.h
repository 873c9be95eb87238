// The CUDA devices of all processes, and which of them compute a field.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/core/ranks.h"
#include "kernels/field/parts/division.h"
#include "kernels/field/parts/packing.h"

namespace heatwave::field {

struct RankDevice {
  int index = 0;
  std::string address;  ///< on the host's PCI bus; empty: unknown

  friend bool operator==(const RankDevice&, const RankDevice&) = default;
};
void fields(IsA<RankDevice> auto& d, auto&& visit) { visit(d.index, d.address); }

/// The devices that one process can use.
struct RankDevices {
  std::vector<RankDevice> devices;
  std::string missing;  ///< why there is none; empty: there are some
};
void fields(IsA<RankDevices> auto& d, auto&& visit) { visit(d.devices, d.missing); }

/// Returns the devices of this process.
RankDevices devices_here();

/// Asks all processes for their devices; this is rank 0.
std::vector<RankDevices> devices_of_ranks(const std::shared_ptr<core::Ranks>& ranks);

/// The devices that compute parts of a field.
struct DealtDevices {
  std::vector<PartPlace> places;
  std::string words;  ///< which processes share a device; empty: none do
};

/// Deals the devices of each host out to its processes, by their order on the host. Processes share
/// devices where they are more than these. Throws core::Error, with one sentence, when a process
/// has no device.
DealtDevices dealt_devices(const std::vector<RankDevices>& of_ranks,
                           const std::vector<std::string>& hosts, const Division& division);

}  // namespace heatwave::field
