// Reads samples on the device from the displayed picture, or else from host memory.
#include "app/shell/field_view/field_sampling.h"

#include <utility>

#include "app/scene/views/catalogue.h"
#include "app/view/field_sampler.h"

namespace heatwave::shell {

using session::PresentedPlane;

void FieldSampling::read(const std::optional<view::SampleRequest>& request,
                         session::Session& session, const view::FieldDisplay& display,
                         const view::FieldPainter& painter) {
  if (!request || request->area.empty()) {
    request_.reset();
    samples_ = {};
    return;
  }
  const session::Snapshot& snapshot = session.snapshot();
  const bool same_scene =
      std::exchange(scene_version_, snapshot.scene_version) == snapshot.scene_version;
  const bool same_field =
      std::exchange(field_version_, snapshot.field_version) == snapshot.field_version;
  const bool same_places = same_scene && request_ == request;
  if (same_places && same_field) return;
  request_ = request;
  if (!same_places) {
    samples_ = view::places_of(*request);
    view::find_walls(samples_, session.cell_flags(), snapshot.scene.extent);
  }
  samples_.version = ++readings_;
  samples_.before.clear();
  samples_.now.clear();
  if (request->before) {
    samples_.before = values(session, PresentedPlane::step_before, display, painter);
    if (scene::averaging(snapshot.scene)) {
      samples_.now = values(session, PresentedPlane::now, display, painter);
    }
  }
  samples_.values = values(session, PresentedPlane::shown, display, painter);
}

std::vector<float> FieldSampling::values(session::Session& session, PresentedPlane plane,
                                         const view::FieldDisplay& display,
                                         const view::FieldPainter& painter) {
  if (display.is_by_interop()) return values_on_device(session, plane, display, painter);
  view::HostSampler sampler(painter.cell_marks(), painter.thinned(), display.longest_side(),
                            samples_);
  session.present(sampler, plane);
  return sampler.take();
}

/// Reads the samples on the device. Only the previous time level is presented for it separately.
std::vector<float> FieldSampling::values_on_device(session::Session& session, PresentedPlane plane,
                                                   const view::FieldDisplay& display,
                                                   const view::FieldPainter& painter) {
  if (!sampler_) sampler_.emplace();
  if (plane == PresentedPlane::shown) {
    return sampler_->read(display, painter.marks(), painter.thinned(), samples_);
  }
  if (!display_before_) display_before_ = std::make_unique<view::FieldDisplay>();
  session.present(*display_before_, plane);
  if (display_before_->take_missed()) session.present(*display_before_, plane);
  return sampler_->read(*display_before_, painter.marks(), painter.thinned(), samples_);
}

}  // namespace heatwave::shell
