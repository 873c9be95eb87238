// The utilisation of a device is its traffic divided by its peak rate.
#include "kernels/lab/utilisation.h"

#include <algorithm>
#include <array>

#include "kernels/lab/bench/traffic.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/lab/measurement.h"

namespace heatwave::lab {
namespace {

constexpr std::array kMemoryParts{DevicePart::l1, DevicePart::l2, DevicePart::memory};

/// Returns all settings. Parameters that an earlier version's recording lacks get their initial
/// values.
Settings all_settings_of(const Measurement& m) {
  Settings settings = m.settings;
  for (const Parameter& parameter : find_experiment(m.experiment).parameters) {
    settings.values.try_emplace(parameter.id, parameter.initial);
  }
  return settings;
}

Traffic traffic_of(const Measurement& m) {
  const Variant* variant = catalogued_variant(m);
  if (variant != nullptr && variant->traffic) return variant->traffic(all_settings_of(m));
  // The memory accesses of a library are unknown.
  if (variant == nullptr || variant->yardstick) return {.memory_bytes = m.work.bytes};
  return whole_lines(m.work.bytes);
}

double part_of(double amount, double seconds, double limit) {
  return limit > 0 ? amount / seconds / limit : 0.0;
}

}  // namespace

const char* name_of(DevicePart part) {
  switch (part) {
    case DevicePart::arithmetic:
      return "arithmetic";
    case DevicePart::l1:
      return "L1 and shared memory";
    case DevicePart::l2:
      return "L2";
    case DevicePart::memory:
      return "memory";
    case DevicePart::none:
      break;
  }
  return "";
}

double Utilisation::of(DevicePart part) const {
  switch (part) {
    case DevicePart::arithmetic:
      return arithmetic;
    case DevicePart::l1:
      return l1;
    case DevicePart::l2:
      return l2;
    case DevicePart::memory:
      return memory;
    case DevicePart::none:
      break;
  }
  return 0.0;
}

DevicePart Utilisation::busiest_memory() const {
  const DevicePart most = *std::max_element(kMemoryParts.begin(), kMemoryParts.end(),
                                            [this](auto a, auto b) { return of(a) < of(b); });
  return of(most) > 0 ? most : DevicePart::none;
}

DevicePart Utilisation::busiest() const {
  const DevicePart most = busiest_memory();
  return arithmetic > of(most) ? DevicePart::arithmetic : most;
}

const char* limit_words(const Utilisation& utilisation) {
  if (utilisation.passes_limit()) return "";
  if (utilisation.waits()) return "latency";
  if (utilisation.of(utilisation.busiest()) < kBusy) return "";
  switch (utilisation.busiest()) {
    case DevicePart::l1:
      return "memory: L1 and shared";
    case DevicePart::l2:
      return "memory: L2";
    case DevicePart::memory:
    case DevicePart::arithmetic:
    case DevicePart::none:
      break;
  }
  return name_of(utilisation.busiest());
}

Utilisation utilisation_of(const Measurement& m, const Machine& machine) {
  const double seconds = m.time.median * 1e-3 * m.devices;  // the devices share the work
  if (!m.timed() || seconds <= 0) return {};
  const bool on_gpu = m.processor == Processor::gpu;
  const Limits& limits = on_gpu ? machine.gpu.limits : machine.cpu.limits;
  Utilisation busy;
  if (m.work.floats) {
    const double most =
        m.work.tensor_cores ? limits.tensor_operations_per_second : limits.operations_per_second;
    busy.arithmetic = part_of(m.work.operations, seconds, most);
  }
  const Traffic traffic = on_gpu ? traffic_of(m) : Traffic{.memory_bytes = m.work.bytes};
  // Data in the last-level cache need not come from memory again.
  if (!m.in_cache) {
    busy.memory = part_of(traffic.memory_bytes, seconds, limits.bytes_per_second);
  }
  busy.l1 = part_of(traffic.passes, seconds, limits.multiprocessor_clocks);
  busy.l2 = part_of(traffic.l2_bytes, seconds, limits.l2_bytes_per_second);
  return busy;
}

}  // namespace heatwave::lab
