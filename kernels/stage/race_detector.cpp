// The detector uses vector clocks: each thread counts its own accesses and knows which accesses of
// others happened before.
#include "kernels/stage/race_detector.h"

#include <algorithm>

namespace heatwave::stage {

RaceDetector::RaceDetector(int threads)
    : now_(static_cast<std::size_t>(threads), Clock(static_cast<std::size_t>(threads), 0)),
      fenced_(static_cast<std::size_t>(threads)),
      acquired_(static_cast<std::size_t>(threads)) {}

void RaceDetector::join(Clock& into, const Clock& other) {
  if (into.size() < other.size()) into.resize(other.size(), 0);
  for (std::size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
}

bool RaceDetector::ordered(const Stamped& before, int thread) const {
  const auto other = static_cast<std::size_t>(before.access.thread);
  return before.access.thread == thread ||
         before.time <= now_[static_cast<std::size_t>(thread)][other];
}

std::optional<Access> RaceDetector::conflict(const CellAccesses& cell, const Access& access) const {
  const auto among = [&](const std::vector<Stamped>& earlier) -> std::optional<Access> {
    for (const Stamped& each : earlier) {
      if (!ordered(each, access.thread)) return each.access;
    }
    return std::nullopt;
  };
  if (cell.write && !ordered(*cell.write, access.thread)) return cell.write->access;
  if (!access.atomic) {
    if (auto found = among(cell.atomics)) return found;
  }
  // An atomic changes the cell like a write, so plain reads race with it.
  if (access.writes) return among(cell.reads);
  return std::nullopt;
}

void RaceDetector::synchronise(CellAccesses& cell, const Access& access) {
  const auto thread = static_cast<std::size_t>(access.thread);
  join(acquired_[thread], cell.published);
  join(cell.published, fenced_[thread]);
}

std::optional<Access> RaceDetector::access(int array, std::int64_t index, const Access& access) {
  CellAccesses& cell = cells_[{array, index}];
  const auto thread = static_cast<std::size_t>(access.thread);
  const auto found = conflict(cell, access);
  if (access.atomic) synchronise(cell, access);
  const Stamped stamped{access, ++now_[thread][thread]};
  const auto put = [&](std::vector<Stamped>& list) {
    const auto own = std::find_if(list.begin(), list.end(), [&](const Stamped& each) {
      return each.access.thread == access.thread;
    });
    if (own == list.end()) {
      list.push_back(stamped);
    } else {
      *own = stamped;
    }
  };
  if (access.atomic) {
    put(cell.atomics);
  } else if (access.writes) {
    cell.write = stamped;
    cell.reads.clear();
    cell.atomics.clear();
  } else {
    put(cell.reads);
  }
  return found;
}

void RaceDetector::barrier(std::span<const int> threads) {
  Clock all;
  for (const int thread : threads) {  // a barrier includes a fence
    join(all, now_[static_cast<std::size_t>(thread)]);
    join(all, acquired_[static_cast<std::size_t>(thread)]);
  }
  for (const int thread : threads) {
    const auto at = static_cast<std::size_t>(thread);
    join(now_[at], all);
    join(fenced_[at], all);
  }
}

void RaceDetector::fence(int thread) {
  const auto at = static_cast<std::size_t>(thread);
  join(now_[at], acquired_[at]);
  fenced_[at] = now_[at];
}

}  // namespace heatwave::stage
