// The driver is asked once for each pair.
#include "app/cli/device_links.h"

#include <fmt/format.h>

#include <cstddef>

#include "kernels/core/error.h"
#include "kernels/core/gpu_links.h"
#include "kernels/core/nccl.h"

namespace heatwave::cli {

std::vector<DeviceLink> device_links(const core::CudaStatus& cuda) {
  std::vector<DeviceLink> links;
  if (cuda.devices.size() < 2) return links;
  const std::vector<std::string> addresses = core::gpu_addresses();
  for (std::size_t i = 0; i < cuda.devices.size(); ++i) {
    for (std::size_t j = i + 1; j < cuda.devices.size(); ++j) {
      const core::DeviceFacts& first = cuda.devices[i];
      const core::DeviceFacts& second = cuda.devices[j];
      links.push_back({.first = first.index,
                       .second = second.index,
                       .words = j < addresses.size() ? core::gpu_link(addresses[i], addresses[j])
                                                     : std::string(),
                       .are_peers = first.reaches(second.index) && second.reaches(first.index)});
    }
  }
  return links;
}

std::string text_of(const std::vector<DeviceLink>& links) {
  std::string text;
  for (const DeviceLink& link : links) {
    text += fmt::format("           {} and {}: {}{}\n", link.first, link.second,
                        link.words.empty() ? "" : link.words + ", ",
                        link.are_peers
                            ? "they read each other's memory"
                            : "no peers, so rows go by the host's memory; an IOMMU, a virtual "
                              "machine or the kind of GPU can be the reason");
  }
  return text;
}

nlohmann::ordered_json json_of(const std::vector<DeviceLink>& links) {
  auto document = nlohmann::ordered_json::array();
  for (const DeviceLink& link : links) {
    document.push_back(
        {{"devices", {link.first, link.second}}, {"link", link.words}, {"peers", link.are_peers}});
  }
  return document;
}

NcclFacts nccl_facts() {
  try {
    return {.version = core::nccl_version(), .reason = {}};
  } catch (const core::Unavailable& error) {
    return {.version = {}, .reason = error.what()};
  }
}

std::string text_of(const NcclFacts& nccl) {
  if (!nccl.version.empty()) {
    return fmt::format("NCCL       {}: for --exchange nccl and 'heatwave lab halo'\n",
                       nccl.version);
  }
  return fmt::format(
      "NCCL       {}; only --exchange nccl and 'heatwave lab halo' use it: install libnccl2 from "
      "NVIDIA's packages\n",
      nccl.reason);
}

}  // namespace heatwave::cli
