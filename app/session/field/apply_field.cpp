// What commands do to the scene and the field.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

#include "app/scene/mask.h"
#include "app/scene/scene_checks.h"
#include "app/scene/scene_edit.h"
#include "app/scene/scene_files.h"
#include "app/session/field/field_service.h"
#include "app/system/write_files.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::session {

int number_items(scene::Scene& scene, int newest) {
  for (scene::Item& item : scene.items) item.id = ++newest;
  return newest;
}

namespace {

/// Far more than hands can make, and far from where numbers end.
constexpr int kMostIds = 1'000'000'000;

/// Throws core::Error where items don't have numbers of their own.
int highest_id(const scene::Scene& scene) {
  std::set<int> ids;
  for (const scene::Item& item : scene.items) {
    if (item.id < 1 || !ids.insert(item.id).second) {
      throw core::Error(fmt::format("no item to put back can have the number {}", item.id));
    }
  }
  return ids.empty() ? 0 : *ids.rbegin();
}

}  // namespace

void FieldService::field_was_replaced() {
  stale_ticket_ = newest_ticket_;
  ++story_;
  surveyed_version_ = 0;
  overflowed_ = false;
  play_until_.reset();
  hub_.notices.dismiss_offers();
  exports_.start_over(live_.scene());
  instruments_.start_over();
}

void FieldService::edit_scene(scene::Scene next, const std::string& what, Gesture gesture) {
  const auto held = hold_within_guard(next);
  if (held) hub_.notices.tell("guard", *held);
  if (next == live_.scene()) return;
  scene::Scene before = live_.scene();
  as_begun_ =
      as_begun_ && (live_.step() == first_step(next) || !differ_besides_measures(before, next));
  live_.change(std::move(next));
  history_.record({what, gesture, std::move(before), {}});
}

void FieldService::apply(const SetParameter& command, Gesture gesture) {
  const field::EquationInfo& equation = field::find_equation(live_.scene().equation);
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
  scene::Scene next = live_.scene();
  next.parameters[static_cast<std::size_t>(info - all.begin())] = command.value;
  edit_scene(std::move(next), "set " + info->title, gesture);
}

void FieldService::apply(const SetGuard& command, Gesture gesture) {
  scene::Scene next = live_.scene();
  next.guarded = command.on;
  edit_scene(std::move(next), command.on ? "keep it stable" : "let it run unstable", gesture);
}

void FieldService::apply(const SetEdges& command, Gesture gesture) {
  scene::Scene next = live_.scene();
  next.edges = command.edges;
  check_scene(next);
  edit_scene(std::move(next), "change edges", gesture);
}

void FieldService::apply(const SetColours& command, Gesture /*gesture*/) {
  scene::check_colours(command.colours);
  scene::Scene next = live_.scene();
  next.colours[shown_component(next)] = command.colours;
  live_.set_view(next);
}

void FieldService::apply(const ShowComponent& command, Gesture /*gesture*/) {
  scene::Scene next = live_.scene();
  (void)component_of(next, command.component);  // throws where there is none
  next.shown = command.component;
  live_.set_view(next);
}

void FieldService::apply(const SetView& command, Gesture /*gesture*/) {
  scene::Scene next = live_.scene();
  next.view = command.view;
  next.layers = command.layers;
  live_.set_view(next);
}

void FieldService::apply(const SetViewpoint& command, Gesture /*gesture*/) {
  check_viewpoint(command.viewpoint);
  scene::Scene next = live_.scene();
  next.viewpoint = command.viewpoint;
  live_.set_view(next);
}

void FieldService::apply(const SetPace& command, Gesture /*gesture*/) {
  check_pace(command.pace);
  scene::Scene next = live_.scene();
  next.pace = command.pace;
  live_.set_view(next);
}

void FieldService::apply(const DescribeScene& command, Gesture /*gesture*/) {
  scene::check_description(command.title, command.watch);
  scene::Scene next = live_.scene();
  next.title = command.title;
  next.watch = command.watch;
  live_.set_view(next);
}

void FieldService::restart(scene::Scene next, HistoryEntry before) {
  const auto held = hold_within_guard(next);
  live_.restart(std::move(next));
  record_field_change(std::move(before));
  by_hand_ = false;
  as_begun_ = true;
  field_was_replaced();
  if (held) hub_.notices.tell("guard", *held);
}

void FieldService::apply(const LoadScene& command, Gesture gesture) {
  check_scene(command.scene);
  scene::Scene next = command.scene;
  const int newest = number_items(next, newest_id_);
  HistoryEntry before = before_field_change("load scene", gesture);
  before.another_scene = true;
  restart(std::move(next), std::move(before));
  newest_id_ = newest;
}

void FieldService::apply(const Resize& command, Gesture gesture) {
  scene::check_extent(command.extent);
  scene::Scene next = scaled(live_.scene(), command.extent);
  check_scene(next);
  restart(std::move(next), before_field_change("resize grid", gesture));
}

