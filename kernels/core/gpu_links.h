// NVIDIA's driver and its management library tell where GPUs are on the PCI bus, and how they are
// linked. Both are opened at run time, so that every program can ask.
#pragma once

#include <string>
#include <vector>

namespace heatwave::core {

/// Returns the address of each GPU on the PCI bus, by CUDA's index; empty: there is no driver.
std::vector<std::string> gpu_addresses();

/// Returns how two GPUs are linked, in words; empty: the driver does not say.
std::string gpu_link(const std::string& address, const std::string& other);

}  // namespace heatwave::core
