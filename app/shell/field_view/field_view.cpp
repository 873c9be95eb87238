// Presents, samples and paints the session's field.
#include "app/shell/field_view/field_view.h"

#include <cmath>
#include <utility>

#include "app/scene/views/catalogue.h"
#include "app/session/field/unit_figures.h"
#include "app/ui/theme.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::shell {
FieldView::FieldView(const ShellContext& shell, session::SessionOptions options)
    : shell_(shell), options_(std::move(options)) {}

void FieldView::handle(const session::CompareFields& command) {
  if (command.on == (compared_ != nullptr)) return;
  compared_ = command.on ? std::make_unique<ComparedField>(shell_.session, options_) : nullptr;
}

void FieldView::follow(bool shows_field, double seconds) {
  if (compared_ == nullptr) return;
  constexpr double kCatchUp = 0.03;  // seconds of a frame
  try {
    compared_->follow(shell_.session.snapshot(), std::max(kCatchUp, seconds));
    if (shows_field) compared_->present(shell_.session);
  } catch (const core::Error& error) {
    compared_.reset();
    shell_.tell_why(error);
  }
}

const rooms::Comparison* FieldView::comparison() const {
  return compared_ == nullptr ? nullptr : &compared_->words();
}

bool FieldView::lacks_steps() const {
  return compared_ != nullptr && compared_->lacks_steps(shell_.session.snapshot());
}

void FieldView::update(const rooms::Room& room, double frame_seconds) {
  if (room.field() != nullptr) present();
  sampling_.read(room.samples_wanted(), shell_.session, display_, painter_);
  if (compared_ != nullptr && room.panes() != nullptr) compared_->sample(room.panes()->request);
  follow_range(frame_seconds);
  if (room.field() != nullptr && !shell_.now.present.holds_picture) follow_relief(room);
}

void FieldView::present() {
  session::Session& session = shell_.session;
  const session::Snapshot& now = session.snapshot();
  if (std::exchange(presented_version_, now.field_version) != now.field_version) {
    session.present(display_);
    // If interop fails, the field is uploaded instead.
    if (display_.take_missed()) session.present(display_);
  }
  painter_.take_flags(session.cell_flags(), now.scene.extent, now.scene_version);
}

void FieldView::follow_range(double frame_seconds) {
  const session::Snapshot& now = shell_.session.snapshot();
  const scene::Scene& scene = now.scene;
  const field::Survey& survey = now.report.survey;
  const std::string ranged = std::to_string(now.story) + '/' + scene::shown_quantity(scene).id;
  if (std::exchange(ranged_story_, ranged) != ranged) range_.forget();
  if (now.surveyed && survey.finite) {
    const field::ComponentSurvey seen = session::shown_survey(now);
    range_.follow(seen.minimum, seen.maximum, frame_seconds);
  }
  colours_ = colour::resolve(scene::shown_colours(scene), scene::shown_quantity(scene),
                             range_.minimum(), range_.maximum());
  colours_.legend = session::shown_legend(scene);
}

void FieldView::follow_relief(const rooms::Room& room) {
  if (room.surface() == nullptr) {
    relief_ = {};
    relief_key_.reset();
    return;
  }
  const lines::Samples& samples = sampling_.samples();
  const ReliefKey key{samples.version, colours_.low, colours_.high};
  if (std::exchange(relief_key_, key) == key) return;
  relief_ = view::relief_of(samples, colours_, shell_.session.snapshot().scene.extent);
}

view::Colouring FieldView::colouring() {
  return {.display = display_,
          .scale = colours_,
          .outline = ui::theme_of(shell_.now.interface.dark).outline,
          .versions = {presented_version_, shell_.session.snapshot().scene_version}};
}

void FieldView::draw(const rooms::Room& room, const FieldPlace& place) {
  if (room.field() == nullptr || shell_.now.present.holds_picture) return;
  const view::Colouring colouring = this->colouring();
  if (compared_ != nullptr && room.panes() != nullptr) {
    compared_->draw(colouring, *room.panes(), place.framebuffer, place.pixels_per_unit);
  }
  const view::SurfaceCamera* camera = room.surface();
  if (camera == nullptr) {
    painter_.draw(colouring, *room.field(), place.framebuffer, place.pixels_per_unit);
  } else {
    surface_painter_.draw(painter_, colouring, relief_, *camera, place.framebuffer,
                          place.pixels_per_unit);
  }
}

}  // namespace heatwave::shell
