// Commands that change the scene, or the field itself.
#pragma once

#include "app/session/field/field_core.h"

namespace heatwave::session {

/// Commands that change a scene's items, rules, view or description; its field continues.
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
  void apply(const SetColours& command, Gesture gesture);
  void apply(const ShowComponent& command, Gesture gesture);
  void apply(const ShowBeside& command, Gesture gesture);
  void apply(const SetView& command, Gesture gesture);
  void apply(const SetFlow& command, Gesture gesture);
  void apply(const SetViewpoint& command, Gesture gesture);
  void apply(const SetPace& command, Gesture gesture);
  void apply(const DescribeScene& command, Gesture gesture);

 private:
  /// Throws core::OutOfMemory where the host lacks memory for the plane that `next` shows.
  void require_memory(const scene::Scene& next) const;

  FieldCore& core_;
};

/// Commands that replace the field or a part of it, and undo.
class FieldEdits {
 public:
  explicit FieldEdits(FieldCore& core) : core_(core) {}

  void apply(const LoadScene& command, Gesture gesture);
  void apply(const SetFormula& command, Gesture gesture);
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
