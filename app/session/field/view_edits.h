// Commands that change how a scene is shown and described; no cell of its field changes.
#pragma once

#include "app/session/field/field_core.h"

namespace heatwave::session {

class ViewEdits {
 public:
  explicit ViewEdits(FieldCore& core) : core_(core) {}

  void apply(const SetColours& command, Gesture gesture);
  void apply(const ShowComponent& command, Gesture gesture);
  void apply(const SetView& command, Gesture gesture);
  void apply(const SetViewpoint& command, Gesture gesture);
  void apply(const SetPace& command, Gesture gesture);
  void apply(const DescribeScene& command, Gesture gesture);

 private:
  FieldCore& core_;
};

}  // namespace heatwave::session
