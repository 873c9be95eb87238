// What the room wants to know of the field's values, besides their colours.
#include "app/shell/front.h"

namespace heatwave::shell {

void Front::sample_field() {
  sampling_.read(room().samples_wanted(), session_, display_, painter_);
  if (compared_ && room().panes() != nullptr) compared_->sample(room().panes()->wish);
}

void Front::paint_field(core::Extent framebuffer) {
  const session::Scene& scene = session_.snapshot().scene;
  const view::Colouring colouring{
      .display = display_,
      .scale = shown_colours_,
      .ends = view::range_marks(session::shown_colours(scene), shown_colours_),
      .outline = ui::theme_of(model_.dark).outline,
      .versions = {presented_version_, session_.snapshot().scene_version}};
  const auto pixels = static_cast<double>(pixels_per_unit());
  if (compared_ && room().panes() != nullptr) {
    compared_->draw(colouring, *room().panes(), framebuffer, pixels);
  }
  const view::SurfaceCamera* camera = room().surface();
  if (camera == nullptr) {
    relief_ = {};
    relief_key_.reset();
    painter_.draw(colouring, *room().field(), framebuffer, pixels);
    return;
  }
  const lines::Samples& samples = sampling_.samples();
  const ReliefKey key{samples.version, shown_colours_.low, shown_colours_.high};
  if (relief_key_ != key) {
    relief_key_ = key;
    relief_ = view::relief_of(samples, shown_colours_, scene.extent);
  }
  surface_painter_.draw(painter_, colouring, relief_, *camera, framebuffer, pixels);
}

}  // namespace heatwave::shell
