// Validates a command before it changes the scene or the field.
#include "app/session/field/field_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/scene/mask.h"
#include "app/scene/scene_checks.h"
#include "app/scene/scene_edit.h"
#include "app/scene/views/catalogue.h"
#include "app/words/word_lists.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::session {
namespace {

/// Erases items under the brush and sets the free cells there to rest.
void erase(LiveField& field, const scene::Stroke& stroke) {
  scene::Scene before = field.scene();
  field.change(erased(before, stroke));
  try {
    const auto& components = scene::equation_of(before).components;
    for (std::size_t c = 0; c < components.size(); ++c) {
      field.paint(stroke, static_cast<float>(components[c].rest), c);
    }
  } catch (...) {
    field.change(std::move(before));
    throw;
  }
}

std::vector<scene::Item>::iterator found(scene::Scene& scene, int id) {
  const auto at = std::find_if(scene.items.begin(), scene.items.end(),
                               [id](const scene::Item& item) { return item.id == id; });
  if (at == scene.items.end()) throw core::Error(fmt::format("there is no item {}", id));
  return at;
}

/// Returns a point of the shape that moves with it, whatever its form.
core::Point anchor(const scene::Shape& shape) {
  if (const auto* disc = std::get_if<scene::Disc>(&shape)) return disc->centre;
  if (const auto* rectangle = std::get_if<scene::Rectangle>(&shape)) return rectangle->from;
  if (const auto* line = std::get_if<scene::Line>(&shape)) return line->from;
  if (const auto* stencil = std::get_if<scene::Stencil>(&shape)) return stencil->from;
  const auto& points = std::get<scene::Stroke>(shape).points;
  return points.empty() ? core::Point{} : points.front();
}

/// Returns whether two shapes are equal up to a translation and rounding.
bool nearly_same(const scene::Shape& a, const scene::Shape& b) {
  if (a.index() != b.index()) return false;
  const core::Rect at = bounds(a);
  const core::Rect bt = bounds(b);
  const std::vector<core::Point> ha = handles(a);
  const std::vector<core::Point> hb = handles(b);
  return at == bt &&
         std::equal(ha.begin(), ha.end(), hb.begin(), hb.end(), [](core::Point p, core::Point q) {
           return std::hypot(p.x - q.x, p.y - q.y) < 1e-6;
         });
}

void check_for(const scene::Scene& scene, const scene::Item& item) {
  scene::check_item(item);
  const auto* source = std::get_if<scene::Source>(&item.role);
  if (source != nullptr) (void)component_of(scene, source->component);  // throws when there is none
}

std::string change_in_words(const scene::Item& from, const scene::Item& to) {
  const std::string name(name_of(to.role));
  if (from.role != to.role) return "change " + name;
  const core::Point a = anchor(from.shape);
  const core::Point b = anchor(to.shape);
  const bool same_form = nearly_same(moved(from.shape, {b.x - a.x, b.y - a.y}), to.shape);
  return (same_form ? "move " : "resize ") + name;
}

}  // namespace

void SceneEdits::apply(const AddItem& command, Gesture gesture) {
  check_for(core_.scene(), command.item);
  core_.add(command.item, gesture);
}

void SceneEdits::apply(const ChangeItem& command, Gesture gesture) {
  check_for(core_.scene(), command.item);
  scene::Scene next = core_.scene();
  const auto at = found(next, command.item.id);
  const std::string what = change_in_words(*at, command.item);
  *at = command.item;
  core_.edit(std::move(next), what, gesture);
}

void SceneEdits::apply(const MoveItem& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  const auto at = found(next, command.id);
  *at = moved(*at, command.by);
  scene::check_item(*at);
  const std::string what = fmt::format("move {}", name_of(at->role));
  core_.edit(std::move(next), what, gesture);
}

void SceneEdits::apply(const ExtendItem& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  const auto at = found(next, command.id);
  auto* stroke = std::get_if<scene::Stroke>(&at->shape);
  if (stroke == nullptr) {
    throw core::Error(
        fmt::format("item {} is not a brush stroke, and cannot be lengthened", command.id));
  }
  scene::check_stroke({command.points, stroke->radius});
  stroke->points.insert(stroke->points.end(), command.points.begin(), command.points.end());
  const std::string what = fmt::format("draw {}", name_of(at->role));
  core_.edit(std::move(next), what, gesture);
}

void SceneEdits::apply(const RemoveItem& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  const auto at = found(next, command.id);
  const std::string what = fmt::format("remove {}", name_of(at->role));
  next.items.erase(at);
  core_.edit(std::move(next), what, gesture);
}

