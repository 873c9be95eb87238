// Measurements of the field: probes, lines, totals, and the tables of their readings.
#pragma once

#include "app/session/field/field_core.h"
#include "app/session/field/instruments.h"

namespace heatwave::session {

class FieldMeasures {
 public:
  FieldMeasures(FieldCore& core, bool keeps_samples, std::int64_t rows_every)
      : core_(core), instruments_(keeps_samples, rows_every) {}

  void apply(const AddProbe& command, Gesture gesture);
  void apply(const MoveProbe& command, Gesture gesture);
  void apply(const RemoveProbe& command, Gesture gesture);
  void apply(const SetLine& command, Gesture gesture);
  void apply(const RemoveLine& command, Gesture gesture);
  void apply(const SetSampling& command, Gesture gesture);
  void apply(const WatchTotals& command, Gesture gesture);
  void apply(const SetUnits& command, Gesture gesture);
  void apply(const SaveMeasures& command, Gesture gesture);

  /// Reads all measurements at the current step.
  void measure();
  [[nodiscard]] Instruments& instruments() { return instruments_; }
  [[nodiscard]] const Readings& readings() const { return instruments_.readings(); }

 private:
  FieldCore& core_;
  Instruments instruments_;
};

}  // namespace heatwave::session
