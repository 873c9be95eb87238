// The times that a variant is compared with: the CPU's, by one thread and by all threads.
#pragma once

#include "kernels/lab/measurement.h"

namespace heatwave::lab {

/// Two CPU variants at the same settings and task; null where none was measured.
struct Baselines {
  const Measurement* one_thread = nullptr;   ///< the first variant of one thread
  const Measurement* all_threads = nullptr;  ///< the fastest that all processors share
};
Baselines baselines_of(const Report& report, const Measurement& measurement);

/// How many times as fast `milliseconds` are as a measurement's kernel; 0: there is none.
double times_as_fast(const Measurement* baseline, double milliseconds);

}  // namespace heatwave::lab
