// How this machine's CUDA devices reach each other, and the libraries that carry rows between them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kernels/core/device.h"

namespace heatwave::cli {

/// Two CUDA devices.
struct DeviceLink {
  int first = 0;
  int second = 0;
  std::string words;       ///< NVLink or PCIe; empty: the driver does not say
  bool are_peers = false;  ///< each reads the other's memory
};

/// Returns all pairs of devices.
std::vector<DeviceLink> device_links(const core::CudaStatus& cuda);

/// Returns a line for each pair; empty: there are fewer than two devices.
std::string text_of(const std::vector<DeviceLink>& links);
nlohmann::ordered_json json_of(const std::vector<DeviceLink>& links);

/// The answer to whether NCCL is here.
struct NcclFacts {
  std::string version;  ///< such as "2.28.9"; empty: it is missing
  std::string reason;   ///< why it is missing
};
NcclFacts nccl_facts();
/// Returns a line with the version, or with how to get the library.
std::string text_of(const NcclFacts& nccl);

}  // namespace heatwave::cli
