// Validates a command before it changes the field.
#include "app/session/field/field_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/scene/mask.h"
#include "app/scene/scene_checks.h"
#include "app/scene/scene_edit.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::session {
namespace {

/// Erases items under the brush and sets the free cells there to rest.
void erase(LiveField& field, const scene::Stroke& stroke) {
  scene::Scene before = field.scene();
  field.change(erased(before, stroke));
  try {
    const auto& components = field::find_equation(before.equation).components;
    for (std::size_t c = 0; c < components.size(); ++c) {
      field.paint(stroke, static_cast<float>(components[c].rest), c);
    }
  } catch (...) {
    field.change(std::move(before));
    throw;
  }
}

}  // namespace

void FieldEdits::apply(const LoadScene& command, Gesture gesture) {
  scene::check_scene(command.scene);
  core_.restart(command.scene, "load scene", gesture, true);
}

void FieldEdits::apply(const Resize& command, Gesture gesture) {
  scene::check_extent(command.extent);
  scene::Scene next = scaled(core_.scene(), command.extent);
  scene::check_scene(next);
  core_.restart(std::move(next), "resize grid", gesture, false);
}

void FieldEdits::apply(const LoadField& command, Gesture gesture) {
  const core::Extent extent = core_.scene().extent;
  const field::EquationInfo& equation = field::find_equation(core_.scene().equation);
  const auto count = static_cast<std::size_t>(extent.cells());
  if (command.cells.size() != equation.components.size() * count) {
    throw core::Error(fmt::format("the field to load has {} values, the grid {} × {} cells of {}",
                                  command.cells.size(), extent.width, extent.height,
                                  equation.components.size()));
  }
  if (!std::all_of(command.cells.begin(), command.cells.end(),
                   [](float v) { return std::isfinite(v); })) {
    throw core::Error("the field to load holds values that are not finite numbers");
  }
  HistoryEntry before = core_.before_change("load field", gesture);
  field::FieldState state{.extent = extent, .step = core_.live().step(), .planes = {}, .rim = {}};
  for (std::size_t plane = 0; plane < field::plane_count(equation); ++plane) {
    const auto begin = command.cells.begin() +
                       static_cast<std::ptrdiff_t>(plane % equation.components.size() * count);
    state.planes.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(count));
  }
  core_.live().replace(state);
  core_.end_change(std::move(before), true);
}

void FieldEdits::apply(const PutBack& command, Gesture /*gesture*/) {
  scene::check_scene(command.scene);
  core_.put_back(command);
}

void FieldEdits::apply(const Reset& /*command*/, Gesture gesture) { core_.start_over(gesture); }

void FieldEdits::apply(const ChooseBackend& command, Gesture /*gesture*/) {
  if (command.threads < 0) throw core::Error("a number of threads cannot be negative");
  core_.live().choose(command.backend, command.threads);
}

void FieldEdits::apply(const Paint& command, Gesture gesture) {
  scene::check_stroke(command.stroke);
  scene::check_value(command.value, "the value to paint");
  const scene::Mask mask = mask_of(command.stroke, core::whole(core_.scene().extent));
  if (!mask.any()) return;
  HistoryEntry before = core_.before_stroke("paint", gesture, mask);
  const scene::Scene& scene = core_.scene();
  const std::size_t component =
      command.component.empty() ? shown_component(scene) : component_of(scene, command.component);
  core_.live().paint(command.stroke, static_cast<float>(command.value), component);
  core_.end_change(std::move(before), false);
}

void FieldEdits::apply(const Erase& command, Gesture gesture) {
  scene::check_stroke(command.stroke);
  const scene::Mask mask = mask_of(command.stroke, core::whole(core_.scene().extent));
  if (!mask.any()) return;
  HistoryEntry before = core_.before_stroke("erase", gesture, mask);
  erase(core_.live(), command.stroke);
  core_.end_change(std::move(before), false);
}

void FieldEdits::apply(const Undo& /*command*/, Gesture /*gesture*/) { core_.undo(); }

void FieldEdits::apply(const Redo& /*command*/, Gesture /*gesture*/) { core_.redo(); }

}  // namespace heatwave::session
