// Two stacks of entries; the oldest are dropped when there are too many or they use too much
// memory.
#include "app/session/field/history.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace heatwave::session {
namespace {

std::uint64_t bytes_of(const scene::Stroke& stroke) {
  return sizeof(scene::Stroke) + stroke.points.capacity() * sizeof(core::Point);
}

/// Items account for most of a scene's size.
std::uint64_t bytes_of(const scene::Scene& scene) {
  std::uint64_t bytes = sizeof(scene::Scene);
  for (const scene::Item& item : scene.items) bytes += session::bytes_of(item);
  return bytes;
}

std::uint64_t total_bytes(const std::deque<HistoryEntry>& entries) {
  return std::accumulate(entries.begin(), entries.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const HistoryEntry& e) {
                           return sum + bytes_of(e.scene) +
                                  (e.field ? session::bytes_of(*e.field) : 0) +
                                  session::bytes_of(e.tiles);
                         });
}

/// Returns the newest entry with a field if it consists of tiles; otherwise null.
template <typename Entries>
auto* newest_in_parts(Entries& entries) {
  const auto newest = std::find_if(entries.rbegin(), entries.rend(),
                                   [](const HistoryEntry& e) { return e.has_field(); });
  const bool in_parts = newest != entries.rend() && !newest->field;
  return in_parts ? &*newest : nullptr;
}

/// Turns an entry's tiles into a whole field; `rest` has all other cells, which have not changed.
void make_whole(HistoryEntry& entry, field::FieldState rest) {
  entry.field = std::move(rest);
  lay_over(entry.tiles, entry.field->extent, entry.field->planes);
  entry.tiles.clear();
}

/// Removes the entry and all older ones.
void drop_from(std::deque<HistoryEntry>& entries, const HistoryEntry* from) {
  while (true) {
    const bool last = &entries.front() == from;
    entries.pop_front();
    if (last) return;
  }
}

}  // namespace

std::uint64_t bytes_of(const scene::Item& item) {
  std::uint64_t bytes = sizeof(scene::Item);
  if (const auto* stroke = std::get_if<scene::Stroke>(&item.shape)) bytes += bytes_of(*stroke);
  if (const auto* stencil = std::get_if<scene::Stencil>(&item.shape)) {
    bytes += static_cast<std::uint64_t>(stencil->places.extent().cells());
  }
  for (const scene::Stroke& hole : item.holes) bytes += bytes_of(hole);
  return bytes;
}

std::uint64_t bytes_of(const field::FieldState& state) {
  std::uint64_t floats = state.rim.size();
  for (const auto& plane : state.planes) floats += plane.size();
  return floats * sizeof(float);
}

bool History::continues(Gesture gesture) const {
  return gesture != 0 && !done_.empty() && done_.back().gesture == gesture;
}

bool History::wants_field(Gesture gesture, std::uint64_t bytes) const {
  const bool has_it = continues(gesture) && done_.back().field.has_value();
  return !has_it && bytes <= most_bytes_;
}

HistoryEntry* History::open_entry(Gesture gesture) {
  const bool in_parts = continues(gesture) && !done_.back().field && !done_.back().tiles.empty();
  return in_parts ? &done_.back() : nullptr;
}

bool History::needs_whole() const {
  return newest_in_parts(done_) != nullptr || newest_in_parts(undone_) != nullptr;
}

void History::complete(const field::FieldState* now) {
  for (std::deque<HistoryEntry>* entries : {&done_, &undone_}) {
    HistoryEntry* entry = newest_in_parts(*entries);
    if (entry == nullptr) continue;
    if (now == nullptr) {
      drop_from(*entries, entry);
      continue;
    }
    make_whole(*entry, *now);
  }
  keep_within_limits();
}

void History::record(HistoryEntry before) {
  undone_.clear();
  // The field before a gesture's first change of it belongs to the scene of that moment. If the
  // gesture has changed only the scene so far, one entry for both would mix different moments.
  const bool first_of_field = before.has_field() && !done_.empty() && !done_.back().has_field();
  if (continues(before.gesture) && !first_of_field) {
    HistoryEntry& first = done_.back();
    first.another_scene = first.another_scene || before.another_scene;
    // The field is about to be replaced, so its tiles are completed now.
    if (!first.field && before.field) make_whole(first, *std::move(before.field));
  } else {
    done_.push_back(std::move(before));
  }
  keep_within_limits();
}

void History::clear() {
  done_.clear();
  undone_.clear();
}

void History::mark_all(bool before_recording) {
  for (HistoryEntry& entry : done_) entry.before_recording = before_recording;
  for (HistoryEntry& entry : undone_) entry.before_recording = before_recording;
}

std::uint64_t History::bytes() const { return total_bytes(done_) + total_bytes(undone_); }

const HistoryEntry* History::newest() const { return done_.empty() ? nullptr : &done_.back(); }
const HistoryEntry* History::undone() const { return undone_.empty() ? nullptr : &undone_.back(); }

void History::undo(HistoryEntry now) {
  done_.pop_back();
  undone_.push_back(std::move(now));
  keep_within_limits();
}

void History::redo(HistoryEntry now) {
  undone_.pop_back();
  done_.push_back(std::move(now));
  keep_within_limits();
}

void History::keep_within_limits() {
  while (!done_.empty() &&
         (done_.size() > kMostEntries || total_bytes(done_) + total_bytes(undone_) > most_bytes_)) {
    done_.pop_front();
  }
  // The front entry is the last to be redone; dropping it leaves the others valid.
  while (!undone_.empty() && total_bytes(undone_) > most_bytes_) undone_.pop_front();
}

}  // namespace heatwave::session
