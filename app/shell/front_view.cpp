// What lies below the interface: the ground, the field, and what of its values the room wants; and
// what is shown while a field is made ready.
#include "app/shell/front.h"

#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/shell/preparing.h"
#include "app/ui/theme.h"
#include "kernels/core/error.h"

namespace heatwave::shell {
namespace {

/// Fills what lies in the one part and not in the other, which may be empty.
void fill_around(core::Rect all, core::Rect hole, const ImVec4& colour, int framebuffer_height) {
  if (hole.empty()) hole = {all.x0, all.y0, all.x0, all.y0};
  glClearColor(colour.x, colour.y, colour.z, 1.0F);
  const core::Rect above{all.x0, all.y0, all.x1, hole.y0};
  const core::Rect below{all.x0, hole.y1, all.x1, all.y1};
  const core::Rect left{all.x0, hole.y0, hole.x0, hole.y1};
  const core::Rect right{hole.x1, hole.y0, all.x1, hole.y1};
  for (const core::Rect& part : {above, below, left, right}) {
    if (part.empty()) continue;
    glScissor(part.x0, framebuffer_height - part.y1, part.width(), part.height());
    glClear(GL_COLOR_BUFFER_BIT);
  }
}

}  // namespace

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
    is_preparing_ = true;
    draw();
    is_preparing_ = false;
    end_picture();
  });
  model_.told.clear();
  model_.told_at = kLongAgo;
  if (in_frame) begin_interface();
  pacer_.begin_anew();
}

void Front::see_field() {
  seen_ = &room();
  if (!is_preparing_) {
    present_field();
    sample_field();
  }
  const session::Snapshot& snapshot = session_.snapshot();
  const field::Survey& survey = snapshot.report.survey;
  const std::string ranged = std::to_string(snapshot.story) + '/' + snapshot.scene.shown;
  if (std::exchange(ranged_story_, ranged) != ranged) range_.forget();
  if (snapshot.surveyed && survey.finite) {
    const field::ComponentSurvey seen = survey.of(scene::shown_component(snapshot.scene));
    range_.follow(seen.minimum, seen.maximum, pacer_.frame_seconds());
  }
  shown_colours_ = colours();
  window_.keep_within_bounds();
  follow_relief();
}

void Front::draw_field() {
  const core::Extent framebuffer = window_.framebuffer();
  draw_timer_.begin();
  glViewport(0, 0, framebuffer.width, framebuffer.height);
  clear_frame(framebuffer);
  show_held_picture();
  if (shows_field() && !holds_picture()) paint_field(framebuffer);
  draw_timer_.end();
}

void Front::present_field() {
  note_steps();
  if (!shows_field()) return;
  const session::Snapshot& snapshot = session_.snapshot();
  if (snapshot.field_version != presented_version_) {
    presented_version_ = snapshot.field_version;
    session_.present(display_);
    // Where interop fails, the same field comes again by upload.
    if (display_.take_missed()) session_.present(display_);
  }
  painter_.take_flags(session_.cell_flags(), snapshot.scene.extent, snapshot.scene_version);
  note_dragged();
}

void Front::sample_field() {
  sampling_.read(seen_->samples_wanted(), session_, display_, painter_);
  if (compared_ && seen_->panes() != nullptr) compared_->sample(seen_->panes()->wish);
}

/// Clears the panels' part of the window in their own colour, so that they need not blend a
/// background over it, and no pixel twice: OpenGL in software and a GPU that is made for computing
/// fill pixels slowly.
void Front::clear_frame(core::Extent framebuffer) {
  const ui::Theme& theme = ui::theme_of(model_.dark);
  const core::Rect window = core::whole(framebuffer);
  core::Rect ground{};
  core::Rect field{};
  if (shows_field()) ground = core::intersection(in_pixels(seen_->ground(layout_)), window);
  if (shows_field() && !holds_picture() && seen_->surface() == nullptr) {
    const auto pixels = static_cast<double>(pixels_per_unit());
    field = core::intersection(view::painted_pixels(*seen_->field(), pixels), ground);
  }
  glEnable(GL_SCISSOR_TEST);
  fill_around(window, ground, theme.panel, framebuffer.height);
  fill_around(ground, field, theme.surround, framebuffer.height);
  glDisable(GL_SCISSOR_TEST);
}

void Front::follow_relief() {
  if (!shows_field() || holds_picture()) return;
  if (seen_->surface() == nullptr) {
    relief_ = {};
    relief_key_.reset();
    return;
  }
  const lines::Samples& samples = sampling_.samples();
  const ReliefKey key{samples.version, shown_colours_.low, shown_colours_.high};
  if (relief_key_ == key) return;
  relief_key_ = key;
  relief_ = view::relief_of(samples, shown_colours_, session_.snapshot().scene.extent);
}

view::Colouring Front::colouring() {
  const session::Snapshot& snapshot = session_.snapshot();
  return {.display = display_,
          .scale = shown_colours_,
          .outline = ui::theme_of(model_.dark).outline,
          .versions = {presented_version_, snapshot.scene_version}};
}

void Front::paint_field(core::Extent framebuffer) {
  const view::Colouring colouring = this->colouring();
  const auto pixels = static_cast<double>(pixels_per_unit());
  if (compared_ && seen_->panes() != nullptr) {
    compared_->draw(colouring, *seen_->panes(), framebuffer, pixels);
  }
  const view::SurfaceCamera* camera = seen_->surface();
  if (camera == nullptr) {
    painter_.draw(colouring, *seen_->field(), framebuffer, pixels);
  } else {
    surface_painter_.draw(painter_, colouring, relief_, *camera, framebuffer, pixels);
  }
}

}  // namespace heatwave::shell
