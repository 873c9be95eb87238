// The runs of experiments: growing, measurement by measurement, or recorded on other machines.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/session/lab/lab_status.h"
#include "kernels/lab/bench/bench.h"

namespace heatwave::session {

/// Runs of one experiment, the newest first.
using LabRuns = std::vector<std::shared_ptr<const LabResult>>;

/// A run of all variants is a new one; the newest earlier run is kept for comparison. A run of a
/// few variants is merged into the newest run with the same machine and settings, so that measuring
/// a variant again updates its row. A failed measurement replaces no successful one, neither in its
/// row nor, if all have failed, as a run.
class GrowingRun {
 public:
  GrowingRun(const lab::Request& request, lab::Machine machine, LabRuns before);

  /// Adds a measurement. Cancelled ones are ignored.
  void add(const lab::Measurement& measurement);
  /// Ends the run. `whole`: all requested measurements have arrived.
  void finish(bool whole);

  /// At most two runs, without those that have no measurement yet.
  [[nodiscard]] const LabRuns& runs() const { return runs_; }
  /// Why a measurement failed whose earlier result was kept; empty: none was kept.
  [[nodiscard]] const std::string& why_kept() const { return why_kept_; }

 private:
  /// Correct variants share one picture, which may take megabytes.
  void share_picture(lab::Measurement& row) const;
  void show();
  [[nodiscard]] bool has_figures() const;
  void keep(const lab::Measurement& instead_of);

  LabResult result_;
  LabRuns before_;  ///< without the run that is being extended
  LabRuns runs_;
  std::string why_kept_;
  bool merging_ = false;
  bool was_complete_ = false;  ///< the extended run was complete
};

struct RecordedLabs {
  /// Runs by experiment: runs of all variants before sweeps, each with the newest first.
  std::map<std::string, LabRuns> results;
  std::vector<std::string> failures;  ///< reasons why files could not be read
};

/// Reads the folder's files lab*.json, as written by `heatwave lab --json`. Never throws for a
/// file: unreadable ones are listed in `failures`, and the others are used.
RecordedLabs read_recorded_labs(const std::filesystem::path& folder);

}  // namespace heatwave::session
