// Saves the field for the history before changes, and restores it.
#include "app/session/field/field_core.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "app/scene/rasterise.h"
#include "app/scene/scene_checks.h"
#include "app/scene/scene_edit.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::session {
namespace {

/// Upper bound of item ids, far below overflow and far above any real number of items.
constexpr int kMostIds = 1'000'000'000;

/// Gives the items of a scene ids after `newest`; returns the last one.
int number_items(scene::Scene& scene, int newest) {
  for (scene::Item& item : scene.items) item.id = ++newest;
  return newest;
}

/// Throws core::Error when ids are missing or not unique.
int highest_id(const scene::Scene& scene) {
  std::set<int> ids;
  for (const scene::Item& item : scene.items) {
    if (item.id < 1 || !ids.insert(item.id).second) {
      throw core::Error(fmt::format("item number {} is invalid or used twice", item.id));
    }
  }
  return ids.empty() ? 0 : *ids.rbegin();
}

scene::Scene checked(scene::Scene scene) {
  scene::check_scene(scene);
  return scene;
}

}  // namespace

FieldCore::FieldCore(scene::Scene scene, SolverChoice choice, std::uint64_t most_undo_bytes,
                     Hub& hub)
    : hub_(hub),
      live_(
          [&] {
            scene::Scene first = checked(std::move(scene));
            newest_id_ = number_items(first, 0);
            if (const auto held = hold_within_guard(first)) {
              hub_.notices.add(Notice::Kind::info, *held);
            }
            return first;
          }(),
          std::move(choice)),
      history_(most_undo_bytes) {
  derived_.configure();
}

void FieldCore::connect(std::function<void()> catch_up, std::function<void()> replaced) {
  catch_up_ = std::move(catch_up);
  replaced_ = [this, replaced = std::move(replaced)] {
    derived_.restart();
    replaced();
  };
}

void FieldCore::set_view(const scene::Scene& like) {
  live_.set_view(like);
  derived_.configure();
}

void FieldCore::edit(scene::Scene next, const std::string& what, Gesture gesture) {
  const auto held = hold_within_guard(next);
  if (held) hub_.notices.tell("guard", *held);
  if (next == scene()) return;
  scene::Scene before = scene();
  as_begun_ =
      as_begun_ && (live_.step() == first_step(next) || !differ_besides_measures(before, next));
  live_.change(std::move(next));
  history_.record({what, gesture, std::move(before), {}});
}

void FieldCore::add(const scene::Item& item, Gesture gesture) {
  scene::Scene next = scene();
  next.items.push_back(item);
  next.items.back().id = newest_id_ + 1;
  edit(std::move(next), fmt::format("add {}", name_of(item.role)), gesture);
  newest_item_ = ++newest_id_;
}

void FieldCore::restart(scene::Scene next, const std::string& what, Gesture gesture,
                        bool is_other) {
  const int newest = is_other ? number_items(next, newest_id_) : newest_id_;
  HistoryEntry before = before_change(what, gesture);
  before.another_scene = is_other;
  const auto held = hold_within_guard(next);
  live_.restart(std::move(next));
  record(std::move(before));
  newest_id_ = newest;
  by_hand_ = false;
  as_begun_ = true;
  replaced_();
  if (held) hub_.notices.tell("guard", *held);
}

void FieldCore::set_equation(scene::Scene next, bool begins_anew, Gesture gesture) {
  const field::EquationInfo& equation = scene::equation_of(next);
  const std::size_t components = equation.components.size();
  const bool has_steps = by_hand_ || live_.step() != first_step(scene());
  const bool goes_on =
      !begins_anew && has_steps && components == scene::equation_of(scene()).components.size();
  HistoryEntry before = before_change("set formula", gesture);
  before.another_scene = true;
  const auto held = hold_within_guard(next);
  if (goes_on) {
    field::FieldState state = before.field ? *before.field : saved();
    const std::size_t planes = state.planes.empty() ? 0 : field::plane_count(equation);
    // An equation that looks back finds the field at rest.
    while (state.planes.size() < planes) {
      state.planes.push_back(state.planes[state.planes.size() - components]);
    }
    state.planes.resize(planes);
    if (equation.steps_back != scene::equation_of(scene()).steps_back) state.rim.clear();
    live_.restore(std::move(next), state);
  } else {
    live_.restart(std::move(next));
    by_hand_ = false;
  }
  as_begun_ = !goes_on;
  record(std::move(before));
  replaced_();
  if (held) hub_.notices.tell("guard", *held);
}