void SceneEdits::apply(const SetParameter& command, Gesture gesture) {
  const field::EquationInfo& equation = scene::equation_of(core_.scene());
  const auto& all = equation.parameters;
  const auto info =
      std::find_if(all.begin(), all.end(), [&](const auto& p) { return p.id == command.id; });
  if (info == all.end()) {
    std::vector<std::string> known;
    for (const auto& p : all) known.push_back(p.id);
    throw core::Error(fmt::format("the {} equation has no parameter '{}' (there are: {})",
                                  equation.id, command.id, words::joined(known)));
  }
  if (const scene::Flaw flaw = scene::flaw_of_parameter(*info, command.value)) {
    throw core::Error(command.id + " " + *flaw);
  }
  scene::Scene next = core_.scene();
  next.parameters[static_cast<std::size_t>(info - all.begin())] = command.value;
  core_.edit(std::move(next), "set " + info->title, gesture);
}

void SceneEdits::apply(const SetGuard& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  next.guarded = command.on;
  core_.edit(std::move(next), command.on ? "keep it stable" : "let it run unstable", gesture);
}

void SceneEdits::apply(const SetEdges& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  next.edges = command.edges;
  scene::check_scene(next);
  core_.edit(std::move(next), "change edges", gesture);
}

void SceneEdits::apply(const SetColours& command, Gesture /*gesture*/) {
  scene::check_colours(command.colours);
  scene::Scene next = core_.scene();
  shown_colours(next) = command.colours;
  core_.set_view(next);
}

void SceneEdits::apply(const ShowComponent& command, Gesture /*gesture*/) {
  scene::Scene next = core_.scene();
  show_quantity(next, command.component);  // throws when there is none
  require_memory(next);
  core_.set_view(next);
}

void SceneEdits::apply(const ShowBeside& command, Gesture /*gesture*/) {
  scene::Scene next = core_.scene();
  next.quantities.beside = quantity_beside(next, command.quantity);  // throws for mistakes
  require_memory(next);
  core_.set_view(next);
}

void SceneEdits::apply(const SetView& command, Gesture /*gesture*/) {
  scene::Scene next = core_.scene();
  scene::check_view({.kind = command.view, .parameters = command.parameters},
                    scene::equation_of(next));
  if (const auto flaw = scene::flaw_on_grid(scene::view_of(command.view), next)) {
    throw core::Error(*flaw);
  }
  choose_view(next, command.view, command.parameters);
  next.layers = command.layers;
  require_memory(next);
  core_.set_view(next);
}

void SceneEdits::apply(const SetFlow& command, Gesture /*gesture*/) {
  scene::Scene next = core_.scene();
  next.quantities.flow = scene::flow_of(scene::equation_of(next), command.expressions);
  core_.set_view(next);
}

void SceneEdits::require_memory(const scene::Scene& next) const {
  const std::uint64_t bytes = DerivedPlane::bytes(next);
  if (bytes <= DerivedPlane::bytes(core_.scene())) return;
  core::require_memory(bytes, "a plane that is computed from the field");
}

void SceneEdits::apply(const SetViewpoint& command, Gesture /*gesture*/) {
  scene::check_viewpoint(command.viewpoint);
  scene::Scene next = core_.scene();
  next.viewpoint = command.viewpoint;
  core_.set_view(next);
}

void SceneEdits::apply(const SetPace& command, Gesture /*gesture*/) {
  scene::check_pace(command.pace);
  scene::Scene next = core_.scene();
  next.pace = command.pace;
  core_.set_view(next);
}

void SceneEdits::apply(const DescribeScene& command, Gesture /*gesture*/) {
  scene::check_description({command.title, command.watch});
  scene::Scene next = core_.scene();
  next.title = command.title;
  next.words.watch = command.watch;
  core_.set_view(next);
}

void FieldEdits::apply(const LoadScene& command, Gesture gesture) {
  scene::check_scene(command.scene);
  core_.restart(command.scene, "load scene", gesture, true);
}

void FieldEdits::apply(const SetFormula& command, Gesture gesture) {
  scene::Scene next = with_formula(core_.scene(), field::formula::make_formula(command.text));
  scene::check_scene(next);
  core_.set_equation(std::move(next), command.restart, gesture);
}

void FieldEdits::apply(const Resize& command, Gesture gesture) {
  scene::check_extent(command.extent);
  scene::Scene next = scaled(core_.scene(), command.extent);
  scene::check_scene(next);
  core_.restart(std::move(next), "resize grid", gesture, false);
}

void FieldEdits::apply(const LoadField& command, Gesture gesture) {
  const core::Extent extent = core_.scene().extent;
  const field::EquationInfo& equation = scene::equation_of(core_.scene());
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
