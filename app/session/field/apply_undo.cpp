// What is kept of the field before it changes, and how it comes back.
#include <utility>
#include <vector>

#include "app/scene/mask.h"
#include "app/scene/scene_edit.h"
#include "app/session/field/field_service.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::session {

HistoryEntry FieldService::before_field_change(const std::string& what, Gesture gesture) {
  HistoryEntry entry{.what = what, .gesture = gesture, .scene = live_.scene(), .by_hand = by_hand_};
  if (fits_in_history(gesture)) entry.field = saved();
  const bool leaves_parts = !entry.field && history_.open_entry(gesture) != nullptr;
  if (leaves_parts) history_.clear();
  return entry;
}

bool FieldService::fits_in_history(Gesture gesture) const {
  const std::uint64_t bytes = live_.state_bytes();
  return history_.wants_field(gesture, bytes) && core::available_memory() > 2 * bytes;
}

HistoryEntry FieldService::before_stroke(const std::string& what, Gesture gesture,
                                         const scene::Mask& mask) {
  const scene::Scene& scene = live_.scene();
  // A stroke must find the field at its step: what a device took with it is taken again before.
  const bool may_be_lost = live_.backend().backend == field::Backend::cuda;
  if (may_be_lost && hub_.manner != Manner::frame) return before_field_change(what, gesture);
  // Cells of absorbing edges remember more than their values.
  const core::Rect inner = core::whole(scene.extent).grown(-1);
  if (mask.area != core::intersection(mask.area, inner)) return before_field_change(what, gesture);
  HistoryEntry before{.what = what, .gesture = gesture, .scene = scene, .by_hand = by_hand_};
  if (!history_.wants_field(gesture, 0)) return before;
  HistoryEntry* open = history_.open_entry(gesture);
  std::vector<FieldTile>& tiles = open != nullptr ? open->tiles : before.tiles;
  for (const core::Rect area : tiles_under(mask, scene.extent)) {
    if (!holds(tiles, area)) tiles.push_back(live_.tile(area));
  }
  return before;
}

void FieldService::complete_history() {
  if (!history_.needs_whole()) return;
  if (!fits_in_history(0)) {
    history_.complete(nullptr);
    return;
  }
  const field::FieldState now = live_.save();
  history_.complete(live_.has_loss() ? nullptr : &now);
}

void FieldService::record_field_change(HistoryEntry before) {
  history_.record(std::move(before));
  // A field too large to be kept can't come back, and nothing from before it either.
  const HistoryEntry* entry = history_.newest();
  if (entry != nullptr && !entry->has_field()) history_.clear();
}

HistoryEntry FieldService::swapped_in(const HistoryEntry& entry) {
  HistoryEntry other{.what = entry.what,
                     .scene = live_.scene(),
                     .another_scene = entry.another_scene,
                     .before_recording = entry.before_recording,
                     .by_hand = by_hand_};
  scene::Scene next = entry.scene;
  if (!entry.another_scene) take_view(next, live_.scene());
  as_begun_ = as_begun_ && !entry.has_field() && !differ_besides_measures(live_.scene(), next);
  if (entry.field) {
    other.field = saved();
    live_.restore(std::move(next), *entry.field);
    by_hand_ = entry.by_hand;
    field_was_replaced();
  } else if (!entry.tiles.empty()) {
    for (const FieldTile& tile : entry.tiles) other.tiles.push_back(live_.tile(tile.area));
    live_.restore(std::move(next), entry.tiles);
    by_hand_ = entry.by_hand;
    field_was_replaced();
  } else {
    live_.change(std::move(next));
    averaged_.restart(live_);
  }
  if (entry.before_recording) {
    auto state = entry.field;
    if (!entry.tiles.empty()) state = saved();
    from_before_ = put_back(std::move(state));
  }
  return other;
}

void FieldService::apply(const Undo& /*command*/, Gesture /*gesture*/) {
  const HistoryEntry* entry = history_.newest();
  if (entry == nullptr) throw core::Error("there is nothing to undo");
  history_.undo(swapped_in(*entry));
}

void FieldService::apply(const Redo& /*command*/, Gesture /*gesture*/) {
  const HistoryEntry* entry = history_.undone();
  if (entry == nullptr) throw core::Error("there is nothing to redo");
  history_.redo(swapped_in(*entry));
}

}  // namespace heatwave::session