void FieldCore::put_back(const PutBack& command, const BandedField* bands) {
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
    replaced_();
  } else if (bands != nullptr) {
    complete_history();
    const field::FieldState state{
        .extent = command.scene.extent, .step = bands->step, .planes = {}, .rim = bands->rim};
    live_.restore(command.scene, state, bands->read);
    by_hand_ = true;
    replaced_();
  } else {
    if (!have_same_equation(command.scene, scene()) || command.scene.extent != scene().extent) {
      throw core::Error("a scene with another grid needs its field to be put back");
    }
    live_.change(command.scene);
    derived_.configure();
  }
  newest_id_ = std::max({newest_id_, command.newest_id, in_scene});
}

HistoryEntry FieldCore::before_change(const std::string& what, Gesture gesture) {
  HistoryEntry entry{.what = what, .gesture = gesture, .scene = scene(), .by_hand = by_hand_};
  if (fits_in_history(gesture)) entry.field = saved();
  const bool leaves_parts = !entry.field && history_.open_entry(gesture) != nullptr;
  if (leaves_parts) history_.clear();
  return entry;
}

bool FieldCore::fits_in_history(Gesture gesture) const {
  const std::uint64_t bytes = state_bytes(scene());
  return history_.wants_field(gesture, bytes) && core::available_memory() > 2 * bytes;
}

HistoryEntry FieldCore::before_stroke(const std::string& what, Gesture gesture,
                                      const scene::Mask& mask) {
  // A stroke must apply to the field at its step, so steps that a device lost are repeated first.
  const bool may_be_lost = live_.backend().backend == field::Backend::cuda;
  if (may_be_lost && hub_.manner != Manner::frame) return before_change(what, gesture);
  // Cells of absorbing edges store more than their values.
  const core::Rect inner = core::whole(scene().extent).grown(-1);
  if (mask.area != core::intersection(mask.area, inner)) return before_change(what, gesture);
  HistoryEntry before{.what = what, .gesture = gesture, .scene = scene(), .by_hand = by_hand_};
  if (!history_.wants_field(gesture, 0)) return before;
  HistoryEntry* open = history_.open_entry(gesture);
  std::vector<FieldTile>& tiles = open != nullptr ? open->tiles : before.tiles;
  for (const core::Rect area : tiles_under(mask, scene().extent)) {
    if (!holds(tiles, area)) tiles.push_back(live_.tile(area));
  }
  return before;
}

void FieldCore::end_change(HistoryEntry before, bool is_other) {
  record(std::move(before));
  by_hand_ = true;
  if (is_other) replaced_();
}

void FieldCore::start_over(Gesture gesture) {
  HistoryEntry before = before_change("reset", gesture);
  live_.start_over();
  record(std::move(before));
  by_hand_ = false;
  as_begun_ = true;
  replaced_();
}

void FieldCore::complete_history() {
  if (!history_.needs_whole()) return;
  if (!fits_in_history(0)) {
    history_.complete(nullptr);
    return;
  }
  const field::FieldState now = live_.save();
  history_.complete(live_.has_loss() ? nullptr : &now);
}

void FieldCore::record(HistoryEntry before) {
  history_.record(std::move(before));
  // A field too large for the history cannot be restored, and neither can earlier entries.
  const HistoryEntry* entry = history_.newest();
  if (entry != nullptr && !entry->has_field()) history_.clear();
}

