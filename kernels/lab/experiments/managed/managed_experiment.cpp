// This experiment doubles an array in managed memory. This file describes its variants and contains
// those that run on the CPU.
#include "kernels/lab/experiments/managed/managed_experiment.h"

#include <vector>

#include "kernels/core/every_level.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::managed_experiment {
namespace {

// variant: loop
void double_up(const float* in, float* out, std::int64_t /*n*/, std::int64_t i, std::int64_t end) {
  for (; i < end; ++i) out[i] = 2 * in[i];  //! the data are in the CPU's memory already
}

// variant: threads
[[gnu::always_inline]] inline void double_wide(const float* in, float* out, std::int64_t /*n*/,
                                               std::int64_t i, std::int64_t end) {
  for (; i < end; ++i) out[i] = 2 * in[i];  //! vectors
}
// end

std::vector<float> doubled(std::vector<float> numbers) {
  for (float& each : numbers) each *= 2;
  return numbers;
}

constexpr const char* kFromHost = "from the host and back";

Variant from_host(const std::string& id, const std::string& title, const std::string& what,
                  MakeRun make) {
  Variant variant = on_gpu(id, title, what, nullptr, std::move(make));
  variant.task = kFromHost;
  variant.traffic = no_traffic;  // the bus is the limit, not a part of the GPU
  return variant;
}

std::vector<Variant> variants() {
  std::vector<Variant> all = {
      {.id = "loop",
       .title = "CPU, simple loop",
       .what = "One thread doubles the numbers where they are.",
       .task = kFromHost,
       .make = array_loop<float>(double_up)},
      {.id = "threads",
       .title = "CPU, threads and vectors",
       .what = "All processors share the array: the time to beat, copies over the bus included.",
       .cpu_threads = CpuThreads::all,
       .task = kFromHost,
       .make = array_loop<float>(core::kAtBestLevel<double_wide>, true)},
      from_host(
          "on-demand", "managed, on demand",
          "The host wrote the input. The kernel's first access to each page is a fault: the "
          "warp waits until the page has moved. The host's accesses to the result fault, too.",
          launched_by<managed_on_demand>()),
      from_host("prefetched", "managed, prefetched",
                "cudaMemPrefetchAsync moves all pages in one go, before the kernel and after it.",
                launched_by<managed_prefetched>()),
      from_host("advised", "managed, kept on the host",
                "cudaMemAdvise keeps the pages in the host's memory and lets the device access "
                "them there: no page moves, and each access crosses the bus.",
                launched_by<managed_advised>()),
      from_host("copied", "copies from and to pinned memory",
                "Memory of cudaMalloc, and cudaMemcpyAsync both ways: the speed to reach.",
                launched_by<managed_copied>()),
      on_gpu("resident", "managed, already on the device",
             "A kernel on pages that a prefetch has moved: managed memory is then memory of the "
             "device.",
             nullptr, launched_by<managed_resident>()),
      on_gpu("device", "cudaMalloc, already on the device",
             "Memory that never moves, for comparison.", nullptr, launched_by<managed_device>())};
  for (Variant& each : all) {
    if (each.id == "copied" || each.id == "device") each.yardstick = true;
    if (each.id == "resident" || each.id == "device") each.task = "already on the device";
  }
  return all;
}

}  // namespace

Experiment experiment() {
  Experiment it = array_experiment<float>(
      {.id = "managed",
       .title = "Managed memory",
       .shows =
           "cudaMallocManaged gives an array one address for host and device, and pages move to "
           "the processor that uses them. On demand each move begins with a fault; a prefetch "
           "moves all pages in one go. The time counts from data on the host to results on "
           "the host. Compare it with copies of pinned memory, and with pages that are on the "
           "device already.",
       .variants = variants()},
      doubled);
  it.parameters[0].help =
      "Length of the array; the Lab never takes more managed memory than is free on "
      "the device.";
  it.parameters[0].initial = 1 << 24;
  it.parameters[0].sweep = {1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26};
  it.quick = {{"n", 1 << 20}};
  it.copies = {};
  // Pinned memory counts as the host's, beside the problem's two arrays and the result.
  it.host_bytes = [](const Settings& s) { return 24.0 * static_cast<double>(s["n"]); };
  return it;
}

}  // namespace heatwave::lab::managed_experiment
