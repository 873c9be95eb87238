// The limits of this machine's devices come from the devices' own figures if they report them, or
// else from measurements.
#include <algorithm>
#include <string>

#include "kernels/core/device.h"
#include "kernels/lab/bench/result_words.h"
#include "kernels/lab/measurement.h"

namespace heatwave::lab {
namespace {

/// Returns how many float32 multiply-adds a multiprocessor of this compute capability starts in one
/// clock cycle.
int float_lanes(int major, int minor) {
  if (major == 6) return minor == 0 ? 64 : 128;
  if (major == 7) return 64;
  if (major == 8) return minor == 0 ? 64 : 128;
  return major >= 9 ? 128 : 0;
}

/// Returns how many dense TF32 multiply-adds its tensor cores start in one clock cycle; 0: none or
/// unknown.
int tensor_lanes(int major, int minor) {
  if (major == 8) return minor == 0 ? 512 : 128;
  return major == 9 ? 1024 : 0;
}

Device gpu_of(const core::DeviceFacts& facts) {
  const double clocks = facts.clock_hz * facts.multiprocessors;
  Device device{.name = facts.name,
                .detail = "compute capability " + std::to_string(facts.major) + "." +
                          std::to_string(facts.minor) + ", " +
                          std::to_string(facts.multiprocessors) + " multiprocessors"};
  device.limits = {
      .bytes_per_second = facts.memory_bandwidth,
      .operations_per_second = 2.0 * clocks * float_lanes(facts.major, facts.minor),
      .tensor_operations_per_second = 2.0 * clocks * tensor_lanes(facts.major, facts.minor),
      .cache_bytes = static_cast<double>(facts.l2_cache),
      .l2_bytes_per_second = core::device_l2_bandwidth(),
      .multiprocessor_clocks = clocks};
  device.resources = resources_of(facts);
  if (device.limits.bytes_per_second <= 0) {
    device.limits.bytes_per_second = core::device_copy_bandwidth();
    device.limits.bandwidth_measured = true;
  }
  return device;
}

Device cpu() {
  const core::CpuFacts facts = core::cpu_facts();
  Device device{.name = facts.name,
                .detail = std::to_string(facts.processors) +
                          (facts.processors == 1 ? " thread, " : " threads, ") + facts.simd,
                .threads = facts.processors};
  device.limits = {.bytes_per_second = core::cpu_memory_bandwidth(),
                   .bandwidth_measured = true,
                   .operations_per_second = core::cpu_arithmetic_rate(),
                   .operations_measured = true,
                   .cache_bytes = static_cast<double>(core::cpu_last_cache())};
  return device;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> resources_of(const core::DeviceFacts& facts) {
  std::vector<std::pair<std::string, std::string>> all{
      {"registers of 32 bits", grouped(facts.registers)},
      {"shared memory", std::to_string(facts.shared_memory / 1024) + " KB"},
      {"warps at once", std::to_string(facts.warps)},
      {"blocks at once", std::to_string(facts.blocks)}};
  if (facts.major >= 7) {  // the programming guide lists equal values for all later devices
    all.emplace_back("schedulers", "4");
    all.emplace_back("special function units", "16");
  }
  return all;
}

Machine this_machine() {
  Machine machine{.cpu = cpu()};
  const core::CudaStatus cuda = core::cuda_status();
  if (cuda.usable) {
    machine.gpu = gpu_of(cuda.devices.front());
  } else {
    machine.no_gpu = cuda.reason;
  }
  return machine;
}

}  // namespace heatwave::lab
