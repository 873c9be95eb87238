// The limits of this machine's devices come from the devices' own figures if they report them, or
// else from measurements. The catalogue adds information to a measurement, which may come from
// another version of the program.
#include "kernels/lab/measurement.h"

#include <algorithm>
#include <string>

#include "kernels/core/device.h"
#include "kernels/core/find_by_id.h"
#include "kernels/core/part_of_limit.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/experiment_catalogue.h"

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

void find_limit(Measurement& m, const Limits& limits) {
  const double most_operations =
      m.work.tensor_cores ? limits.tensor_operations_per_second : limits.operations_per_second;
  // Data that fits into the last-level cache need not come from memory each time.
  const double of_memory =
      m.in_cache ? 0.0 : core::part_of_limit(m.bytes_per_second, limits.bytes_per_second);
  const double of_arithmetic = core::part_of_limit(m.operations_per_second, most_operations);
  // A memory limit measured by a copy is too low for a variant that only reads. What holds such a
  // variant is unknown, and a share of the arithmetic limit would suggest that it is slow.
  if (!m.in_cache && limits.bandwidth_measured && of_memory == 0.0 && m.bytes_per_second > 0) {
    m.part_of_limit = 0.0;
    return;
  }
  m.limit_is_memory = of_memory >= of_arithmetic;
  m.part_of_limit = std::max(of_memory, of_arithmetic);
}

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

const Variant* catalogued_variant(const Measurement& measurement) {
  const Experiment* experiment = core::with_id(experiments(), measurement.experiment);
  return experiment == nullptr ? nullptr : core::with_id(experiment->variants, measurement.variant);
}

std::string lower_precision_of(const Measurement& measurement) {
  const Variant* variant = catalogued_variant(measurement);
  return variant == nullptr ? "" : variant->lower_precision;
}

bool is_better(const Measurement& a, const Measurement& b) {
  const auto rank = [](const Measurement& m) {
    return std::pair(!lower_precision_of(m).empty(), m.time.median);
  };
  return rank(a) < rank(b);
}

std::vector<double> kernel_times_of_lecture(const Measurement& measurement) {
  std::vector<double> times;
  const Variant* variant = catalogued_variant(measurement);
  if (variant == nullptr) return times;
  for (const LectureFigure& figure : variant->lecture) {
    if (!figure.with_copies && figure.fits(measurement.settings)) {
      times.push_back(figure.milliseconds);
    }
  }
  std::sort(times.begin(), times.end());
  return times;
}

Baselines baselines_of(const Report& report, const Measurement& measurement) {
  Baselines baselines;
  for (const Measurement& m : report.measurements) {
    if (m.processor != Processor::cpu || !m.ranked() || m.yardstick) continue;
    if (!m.comparable_with(measurement)) continue;
    const Variant* variant = catalogued_variant(m);
    const CpuThreads threads = variant == nullptr ? CpuThreads::one : variant->cpu_threads;
    if (threads == CpuThreads::one && baselines.one_thread == nullptr) baselines.one_thread = &m;
    const Measurement*& fastest = baselines.all_threads;
    if (threads == CpuThreads::all &&
        (fastest == nullptr || m.time.median < fastest->time.median)) {
      fastest = &m;
    }
  }
  return baselines;
}

double times_as_fast(const Measurement* baseline, double milliseconds) {
  return baseline == nullptr || milliseconds <= 0 ? 0.0 : baseline->time.median / milliseconds;
}

}  // namespace heatwave::lab
