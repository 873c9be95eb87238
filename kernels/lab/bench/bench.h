// measure() runs experiments, variant by variant and value by value. A time counts only if the
// result is correct.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kernels/lab/experiment.h"
#include "kernels/lab/measurement.h"

namespace heatwave::lab {

struct Sweep {
  std::string parameter;  ///< empty: no sweep
  std::vector<std::int64_t> values;
};

struct Request {
  std::string experiment;
  std::vector<std::string> variants;  ///< empty: all variants
  Settings settings;
  int repeats = 20;  ///< samples of each variant, if there is time
  /// Seconds for all samples of one variant; at least three samples are taken ….
  double seconds = 1.0;
  double longest_sample = 2.0;  ///< seconds; … except that a longer sample remains the only one
  Sweep sweep;
};

struct Progress {
  int done = 0;  ///< finished measurements
  int total = 0;
  std::string now;  ///< the running variant and the swept value
};

/// Both functions are called on the thread that measures.
struct Observer {
  std::function<void(const Progress&)> progress = [](const Progress&) {};
  std::function<void(const Measurement&)> measured = [](const Measurement&) {};
};

/// Returns each parameter's initial value.
Settings initial_settings(const Experiment& experiment);
/// Returns the settings of the quick set.
Settings quick_settings(const Experiment& experiment);

/// Throws core::Error for a request that cannot be carried out: an unknown name, a value out of
/// range or a size that does not fit. In the last case the message names the largest size that
/// fits.
void check(const Request& request);
/// Checks a request for an experiment that need not be in the catalogue.
void check(const Experiment& experiment, const Request& request);

/// Measures all requested variants. A variant that fails or is unavailable becomes a measurement
/// with the reason, and the others go on. After a stop request it frees all memory and returns the
/// finished measurements; the one that was running comes last, as cancelled.
Report measure(const Request& request, const Observer& observer, const Stop& stop);
Report measure(const Experiment& experiment, const Request& request, const Observer& observer,
               const Stop& stop);

}  // namespace heatwave::lab
