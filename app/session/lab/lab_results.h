// The runs of one experiment while the newest of them grows, measurement by measurement.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/session/lab/lab_status.h"
#include "kernels/lab/bench/bench.h"

namespace heatwave::session {

/// Newest first.
using LabRuns = std::vector<std::shared_ptr<const LabResult>>;

/// A run of all variants is a new one; of the runs before it the newest is kept, to compare with.
/// A run of some variants goes into the newest where machine and settings are the same, so that a
/// variant that is measured again brings its row up to date. What could not be measured takes no
/// measurement's place: neither in its row nor, where nothing could be, as a run.
class GrowingRun {
 public:
  GrowingRun(const lab::Request& request, lab::Machine machine, LabRuns before);

  /// A measurement that was cancelled tells nothing and is left out.
  void add(const lab::Measurement& measurement);
  /// Nothing more comes. `whole`: all that was asked for has come.
  void finish(bool whole);

  /// At most two. One in which nothing was measured yet is not among them.
  [[nodiscard]] const LabRuns& runs() const { return runs_; }
  /// Why something could not be measured while an earlier measurement stands in its place; empty
  /// where nothing was kept so.
  [[nodiscard]] const std::string& why_kept() const { return why_kept_; }

 private:
  /// Variants that are right have the same picture, which may be megabytes.
  void share_picture(lab::Measurement& row) const;
  void show();
  [[nodiscard]] bool has_figures() const;
  void keep(const lab::Measurement& instead_of);

  LabResult result_;
  LabRuns before_;  ///< without the run that is being added to
  LabRuns runs_;
  std::string why_kept_;
  bool merging_ = false;
  bool was_complete_ = false;  ///< the run that is being added to
};

}  // namespace heatwave::session
