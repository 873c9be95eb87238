// The lab's service: measures, and keeps and saves what came out.
#pragma once

#include "app/session/command.h"
#include "app/session/hub.h"
#include "app/session/lab/lab_status.h"
#include "app/session/lab/lab_worker.h"
#include "app/session/session.h"

namespace heatwave::session {

class LabService {
 public:
  explicit LabService(Hub& hub) : hub_(hub) {}

  void apply(const RunLab& command, Gesture gesture);
  void apply(const CancelLab& command, Gesture gesture);
  void apply(const SaveLab& command, Gesture gesture);

  [[nodiscard]] bool is_measuring() const { return worker_.running(); }
  /// Says why a run broke off.
  void observe();
  /// What stays as it is while the program runs: this machine's GPU, and what others have measured.
  void introduce(LabStatus& status, const SessionOptions& options);
  void show_in(LabStatus& status) const { worker_.show_in(status); }

 private:
  Hub& hub_;
  LabWorker worker_;
};

}  // namespace heatwave::session
