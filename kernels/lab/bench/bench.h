// Measures experiments: variant by variant, value by value, checked before a time counts.
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
  std::vector<std::string> variants;  ///< empty: all
  Settings settings;
  int repeats = 20;             ///< samples of each variant, while there is time
  double seconds = 1.0;         ///< for the samples of one variant; three are taken in any case…
  double longest_sample = 2.0;  ///< …but one that takes longer than this stands alone
  Sweep sweep;
};

struct Progress {
  int done = 0;  ///< measurements
  int total = 0;
  std::string now;  ///< the variant under way, and the swept value
};

/// Told on the thread that measures.
struct Observer {
  std::function<void(const Progress&)> progress = [](const Progress&) {};
  std::function<void(const Measurement&)> measured = [](const Measurement&) {};
};

/// Each parameter's initial value.
Settings initial_settings(const Experiment& experiment);
/// As the quick set has it.
Settings quick_settings(const Experiment& experiment);

/// Throws core::Error for a request that cannot be carried out: an unknown name, a value out of
/// range, a size that does not fit (then with the size that would).
void check(const Request& request);
/// The same for an experiment that need not be in the catalogue.
void check(const Experiment& experiment, const Request& request);

/// Measures what was asked for. A variant that fails, or cannot be had, becomes a measurement that
/// says so; the others go on. Stopped, it returns what there is, freed of everything; the one that
/// was under way comes last, as cancelled.
Report measure(const Request& request, const Observer& observer, const Stop& stop);
Report measure(const Experiment& experiment, const Request& request, const Observer& observer,
               const Stop& stop);

}  // namespace heatwave::lab
