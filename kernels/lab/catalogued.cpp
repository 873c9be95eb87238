// The catalogue adds information to a measurement, which may come from another version of the
// program, and finds the CPU's times to compare it with.
#include "kernels/lab/catalogued.h"

#include <algorithm>

#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab {

const Variant* catalogued_variant(const Measurement& measurement) {
  for (const Experiment& experiment : experiments()) {
    if (experiment.id != measurement.experiment) continue;
    for (const Variant& variant : experiment.variants) {
      if (variant.id == measurement.variant) return &variant;
    }
  }
  return nullptr;
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
