// What the session shows of the lab: what is being measured, and what has been.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kernels/lab/bench/bench.h"
#include "kernels/lab/measurement.h"

namespace heatwave::session {

/// A run of an experiment, or one recorded on another machine.
struct LabResult {
  lab::Report report;
  std::string when;       ///< "14:03:21", or the date of a recorded one
  bool recorded = false;  ///< read from assets/measurements/, never measured here
  bool complete = false;  ///< neither under way nor cancelled
};

struct LabStatus {
  std::string gpu = {};     ///< the one that GPU variants run on here; empty: none
  std::string no_gpu = {};  ///< why there is none; empty where there is one
  bool running = false;
  bool cancelling = false;
  std::string experiment;  ///< under way
  lab::Progress progress;
  double seconds = 0.0;       ///< since it began
  std::uint64_t version = 0;  ///< grows whenever a result changes
  /// By experiment, the newest first: at most two runs. The one under way grows as it is measured.
  std::map<std::string, std::vector<std::shared_ptr<const LabResult>>> results;
  /// By experiment: recorded on other machines.
  std::map<std::string, std::vector<std::shared_ptr<const LabResult>>> recorded;
};

}  // namespace heatwave::session
