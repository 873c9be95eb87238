// Validates and applies changes of the view.
#include "app/session/field/view_edits.h"

#include "app/scene/scene_checks.h"
#include "app/scene/scene_edit.h"
#include "app/scene/views/catalogue.h"
#include "kernels/core/device.h"

namespace heatwave::session {

void ViewEdits::apply(const SetColours& command, Gesture /*gesture*/) {
  scene::check_colours(command.colours);
  scene::Scene next = core_.scene();
  shown_colours(next) = command.colours;
  core_.set_view(next);
}

void ViewEdits::apply(const ShowComponent& command, Gesture /*gesture*/) {
  scene::Scene next = core_.scene();
  (void)component_of(next, command.component);  // throws when there is none
  next.shown = command.component;
  core_.set_view(next);
}

void ViewEdits::apply(const SetView& command, Gesture /*gesture*/) {
  scene::Scene next = core_.scene();
  scene::check_view({.kind = command.view, .parameters = command.parameters}, next.equation);
  choose_view(next, command.view, command.parameters);
  next.layers = command.layers;
  if (!core_.averaged().is_shown()) {
    core::require_memory(AveragedPlane::bytes(next), "an average of the field over time");
  }
  core_.set_view(next);
}

void ViewEdits::apply(const SetViewpoint& command, Gesture /*gesture*/) {
  scene::check_viewpoint(command.viewpoint);
  scene::Scene next = core_.scene();
  next.viewpoint = command.viewpoint;
  core_.set_view(next);
}

void ViewEdits::apply(const SetPace& command, Gesture /*gesture*/) {
  scene::check_pace(command.pace);
  scene::Scene next = core_.scene();
  next.pace = command.pace;
  core_.set_view(next);
}

void ViewEdits::apply(const DescribeScene& command, Gesture /*gesture*/) {
  scene::check_description(command.title, command.watch);
  scene::Scene next = core_.scene();
  next.title = command.title;
  next.watch = command.watch;
  core_.set_view(next);
}

}  // namespace heatwave::session
