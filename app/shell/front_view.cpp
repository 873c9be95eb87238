// What lies below the interface: the ground, the field, and what of its values the room wants; and
// what is shown while a field is made ready.
#include "app/shell/front.h"

#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>

#include "app/shell/preparing.h"
#include "app/ui/theme.h"
#include "kernels/core/error.h"

namespace heatwave::shell {

session::Preparer Front::preparer() {
  return [this](const std::string& told, const session::Preparation& work) { prepare(told, work); };
}

void Front::prepare(const std::string& told, const session::Preparation& work) {
  if (window_.should_close()) throw core::Error("the window is being left");
  if (!has_rooms_) {
    prepare_beside(window_, work, [&] {
      draw_told(window_, interface_, ui::theme_of(!start_.light), unit_of(start_.zoom), told);
    });
    return;
  }
  constexpr double kSeen = 1.0;  // seconds: it neither begins to be seen nor fades
  const bool in_frame = interface_.has_begun();
  tell(told);
  prepare_beside(window_, work, [&] {
    if (!interface_.has_begun()) begin_interface();
    model_.told_at = std::max(model_.told_at, ImGui::GetTime() - kSeen);
    draw_field();
    draw_interface();
    swap();
  });
  model_.told.clear();
  model_.told_at = kLongAgo;
  if (in_frame) begin_interface();
  pacer_.begin_anew();
}

void Front::sample_field() {
  sampling_.read(room().samples_wanted(), session_, display_, painter_);
  if (compared_ && room().panes() != nullptr) compared_->sample(room().panes()->wish);
}

/// Panels in their own colour, so that they fill nothing themselves: blending a colour over most of
/// the window costs OpenGL in software a good part of its time.
void Front::clear_frame(core::Extent framebuffer) {
  const ui::Theme& theme = ui::theme_of(model_.dark);
  glClearColor(theme.panel.x, theme.panel.y, theme.panel.z, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT);
  if (!in_fields()) return;
  const core::Rect ground =
      core::intersection(in_pixels(room().ground(layout_)), core::whole(framebuffer));
  if (ground.empty()) return;
  glEnable(GL_SCISSOR_TEST);
  glScissor(ground.x0, framebuffer.height - ground.y1, ground.width(), ground.height());
  glClearColor(theme.surround.x, theme.surround.y, theme.surround.z, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT);
  glDisable(GL_SCISSOR_TEST);
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
