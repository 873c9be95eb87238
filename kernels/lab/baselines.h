// The baselines of a variant are the times of the CPU, with one thread and with all threads.
#pragma once

#include "kernels/lab/measurement.h"

namespace heatwave::lab {

/// Two CPU variants measured at equal settings and with an equal task; null: not measured.
struct Baselines {
  const Measurement* one_thread = nullptr;   ///< the first variant that uses one thread
  const Measurement* all_threads = nullptr;  ///< the fastest variant that uses all processors
};
Baselines baselines_of(const Report& report, const Measurement& measurement);

/// Returns the speedup of `milliseconds` over the baseline's kernel; 0: there is no baseline.
double times_as_fast(const Measurement* baseline, double milliseconds);

}  // namespace heatwave::lab
