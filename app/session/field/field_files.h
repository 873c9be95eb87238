// Saves a field: pictures, sequences of pictures, its scene.
#pragma once

#include "app/session/field/field_core.h"
#include "app/session/field/picture_exports.h"

namespace heatwave::session {

class FieldFiles {
 public:
  FieldFiles(FieldCore& core, const SessionOptions& options);

  void apply(const SaveFieldPng& command, Gesture gesture);
  void apply(const SetExportFolder& command, Gesture gesture);
  void apply(const SaveScene& command, Gesture gesture);
  void apply(const StartSequence& command, Gesture gesture);
  void apply(const StopSequence& command, Gesture gesture);

  /// Gives the field to the sequence if it needs this step.
  void take_due_frame();
  /// Reports failures, and the results of completed sequences.
  void tell();
  [[nodiscard]] PictureExports& exports() { return exports_; }
  [[nodiscard]] const PictureExports& exports() const { return exports_; }

 private:
  FieldCore& core_;
  PictureExports exports_;
};

}  // namespace heatwave::session
