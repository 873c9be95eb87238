// Facts about the devices of this machine: what they are called, what they can do, what is free.
#pragma once

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
  double memory_bandwidth = 0.0;              ///< bytes/s by clock and bus width
  std::uint64_t memory = 0;                   ///< bytes in all
  std::uint64_t l2_cache = 0;                 ///< bytes
  std::uint64_t shared_memory_per_block = 0;  ///< bytes, with the opt-in
  // What each multiprocessor has for the blocks that run on it at once.
  int registers = 0;
  std::uint64_t shared_memory = 0;  ///< bytes
  int warps = 0;
  int blocks = 0;
};

struct CudaStatus {
  bool built = false;   ///< this program has a CUDA half
  bool usable = false;  ///< a device is there and works
  std::string reason;   ///< why, or why not
  int driver = 0;       ///< as CUDA counts: 13000 is 13.0
  int runtime = 0;
  std::vector<DeviceFacts> devices;
};

/// Asks CUDA; costs a driver start the first time.
CudaStatus cuda_status();

struct CpuFacts {
  std::string name;
  int processors = 1;  ///< that this process may use, by affinity and by its container's share
  std::string simd;    ///< the instruction set that field code uses here
  double share = 0.0;  ///< of processors that a container leaves it, as in 1.5; 0: no limit
};
/// `root` is where /proc and /sys lie.
CpuFacts cpu_facts(const std::filesystem::path& root = "/");

/// The bytes per second of cpu_memory_speed() (copy_speed.h).
double cpu_memory_bandwidth();

/// Multiplications and additions of float32 that all processors together do in a second, in the
/// widest vectors they have; measured at the first call, in some tens of milliseconds.
double cpu_arithmetic_rate();

/// Bytes of the last cache before memory, as the processors share it; 0: not known.
std::uint64_t cpu_last_cache();

/// Bytes of the largest cache that each core has for itself; 0: not known.
std::uint64_t cpu_own_cache();

/// Bytes that the first CUDA device can still give; 0 without one.
std::uint64_t free_device_memory();

/// How fast that device copies its own memory, bytes read plus bytes written per second; measured
/// anew at each call. 0 without a device.
double device_copy_bandwidth();

/// Bytes a second that all multiprocessors of that device together read from its L2 cache; measured
/// at the first call, in some milliseconds. 0 without a device.
double device_l2_bandwidth();

/// Memory that the system and the container that this may run in can still give, in bytes.
std::uint64_t available_memory(const std::filesystem::path& root = "/");

/// Throws OutOfMemory when `bytes` more would not fit; `what` names the thing, as in "a 9 × 9
/// grid".
void require_memory(std::uint64_t bytes, const std::string& what);

/// Gives the system what was freed and lies between things still in use. Takes milliseconds: for
/// when much has just gone.
void return_freed_memory();

/// "1.5 GB" and the like.
std::string in_bytes(double bytes);

}  // namespace heatwave::core