void FieldService::apply(const LoadField& command, Gesture gesture) {
  const core::Extent extent = live_.scene().extent;
  const field::EquationInfo& equation = field::find_equation(live_.scene().equation);
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
  HistoryEntry before = before_field_change("load field", gesture);
  field::FieldState state{.extent = extent, .step = live_.step(), .planes = {}, .rim = {}};
  for (std::size_t plane = 0; plane < field::plane_count(equation); ++plane) {
    const auto begin = command.cells.begin() +
                       static_cast<std::ptrdiff_t>(plane % equation.components.size() * count);
    state.planes.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(count));
  }
  live_.replace(state);
  record_field_change(std::move(before));
  by_hand_ = true;
  field_was_replaced();
}

void FieldService::apply(const PutBack& command, Gesture /*gesture*/) {
  check_scene(command.scene);
  const int in_scene = highest_id(command.scene);
  if (std::max(in_scene, command.newest_id) > kMostIds) {
    throw core::Error(fmt::format("items are numbered up to {}", kMostIds));
  }
  if (command.state) {
    if (command.state->extent != command.scene.extent || command.state->step < 0) {
      throw core::Error("the field to put back is of another grid");
    }
    complete_history();
    live_.restore(command.scene, *command.state);
    by_hand_ = true;
    field_was_replaced();
  } else {
    const scene::Scene& now = live_.scene();
    if (command.scene.equation != now.equation || command.scene.extent != now.extent) {
      throw core::Error("a scene with another grid needs its field to be put back");
    }
    live_.change(command.scene);
  }
  newest_id_ = std::max({newest_id_, command.newest_id, in_scene});
}

void FieldService::apply(const Play& command, Gesture /*gesture*/) {
  if (overflowed_) throw core::Error("the field has overflowed: reset it before playing on");
  playing_ = true;
  if (command.until) play_until_ = command.until;
  pause_where_asked();
}

void FieldService::apply(const Pause& /*command*/, Gesture /*gesture*/) { playing_ = false; }

void FieldService::apply(const Advance& command, Gesture /*gesture*/) {
  if (command.steps < 0) {
    throw core::Error(fmt::format("a field cannot go back: {} steps", command.steps));
  }
  if (overflowed_) throw core::Error("the field has overflowed: reset it before stepping on");
  if (hub_.is_measuring()) throw core::Error("the field rests while the lab measures");
  owed_steps_ = command.steps;
}

void FieldService::apply(const Reset& /*command*/, Gesture gesture) {
  HistoryEntry before = before_field_change("reset", gesture);
  live_.start_over();
  record_field_change(std::move(before));
  by_hand_ = false;
  as_begun_ = true;
  field_was_replaced();
}

void FieldService::apply(const ChooseBackend& command, Gesture /*gesture*/) {
  if (command.threads < 0) throw core::Error("a number of threads cannot be negative");
  live_.choose(command.backend, command.threads);
}

void FieldService::apply(const SaveFieldPng& command, Gesture /*gesture*/) {
  exports_.save(live_.scene(), saved(), live_.flags(), command);
}

scene::Scene FieldService::scene_as_it_stands() {
  scene::Scene scene = live_.scene();
  if (by_hand_) {
    // No scene could say how it came about, so it begins with the field as it is now.
    scene.given = scene::GivenField(std::make_shared<const field::FieldState>(saved()));
    scene.initial.clear();
  }
  return scene;
}

void FieldService::apply(const SaveScene& command, Gesture /*gesture*/) {
  scene::Scene scene = scene_as_it_stands();
  scene.paused = command.paused;
  const bool named = !command.path.empty();
  const std::string name = (scene.name.empty() ? "scene" : scene.name) + ".json";
  const auto path = named ? std::filesystem::path(command.path) : hub_.export_folder / name;
  const auto given = command.replace ? system::Naming::replacing : system::Naming::exact;
  const scene::SavedScene written = save_scene(scene, path, named ? given : system::Naming::fresh);
  if (named) {
    // From now on it is the scene of this file, as if it had been opened.
    scene::Scene next = live_.scene();
    if (next.title == next.name) next.title = words::printable(path.stem().string());
    next.name = path.stem().string();
    next.origin.file = written.scene;
    live_.set_view(next);
  }
  std::string words = "Saved the scene as " + written.scene.string();
  if (!written.field.empty()) words += ", and its field as " + written.field.string();
  hub_.notices.add(Notice::Kind::info, words);
}

void FieldService::apply(const StartSequence& command, Gesture /*gesture*/) {
  exports_.start_sequence(command, live_.scene());
  take_due_frame();
}

void FieldService::apply(const StopSequence& /*command*/, Gesture /*gesture*/) {
  exports_.stop_sequence();
}

}  // namespace heatwave::session