HistoryEntry FieldCore::swapped_in(const HistoryEntry& entry) {
  HistoryEntry other{.what = entry.what,
                     .scene = scene(),
                     .another_scene = entry.another_scene,
                     .before_recording = entry.before_recording,
                     .by_hand = by_hand_};
  scene::Scene next = entry.scene;
  if (!entry.another_scene) take_view(next, scene());
  as_begun_ = as_begun_ && !entry.has_field() && !differ_besides_measures(scene(), next);
  if (entry.field) {
    other.field = saved();
    live_.restore(std::move(next), *entry.field);
  } else if (!entry.tiles.empty()) {
    for (const FieldTile& tile : entry.tiles) other.tiles.push_back(live_.tile(tile.area));
    live_.restore(std::move(next), entry.tiles);
  } else {
    live_.change(std::move(next));
    derived_.restart();
  }
  if (entry.has_field()) {
    by_hand_ = entry.by_hand;
    replaced_();
  }
  if (entry.before_recording) {
    auto state = entry.field;
    if (!entry.tiles.empty()) state = saved();
    from_before_ = put_back_command(std::move(state));
  }
  return other;
}

void FieldCore::undo() {
  const HistoryEntry* entry = history_.newest();
  if (entry == nullptr) throw core::Error("there is nothing to undo");
  history_.undo(swapped_in(*entry));
}

void FieldCore::redo() {
  const HistoryEntry* entry = history_.undone();
  if (entry == nullptr) throw core::Error("there is nothing to redo");
  history_.redo(swapped_in(*entry));
}

field::FieldState FieldCore::saved() {
  field::FieldState state = live_.save();
  while (repeat_lost_steps()) state = live_.save();
  return state;
}

BandedField FieldCore::in_bands() {
  field::FieldState state = live_.save(LiveField::Saved::without_planes);
  while (repeat_lost_steps()) state = live_.save(LiveField::Saved::without_planes);
  const auto read_all = [this](const TakeBand& take) {
    // Rows that are written right after they were read are in the processor's cache still.
    constexpr std::size_t kPieces = 16;
    const std::size_t planes = field::plane_count(scene::equation_of(scene()));
    for (const core::Rect& band : scene::bands(core::whole(scene().extent), kPieces * planes)) {
      FieldTile rows = live_.tile(band);
      if (repeat_lost_steps()) return false;
      take(std::move(rows));
    }
    return true;
  };
  return {
      .step = state.step, .rim = std::move(state.rim), .read = [read_all](const TakeBand& take) {
        while (!read_all(take)) continue;
      }};
}

bool FieldCore::repeat_lost_steps() {
  if (hub_.manner == Manner::frame || live_.step() >= live_.goal()) return false;
  catch_up_();
  return true;
}

scene::Scene FieldCore::scene_as_it_stands() {
  scene::Scene as_is = scene();
  if (by_hand_) {
    // Manual changes are not part of the scene, so it begins with the field's current state.
    as_is.given = scene::GivenField(std::make_shared<const field::FieldState>(saved()));
    as_is.initial.clear();
  }
  return as_is;
}

KeptField FieldCore::kept() {
  return {scene(), live_.save(), history_, newest_id_, newest_item_, by_hand_, as_begun_};
}

KeptField FieldCore::beginning(scene::Scene scene) {
  scene::check_scene(scene);
  const int newest = number_items(scene, 0);
  (void)hold_within_guard(scene);
  live_.restart(std::move(scene));
  return {.scene = live_.scene(),
          .state = live_.save(),
          .history = History(history_.most_bytes()),
          .newest_id = newest};
}

void FieldCore::go_back(const KeptField& kept) {
  live_.restore(kept.scene, kept.state);
  history_ = kept.history;
  newest_id_ = kept.newest_id;
  newest_item_ = kept.newest_item;
  by_hand_ = kept.by_hand;
  as_begun_ = kept.as_begun;
  from_before_.reset();
}

}  // namespace heatwave::session
