// These functions describe the devices of this machine: names, capabilities and free memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace heatwave::core {

struct DeviceFacts {
  int index = 0;
  std::string name;
  int major = 0;  ///< compute capability
  int minor = 0;
  int multiprocessors = 0;
  double clock_hz = 0.0;
  double memory_bandwidth = 0.0;              ///< bytes/s, computed from clock and bus width
  std::uint64_t memory = 0;                   ///< bytes of global memory, used or not
  std::uint64_t l2_cache = 0;                 ///< bytes
  std::uint64_t shared_memory_per_block = 0;  ///< bytes, with the opt-in limit
  // Each multiprocessor has these resources for the blocks that run on it at once.
  int registers = 0;
  std::uint64_t shared_memory = 0;  ///< bytes
  int warps = 0;                    ///< most resident warps
  int blocks = 0;                   ///< most resident blocks
  std::vector<int> peers = {};      ///< devices whose memory this one reads and writes directly

  /// Returns whether this device reads and writes another one's memory directly.
  [[nodiscard]] bool reaches(int other) const {
    return std::find(peers.begin(), peers.end(), other) != peers.end();
  }
};

struct CudaStatus {
  bool built = false;   ///< true: this program is built with CUDA
  bool usable = false;  ///< true: a device exists and works
  std::string reason;   ///< why it is usable or not
  int driver = 0;       ///< CUDA's version number: `13000` is 13.0
  int runtime = 0;
  std::vector<DeviceFacts> devices;
};

/// Queries CUDA. The first call starts the driver, which takes time.
CudaStatus cuda_status();

struct CpuFacts {
  std::string name;
  /// Processors that this process may use, by affinity and its container's share.
  int processors = 1;
  std::string simd;    ///< instruction set that field code uses here
  double share = 0.0;  ///< processors that a container allows, such as 1.5; 0: no limit
};
/// `root` is the folder that contains /proc and /sys.
CpuFacts cpu_facts(const std::filesystem::path& root = "/");

/// Returns the bytes per second of cpu_memory_speed() (copy_speed.h).
double cpu_memory_bandwidth();

/// Returns the float32 multiplications and additions per second of all processors together, with
/// their widest vectors. The first call measures it, in some tens of milliseconds.
double cpu_arithmetic_rate();

/// Returns the bytes of the last-level caches of this process's processors together; 0: unknown.
std::uint64_t cpu_last_cache();

/// Returns the bytes of the largest cache that each core has alone; 0: unknown.
std::uint64_t cpu_own_cache();

/// Returns the free bytes of the first CUDA device; 0: there is no device.
std::uint64_t free_device_memory();

/// Returns the speed at which the first CUDA device copies its own memory, as bytes read plus bytes
/// written per second. Each call measures anew. 0: there is no device.
double device_copy_bandwidth();

/// Returns the bytes per second that all multiprocessors of the first CUDA device together read
/// from its L2 cache. The first call measures it, in some milliseconds. 0: there is no device.
double device_l2_bandwidth();

/// Returns the bytes that the system, or the container around this process, can still allocate.
std::uint64_t available_memory(const std::filesystem::path& root = "/");

/// Throws OutOfMemory when `bytes` more would not fit; `what` names their purpose, such as "a 9 × 9
/// grid".
void require_memory(std::uint64_t bytes, const std::string& what);

/// Returns freed memory between live allocations to the system. It takes milliseconds: call it
/// after freeing a lot.
void return_freed_memory();

/// Returns a text such as "1.5 GB".
std::string in_bytes(double bytes);

}  // namespace heatwave::core
