// What each command does to the scene, the field and the history.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

#include "app/export/files.h"
#include "app/scene/mask.h"
#include "app/scene/saved_scene.h"
#include "app/scene/scene_checks.h"
#include "app/scene/scene_edit.h"
#include "app/session/session_impl.h"
#include "app/words/word_lists.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::session {
int number_items(Scene& scene, int newest) {
  for (Item& item : scene.items) item.id = ++newest;
  return newest;
}

namespace {

/// Far more than hands can make, and far from where numbers end.
constexpr int kMostIds = 1'000'000'000;

/// What undo leaves as it is: how the scene is seen, and what it is called.
void keep_view(Scene& next, const Scene& now) {
  next.shown = now.shown;
  next.colours = now.colours;
  next.pace = now.pace;
  next.name = now.name;
  next.title = now.title;
  next.watch = now.watch;
  next.origin = now.origin;
}

/// Throws core::Error where items don't have numbers of their own.
int highest_id(const Scene& scene) {
  std::set<int> ids;
  for (const Item& item : scene.items) {
    if (item.id < 1 || !ids.insert(item.id).second) {
      throw core::Error(fmt::format("no item to put back can have the number {}", item.id));
    }
  }
  return ids.empty() ? 0 : *ids.rbegin();
}

}  // namespace

void Session::Impl::field_was_replaced() {
  stale_ticket = newest_ticket;
  ++story;
  surveyed_version = 0;
  overflowed = false;
  notices.dismiss_offers();
  exports.start_over(field.scene());
}

void Session::Impl::edit_scene(Scene next, const std::string& what, Gesture gesture) {
  const auto held = hold_within_guard(next);
  if (held) notices.tell("guard", *held);
  if (next == field.scene()) return;
  Scene before = field.scene();
  field.change(std::move(next));
  history.record({what, gesture, std::move(before), {}});
}

HistoryEntry Session::Impl::before_field_change(const std::string& what, Gesture gesture) {
  HistoryEntry entry{.what = what, .gesture = gesture, .scene = field.scene(), .by_hand = by_hand};
  if (fits_in_history(gesture)) entry.field = saved();
  const bool leaves_parts = !entry.field && history.open_entry(gesture) != nullptr;
  if (leaves_parts) history.clear();
  return entry;
}

bool Session::Impl::fits_in_history(Gesture gesture) const {
  const Scene& scene = field.scene();
  const std::size_t planes = field::plane_count(field::find_equation(scene.equation));
  const auto bytes = static_cast<std::uint64_t>(scene.extent.cells()) * planes * sizeof(float);
  return core::available_memory() > 2 * bytes && history.wants_field(gesture, bytes);
}

HistoryEntry Session::Impl::before_stroke(const std::string& what, Gesture gesture,
                                          const Mask& mask) {
  const Scene& scene = field.scene();
  // A stroke must find the field at its step: what a device took with it is taken again before.
  const bool may_be_lost = field.backend().backend == field::Backend::cuda;
  if (may_be_lost && manner != Manner::frame) return before_field_change(what, gesture);
  // Cells of absorbing edges remember more than their values.
  const core::Rect inner = core::whole(scene.extent).grown(-1);
  if (mask.area != core::intersection(mask.area, inner)) return before_field_change(what, gesture);
  HistoryEntry before{.what = what, .gesture = gesture, .scene = scene, .by_hand = by_hand};
  if (!history.wants_field(gesture, 0)) return before;
  HistoryEntry* open = history.open_entry(gesture);
  std::vector<FieldTile>& tiles = open != nullptr ? open->tiles : before.tiles;
  for (const core::Rect area : tiles_under(mask, scene.extent)) {
    if (!holds(tiles, area)) tiles.push_back(field.tile(area));
  }
  return before;
}

void Session::Impl::complete_history() {
  if (!history.needs_whole()) return;
  if (!fits_in_history(0)) {
    history.complete(nullptr);
    return;
  }
  const field::FieldState now = field.save();
  history.complete(field.has_loss() ? nullptr : &now);
}

void Session::Impl::record_field_change(HistoryEntry before) {
  history.record(std::move(before));
  // A field too large to be kept can't come back, and nothing from before it either.
  const HistoryEntry* entry = history.newest();
  if (entry != nullptr && !entry->has_field()) history.clear();
}

