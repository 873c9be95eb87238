// The baselines are found among the measurements of a report.
#include "kernels/lab/baselines.h"

#include "kernels/lab/catalogued.h"

namespace heatwave::lab {

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
