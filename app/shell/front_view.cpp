// What the room wants to know of the field's values, besides their colours.
#include "app/shell/front.h"

namespace heatwave::shell {

void Front::sample_field() {
  const std::optional<view::SampleWish> wish = room().samples_wanted();
  if (!wish || wish->area.empty()) {
    sampled_ = {};
    return;
  }
  const session::Snapshot& snapshot = session_.snapshot();
  if (sampled_.wish == wish && sampled_.field_version == snapshot.field_version &&
      sampled_.scene_version == snapshot.scene_version) {
    return;
  }
  const bool same_places =
      sampled_.wish == wish && sampled_.scene_version == snapshot.scene_version;
  if (!same_places) {
    sampled_.samples = view::places_of(*wish);
    view::find_walls(sampled_.samples, session_.cell_flags(), snapshot.scene.extent);
  }
  sampled_.wish = wish;
  sampled_.field_version = snapshot.field_version;
  sampled_.scene_version = snapshot.scene_version;
  lines::Samples& samples = sampled_.samples;
  samples.before.clear();
  if (wish->before) {
    if (!display_before_) display_before_ = std::make_unique<view::FieldDisplay>();
    session_.present(*display_before_, session::FieldAge::step_before);
    if (display_before_->take_missed()) {
      session_.present(*display_before_, session::FieldAge::step_before);
    }
    samples.before = sampler_.read(*display_before_, painter_.marks(), painter_.thinned(), samples);
  }
  samples.values = sampler_.read(display_, painter_.marks(), painter_.thinned(), samples);
}

void Front::paint_field(core::Extent framebuffer) {
  const session::Scene& scene = session_.snapshot().scene;
  const view::Colouring colouring{
      .display = display_,
      .scale = shown_colours_,
      .ends = view::range_marks(session::shown_colours(scene), shown_colours_),
      .outline = ui::theme_of(model_.dark).outline};
  const auto pixels = static_cast<double>(pixels_per_unit());
  if (compared_ && room().panes() != nullptr) {
    compared_->draw(colouring, *room().panes(), framebuffer, pixels);
  }
  const view::SurfaceCamera* camera = room().surface();
  if (camera == nullptr) {
    relief_ = {};
    painter_.draw(colouring, *room().field(), framebuffer, pixels);
    return;
  }
  relief_ = view::relief_of(sampled_.samples, shown_colours_, scene.extent);
  surface_painter_.draw(painter_, colouring, relief_, *camera, framebuffer, pixels);
}

}  // namespace heatwave::shell