void Session::Impl::apply(const SetParameter& command, Gesture gesture) {
  const field::EquationInfo& equation = field::find_equation(field.scene().equation);
  const auto& all = equation.parameters;
  const auto info =
      std::find_if(all.begin(), all.end(), [&](const auto& p) { return p.id == command.id; });
  if (info == all.end()) {
    std::vector<std::string> known;
    for (const auto& p : all) known.push_back(p.id);
    throw core::Error(fmt::format("the {} equation has no parameter '{}' (there are: {})",
                                  equation.id, command.id, words::joined(known)));
  }
  if (const Flaw flaw = flaw_of_parameter(*info, command.value)) {
    throw core::Error(command.id + " " + *flaw);
  }
  Scene next = field.scene();
  next.parameters[static_cast<std::size_t>(info - all.begin())] = command.value;
  edit_scene(std::move(next), "set " + info->title, gesture);
}

void Session::Impl::apply(const SetGuard& command, Gesture gesture) {
  Scene next = field.scene();
  next.guarded = command.on;
  edit_scene(std::move(next), command.on ? "keep it stable" : "let it run unstable", gesture);
}

void Session::Impl::apply(const SetEdges& command, Gesture gesture) {
  Scene next = field.scene();
  next.edges = command.edges;
  check_scene(next);
  edit_scene(std::move(next), "change edges", gesture);
}

void Session::Impl::apply(const SetColours& command, Gesture /*gesture*/) {
  check_colours(command.colours);
  Scene next = field.scene();
  next.colours[shown_component(next)] = command.colours;
  field.set_view(next);
}

void Session::Impl::apply(const ShowComponent& command, Gesture /*gesture*/) {
  Scene next = field.scene();
  (void)component_of(next, command.component);  // throws where there is none
  next.shown = command.component;
  field.set_view(next);
}

void Session::Impl::apply(const SetPace& command, Gesture /*gesture*/) {
  check_pace(command.pace);
  Scene next = field.scene();
  next.pace = command.pace;
  field.set_view(next);
}

void Session::Impl::apply(const DescribeScene& command, Gesture /*gesture*/) {
  Scene next = field.scene();
  next.title = command.title;
  next.watch = command.watch;
  field.set_view(next);
}

void Session::Impl::restart(Scene next, HistoryEntry before) {
  const auto held = hold_within_guard(next);
  field.restart(std::move(next));
  record_field_change(std::move(before));
  by_hand = false;
  field_was_replaced();
  if (held) notices.tell("guard", *held);
}

void Session::Impl::apply(const LoadScene& command, Gesture gesture) {
  check_scene(command.scene);
  Scene next = command.scene;
  const int newest = number_items(next, newest_id);
  HistoryEntry before = before_field_change("load scene", gesture);
  before.another_scene = true;
  restart(std::move(next), std::move(before));
  newest_id = newest;
}

void Session::Impl::apply(const Resize& command, Gesture gesture) {
  check_extent(command.extent);
  Scene next = scaled(field.scene(), command.extent);
  check_scene(next);
  restart(std::move(next), before_field_change("resize grid", gesture));
}

void Session::Impl::apply(const LoadField& command, Gesture gesture) {
  const core::Extent extent = field.scene().extent;
  const field::EquationInfo& equation = field::find_equation(field.scene().equation);
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
  field::FieldState state{.extent = extent, .step = field.step(), .planes = {}, .rim = {}};
  for (std::size_t plane = 0; plane < field::plane_count(equation); ++plane) {
    const auto begin = command.cells.begin() +
                       static_cast<std::ptrdiff_t>(plane % equation.components.size() * count);
    state.planes.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(count));
  }
  field.replace(state);
  record_field_change(std::move(before));
  by_hand = true;
  field_was_replaced();
}

void Session::Impl::apply(const PutBack& command, Gesture /*gesture*/) {
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
    field.restore(command.scene, *command.state);
    by_hand = true;
    field_was_replaced();
  } else {
    const Scene& now = field.scene();
    if (command.scene.equation != now.equation || command.scene.extent != now.extent) {
      throw core::Error("a scene with another grid needs its field to be put back");
    }
    field.change(command.scene);
  }
  newest_id = std::max({newest_id, command.newest_id, in_scene});
}

void Session::Impl::apply(const Play& /*command*/, Gesture /*gesture*/) {
  if (overflowed) throw core::Error("the field has overflowed: reset it before playing on");
  playing = true;
}

void Session::Impl::apply(const Pause& /*command*/, Gesture /*gesture*/) { playing = false; }

