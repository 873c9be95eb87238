// Compares the known viewpoint with the scene's and the window's.
#include "app/rooms/fields/kept_viewpoint.h"

namespace heatwave::fields_room {

void KeptViewpoint::follow(const scene::Scene& scene, view::FieldMapping& mapping,
                           view::SurfaceCamera& camera) {
  if (scene.viewpoint == known_ && scene.extent == grid_) return;
  const bool came_back = sent_ == scene.viewpoint && scene.extent == grid_;
  known_ = scene.viewpoint;
  grid_ = scene.extent;
  sent_.reset();
  // The window sent this viewpoint, and the user may have moved on since.
  if (came_back) return;
  moved_at_.reset();
  mapping.see(known_.magnified, known_.centre);
  camera.see(known_.turned, known_.tilted, known_.zoomed, known_.moved);
}

void KeptViewpoint::send(const rooms::Frame& frame, const view::FieldMapping& mapping,
                         const view::SurfaceCamera& camera, double now, bool held) {
  // seconds without movement, longer than between two notches of a wheel
  constexpr double kRest = 0.25;
  if (!moved_at_ || held || now - *moved_at_ < kRest) return;
  moved_at_.reset();
  const scene::Viewpoint seen{.magnified = mapping.magnified(),
                              .centre = mapping.centre_part(),
                              .turned = camera.turned(),
                              .tilted = camera.tilted(),
                              .zoomed = camera.zoomed(),
                              .moved = camera.moved_part()};
  // known_ changes only when the scene has the viewpoint; until then follow() would restore the old
  // one.
  if (seen == known_) return;
  sent_ = seen;
  frame.send(session::SetViewpoint{seen});
}

}  // namespace heatwave::fields_room
