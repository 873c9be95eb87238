// Two stacks of entries; the oldest go when there are too many or they take too much memory.
#include "app/session/history.h"

#include <numeric>
#include <utility>

namespace heatwave::session {
namespace {

std::uint64_t bytes_of(const Stroke& stroke) {
  return sizeof(Stroke) + stroke.points.capacity() * sizeof(Point);
}

/// Strokes are what makes a scene large.
std::uint64_t bytes_of(const Scene& scene) {
  std::uint64_t bytes = sizeof(Scene);
  for (const Item& item : scene.items) {
    bytes += sizeof(Item);
    if (const auto* stroke = std::get_if<Stroke>(&item.shape)) bytes += bytes_of(*stroke);
    for (const Stroke& hole : item.holes) bytes += bytes_of(hole);
  }
  return bytes;
}

std::uint64_t total_bytes(const std::deque<HistoryEntry>& entries) {
  return std::accumulate(entries.begin(), entries.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const HistoryEntry& e) {
                           return sum + bytes_of(e.scene) +
                                  (e.field ? session::bytes_of(*e.field) : 0);
                         });
}

}  // namespace

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
  return !has_it && bytes <= kMostBytes;
}

void History::record(HistoryEntry before) {
  undone_.clear();
  // The field before a gesture's first change of it belongs with the scene of that moment: where
  // the gesture has changed only the scene so far, taking both back as one would part them.
  const bool first_of_field = before.field && !done_.empty() && !done_.back().field;
  if (continues(before.gesture) && !first_of_field) {
    HistoryEntry& first = done_.back();
    first.another_scene = first.another_scene || before.another_scene;
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
         (done_.size() > kMostEntries || total_bytes(done_) + total_bytes(undone_) > kMostBytes)) {
    done_.pop_front();
  }
  // What was undone first is redone last; without the later part the earlier one still fits.
  while (!undone_.empty() && total_bytes(undone_) > kMostBytes) undone_.pop_front();
}

}  // namespace heatwave::session
