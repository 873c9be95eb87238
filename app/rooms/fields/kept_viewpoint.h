// Keeps the viewpoint of the scene and of the window equal: a change of one updates the other.
#pragma once

#include <optional>

#include "app/rooms/room.h"
#include "app/scene/scene.h"
#include "app/view/field_mapping.h"
#include "app/view/surface_camera.h"

namespace heatwave::fields_room {

class KeptViewpoint {
 public:
  /// Call after mapping and camera have their layout.
  void follow(const scene::Scene& scene, view::FieldMapping& mapping, view::SurfaceCamera& camera);
  /// Call when the user moves the view. The viewpoint is sent when the view rests, so that a turn
  /// is one command.
  void note_moved(double now) { moved_at_ = now; }
  [[nodiscard]] bool waits() const { return moved_at_.has_value(); }
  void send(const rooms::Frame& frame, const view::FieldMapping& mapping,
            const view::SurfaceCamera& camera, double now, bool held);

 private:
  scene::Viewpoint known_;
  std::optional<scene::Viewpoint> sent_;  ///< sent by this window, not yet in the scene
  core::Extent grid_{0, 0};
  std::optional<double> moved_at_;
};

}  // namespace heatwave::fields_room
