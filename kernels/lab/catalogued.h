// The catalogue adds information to a measurement, which may come from another version of the
// program, and finds the CPU's times to compare it with.
#pragma once

#include <vector>

#include "kernels/lab/measurement.h"

namespace heatwave::lab {

/// Returns the measurement's variant; null: this version has no such experiment or variant.
const Variant* catalogued_variant(const Measurement& measurement);
/// Returns the kernel times that the lecture printed for this problem, in milliseconds, shortest
/// first. Figures for other sizes and figures with copies are left out, because they do not compare
/// with a kernel's time.
std::vector<double> kernel_times_of_lecture(const Measurement& measurement);

/// Two CPU variants measured at equal settings and with an equal task; null: not measured.
struct Baselines {
  const Measurement* one_thread = nullptr;   ///< the first variant that uses one thread
  const Measurement* all_threads = nullptr;  ///< the fastest variant that uses all processors
};
Baselines baselines_of(const Report& report, const Measurement& measurement);

/// Returns the speedup of `milliseconds` over the baseline's kernel; 0: there is no baseline.
double times_as_fast(const Measurement* baseline, double milliseconds);

}  // namespace heatwave::lab
