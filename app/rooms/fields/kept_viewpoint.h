// Where the field is seen from, in the scene and in the window: whichever changes, the other
// follows.
#pragma once

#include <optional>

#include "app/rooms/room_frame.h"
#include "app/scene/scene.h"
#include "app/view/field_mapping.h"
#include "app/view/surface_camera.h"

namespace heatwave::fields_room {

class KeptViewpoint {
 public:
  /// After both have their place in the window.
  void follow(const scene::Scene& scene, view::FieldMapping& mapping, view::SurfaceCamera& camera);
  /// A hand has moved one of them. It is sent on once it rests, so that a turn is one command.
  void note_moved(double now) { moved_at_ = now; }
  [[nodiscard]] bool waits() const { return moved_at_.has_value(); }
  void send(const rooms::Frame& frame, const view::FieldMapping& mapping,
            const view::SurfaceCamera& camera, double now, bool held);

 private:
  scene::Viewpoint known_;
  std::optional<scene::Viewpoint> sent_;  ///< by this window; the scene does not have it yet
  core::Extent grid_{0, 0};
  std::optional<double> moved_at_;
};

}  // namespace heatwave::fields_room
