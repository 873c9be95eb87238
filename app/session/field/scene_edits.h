// Commands that change the items and the rules of a scene; its field goes on.
#pragma once

#include "app/session/field/field_core.h"

namespace heatwave::session {

class SceneEdits {
 public:
  explicit SceneEdits(FieldCore& core) : core_(core) {}

  void apply(const AddItem& command, Gesture gesture);
  void apply(const ChangeItem& command, Gesture gesture);
  void apply(const MoveItem& command, Gesture gesture);
  void apply(const ExtendItem& command, Gesture gesture);
  void apply(const RemoveItem& command, Gesture gesture);
  void apply(const SetParameter& command, Gesture gesture);
  void apply(const SetGuard& command, Gesture gesture);
  void apply(const SetEdges& command, Gesture gesture);

 private:
  FieldCore& core_;
};

}  // namespace heatwave::session
