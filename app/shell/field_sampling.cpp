// Reads what is shown already; only the step before is presented for it.
#include "app/shell/field_sampling.h"

#include <utility>

namespace heatwave::shell {

void FieldSampling::read(const std::optional<view::SampleWish>& wish, session::Session& session,
                         const view::FieldDisplay& display, const view::FieldPainter& painter) {
  if (!wish || wish->area.empty()) {
    wish_.reset();
    samples_ = {};
    return;
  }
  const session::Snapshot& snapshot = session.snapshot();
  const bool same_scene =
      std::exchange(scene_version_, snapshot.scene_version) == snapshot.scene_version;
  const bool same_field =
      std::exchange(field_version_, snapshot.field_version) == snapshot.field_version;
  const bool same_places = same_scene && wish_ == wish;
  if (same_places && same_field) return;
  wish_ = wish;
  if (!same_places) {
    samples_ = view::places_of(*wish);
    view::find_walls(samples_, session.cell_flags(), snapshot.scene.extent);
  }
  samples_.version = ++readings_;
  samples_.before.clear();
  if (!sampler_) sampler_.emplace();
  if (wish->before) {
    if (!display_before_) display_before_ = std::make_unique<view::FieldDisplay>();
    session.present(*display_before_, session::FieldAge::step_before);
    if (display_before_->take_missed()) {
      session.present(*display_before_, session::FieldAge::step_before);
    }
    samples_.before =
        sampler_->read(*display_before_, painter.marks(), painter.thinned(), samples_);
  }
  samples_.values = sampler_->read(display, painter.marks(), painter.thinned(), samples_);
}

}  // namespace heatwave::shell
