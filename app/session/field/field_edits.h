// Commands that replace the field or a part of it, and undo.
#pragma once

#include "app/session/field/field_core.h"

namespace heatwave::session {

class FieldEdits {
 public:
  explicit FieldEdits(FieldCore& core) : core_(core) {}

  void apply(const LoadScene& command, Gesture gesture);
  void apply(const Resize& command, Gesture gesture);
  void apply(const LoadField& command, Gesture gesture);
  void apply(const PutBack& command, Gesture gesture);
  void apply(const Reset& command, Gesture gesture);
  void apply(const Paint& command, Gesture gesture);
  void apply(const Erase& command, Gesture gesture);
  void apply(const Undo& command, Gesture gesture);
  void apply(const Redo& command, Gesture gesture);
  void apply(const ChooseBackend& command, Gesture gesture);

 private:
  FieldCore& core_;
};

}  // namespace heatwave::session