void Session::Impl::apply(const Advance& command, Gesture /*gesture*/) {
  if (command.steps < 0) {
    throw core::Error(fmt::format("a field cannot go back: {} steps", command.steps));
  }
  if (overflowed) throw core::Error("the field has overflowed: reset it before stepping on");
  if (lab.running()) throw core::Error("the field rests while the lab measures");
  owed_steps = command.steps;
}

void Session::Impl::apply(const Reset& /*command*/, Gesture gesture) {
  HistoryEntry before = before_field_change("reset", gesture);
  field.start_over();
  record_field_change(std::move(before));
  by_hand = false;
  field_was_replaced();
}

HistoryEntry Session::Impl::swapped_in(const HistoryEntry& entry) {
  HistoryEntry other{.what = entry.what,
                     .scene = field.scene(),
                     .another_scene = entry.another_scene,
                     .before_recording = entry.before_recording,
                     .by_hand = by_hand};
  Scene next = entry.scene;
  if (!entry.another_scene) {
    keep_view(next, field.scene());
  }
  if (entry.field) {
    other.field = saved();
    field.restore(std::move(next), *entry.field);
    by_hand = entry.by_hand;
    field_was_replaced();
  } else if (!entry.tiles.empty()) {
    for (const FieldTile& tile : entry.tiles) other.tiles.push_back(field.tile(tile.area));
    field.restore(std::move(next), entry.tiles);
    by_hand = entry.by_hand;
    field_was_replaced();
  } else {
    field.change(std::move(next));
  }
  if (entry.before_recording) {
    auto state = entry.field;
    if (!entry.tiles.empty()) state = saved();
    from_before = PutBack{field.scene(), newest_id, std::move(state)};
  }
  return other;
}

void Session::Impl::apply(const Undo& /*command*/, Gesture /*gesture*/) {
  const HistoryEntry* entry = history.newest();
  if (entry == nullptr) throw core::Error("there is nothing to undo");
  history.undo(swapped_in(*entry));
}

void Session::Impl::apply(const Redo& /*command*/, Gesture /*gesture*/) {
  const HistoryEntry* entry = history.undone();
  if (entry == nullptr) throw core::Error("there is nothing to redo");
  history.redo(swapped_in(*entry));
}

void Session::Impl::apply(const ChooseBackend& command, Gesture /*gesture*/) {
  if (command.threads < 0) throw core::Error("a number of threads cannot be negative");
  field.choose(command.backend, command.threads);
}

void Session::Impl::apply(const SaveFieldPng& command, Gesture /*gesture*/) {
  exports.save(field.scene(), saved(), field.flags(), command.path);
}

Scene Session::Impl::scene_as_it_stands() {
  Scene scene = field.scene();
  if (by_hand) {
    // No scene could say how it came about, so it begins with the field as it is now.
    scene.given = GivenField(std::make_shared<const field::FieldState>(saved()));
    scene.initial.clear();
  }
  return scene;
}

void Session::Impl::apply(const SaveScene& command, Gesture /*gesture*/) {
  Scene scene = scene_as_it_stands();
  scene.paused = command.paused;
  const bool named = !command.path.empty();
  const std::string name = (scene.name.empty() ? "scene" : scene.name) + ".json";
  const auto path = named ? std::filesystem::path(command.path) : options.export_folder / name;
  const auto given = command.replace ? exporting::Naming::replacing : exporting::Naming::exact;
  const SavedScene written = save_scene(scene, path, named ? given : exporting::Naming::fresh);
  if (named) {
    // From now on it is the scene of this file, as if it had been opened.
    Scene next = field.scene();
    if (next.title == next.name) next.title = words::printable(path.stem().string());
    next.name = path.stem().string();
    next.origin.file = written.scene;
    field.set_view(next);
  }
  std::string words = "Saved the scene as " + written.scene.string();
  if (!written.field.empty()) words += ", and its field as " + written.field.string();
  notices.add(Notice::Kind::info, words);
}

void Session::Impl::apply(const StartSequence& command, Gesture /*gesture*/) {
  exports.start_sequence(command, field.scene());
  take_due_frame();
}

void Session::Impl::apply(const StopSequence& /*command*/, Gesture /*gesture*/) {
  exports.stop_sequence();
}

void Session::Impl::apply(const DismissNotice& command, Gesture /*gesture*/) {
  notices.dismiss(command.id);
}

}  // namespace heatwave::session
