// Published state of the lab: the running measurement and all results.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kernels/cuda_text/diagnostic.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/measurement.h"

namespace heatwave::session {

/// A run of an experiment, on this machine or recorded on another.
struct LabResult {
  lab::Report report;
  std::string when;       ///< "14:03:21", or the date of a recorded run
  bool recorded = false;  ///< read from assets/measurements/, not measured here
  bool complete = false;  ///< neither running nor cancelled
};

/// An edited kernel that the compiler has refused.
struct RefusedKernel {
  std::string text;
  std::vector<cuda_text::Diagnostic> mistakes;  ///< at least one
};

struct LabStatus {
  std::string gpu = {};     ///< the GPU of GPU variants on this machine; empty: none
  std::string no_gpu = {};  ///< why there is no GPU; empty: there is one
  bool running = false;
  bool cancelling = false;
  std::string experiment;  ///< experiment of the running measurement
  lab::Progress progress;
  double seconds = 0.0;       ///< since it began
  std::uint64_t version = 0;  ///< grows with each change of a result
  /// Results by experiment, the newest first: at most two runs. A running one grows.
  std::map<std::string, std::vector<std::shared_ptr<const LabResult>>> results;
  /// Results by experiment, recorded on other machines.
  std::map<std::string, std::vector<std::shared_ptr<const LabResult>>> recorded;
  /// Null: the newest edited kernel was compiled, or there is none.
  std::shared_ptr<const RefusedKernel> refused;
};

}  // namespace heatwave::session
