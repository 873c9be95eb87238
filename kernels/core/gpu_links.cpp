// The declarations follow the C interfaces of the driver and of NVML, whose numbers never change.
#include "kernels/core/gpu_links.h"

#include <array>

#include "kernels/core/error.h"
#include "kernels/core/shared_library.h"

namespace heatwave::core {
namespace {

constexpr int kSuccess = 0;

/// The functions of NVML that are used here, found by name.
struct Management {
  using Gpu = void*;

  int (*begin)() = nullptr;
  int (*find)(const char*, Gpu*) = nullptr;
  int (*ask_for_peers)(Gpu, Gpu, int, int*) = nullptr;
  int (*ask_for_way)(Gpu, Gpu, int*) = nullptr;
};

/// Opens NVML. Throws Unavailable when it is not there, or does not start.
Management opened_management() {
  const SharedLibrary file("NVML", {"libnvidia-ml.so.1", "nvml.dll"});
  Management library;
  file.find(library.begin, "nvmlInit_v2");
  file.find(library.find, "nvmlDeviceGetHandleByPciBusId_v2");
  file.find(library.ask_for_peers, "nvmlDeviceGetP2PStatus");
  file.find(library.ask_for_way, "nvmlDeviceGetTopologyCommonAncestor");
  if (library.begin() != kSuccess) throw Unavailable("NVML does not start");
  return library;
}

/// Returns where two GPUs' ways to the processor meet, as NVML numbers these levels.
std::string words_of_way(int level) {
  constexpr int kOneSwitch = 10;
  constexpr int kSwitches = 20;
  constexpr int kHostBridge = 30;
  constexpr int kNode = 40;
  constexpr int kSystem = 50;
  switch (level) {
    case kOneSwitch:
      return "PCIe, by one switch";
    case kSwitches:
      return "PCIe, by several switches";
    case kHostBridge:
      return "PCIe, by a host bridge";
    case kNode:
      return "PCIe, by several host bridges of a processor";
    case kSystem:
      return "PCIe, from processor to processor";
  }
  return "PCIe";
}

}  // namespace

std::vector<std::string> gpu_addresses() {
  int (*initialise)(unsigned) = nullptr;
  int (*count_of)(int*) = nullptr;
  int (*address_of)(char*, int, int) = nullptr;
  try {
    const SharedLibrary library = gpu_driver_library();
    library.find(initialise, "cuInit");
    library.find(count_of, "cuDeviceGetCount");
    library.find(address_of, "cuDeviceGetPCIBusId");
  } catch (const Unavailable&) {
    return {};
  }
  int count = 0;
  if (initialise(0) != kSuccess || count_of(&count) != kSuccess) return {};
  std::vector<std::string> addresses;
  for (int device = 0; device < count; ++device) {
    std::array<char, 64> address{};
    const int state = address_of(address.data(), static_cast<int>(address.size()), device);
    addresses.emplace_back(state == kSuccess ? address.data() : "");
  }
  return addresses;
}

std::string gpu_link(const std::string& address, const std::string& other) {
  constexpr int kByNvlink = 2;
  try {
    static const Management kLibrary = opened_management();
    Management::Gpu from = nullptr;
    Management::Gpu to = nullptr;
    if (kLibrary.find(address.c_str(), &from) != kSuccess) return {};
    if (kLibrary.find(other.c_str(), &to) != kSuccess) return {};
    int state = -1;
    if (kLibrary.ask_for_peers(from, to, kByNvlink, &state) == kSuccess && state == kSuccess) {
      return "NVLink";
    }
    int level = 0;
    if (kLibrary.ask_for_way(from, to, &level) != kSuccess) return {};
    return words_of_way(level);
  } catch (const Unavailable&) {
    return {};
  }
}

}  // namespace heatwave::core
