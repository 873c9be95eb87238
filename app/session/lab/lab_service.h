// The lab's service: measures experiments, and keeps and saves the results.
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
  /// Reports why a run failed.
  void observe();
  /// Sets the fields that never change: this machine's GPU, and the recorded results.
  void introduce(LabStatus& status, const SessionOptions& options);
  void show_in(LabStatus& status) const { worker_.show_in(status); }

 private:
  Hub& hub_;
  LabWorker worker_;
};

}  // namespace heatwave::session
