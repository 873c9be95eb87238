// The detector uses vector clocks: each thread counts its own accesses and knows which accesses of
// others happened before.
#include "kernels/stage/race_detector.h"

#include <algorithm>
#include <utility>

namespace heatwave::stage {
namespace {

constexpr std::size_t kUsualCells = 64;      // most launches access about as many
constexpr std::size_t kMostExpected = 4096;  // cells that get memory at once

}  // namespace

RaceDetector::RaceDetector(int threads, std::size_t cells, std::pmr::memory_resource& memory)
    : now_(static_cast<std::size_t>(threads)),
      fenced_(static_cast<std::size_t>(threads)),
      acquired_(static_cast<std::size_t>(threads)),
      cells_(&memory),
      listed_(&memory) {
  const std::size_t expected = std::clamp(cells, kUsualCells, kMostExpected);
  cells_.reserve(expected);
  listed_.reserve(expected);
}

void RaceDetector::join(Clock& into, const Clock& other) {
  if (into.size() < other.size()) into.resize(other.size(), 0);
  for (std::size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
}

bool RaceDetector::ordered(const StampedAccess& before, int thread) const {
  if (before.access.thread == thread) return true;
  const auto& meeting = now_[static_cast<std::size_t>(thread)].meeting;
  return meeting && before.time <= (*meeting)[static_cast<std::size_t>(before.access.thread)];
}

std::optional<Access> RaceDetector::conflict(const CellAccesses& cell, const Access& access) const {
  const auto among = [&](const AccessList& earlier) -> std::optional<Access> {
    for (const StampedAccess& each : std::span(listed_).subspan(earlier.begin, earlier.size)) {
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
  if (cell.published >= 0) {
    join(acquired_[thread], published_[static_cast<std::size_t>(cell.published)]);
  }
  const Known& fenced = fenced_[thread];
  if (!fenced.meeting && fenced.own_time == 0) return;
  if (cell.published < 0) {
    cell.published = static_cast<std::int32_t>(published_.size());
    published_.emplace_back(now_.size(), 0);
  }
  Clock& published = published_[static_cast<std::size_t>(cell.published)];
  if (fenced.meeting) join(published, *fenced.meeting);
  published[thread] = std::max(published[thread], fenced.own_time);
}

CellAccesses& RaceDetector::cell_of(int array, std::int64_t index) {
  const auto at = static_cast<std::size_t>(array);
  const auto cell = static_cast<std::size_t>(index);
  if (cell_numbers_.size() <= at) cell_numbers_.resize(at + 1);
  std::vector<std::int32_t>& numbers = cell_numbers_[at];
  if (numbers.size() <= cell) {
    numbers.resize(std::max({cell + 1, 2 * numbers.size(), kUsualCells}), -1);
  }
  if (numbers[cell] < 0) {
    numbers[cell] = static_cast<std::int32_t>(cells_.size());
    cells_.emplace_back();
  }
  return cells_[static_cast<std::size_t>(numbers[cell])];
}

std::uint32_t RaceDetector::find(const AccessList& list, int thread) const {
  const std::span<const StampedAccess> all = std::span(listed_).subspan(list.begin, list.size);
  const auto its = [](const StampedAccess& each) { return each.access.thread; };
  auto found = all.end();
  if (list.is_sorted) {
    found = std::ranges::lower_bound(all, thread, {}, its);
    if (found != all.end() && its(*found) != thread) found = all.end();
  } else {
    found = std::ranges::find(all, thread, its);
  }
  return static_cast<std::uint32_t>(found - all.begin());
}

void RaceDetector::put(AccessList& list, const StampedAccess& stamped) {
  if (list.room == 0) {  // most cells are read by one thread
    list = {.begin = static_cast<std::uint32_t>(listed_.size()),
            .size = 1,
            .room = 1,
            .next = 1,
            .last_thread = stamped.access.thread};
    listed_.push_back(stamped);
    return;
  }
  const int thread = stamped.access.thread;
  const bool is_new = thread > list.last_thread;
  // Threads mostly come again in the order in which they came before.
  auto at = is_new ? list.size : list.next < list.size ? list.next : 0;
  if (!is_new && listed_[list.begin + at].access.thread != thread) at = find(list, thread);
  if (at == list.size && !is_new) list.is_sorted = false;
  if (at == list.size && list.size++ == list.room) {
    const auto begin = static_cast<std::uint32_t>(listed_.size());
    list.room *= 2;
    listed_.resize(begin + list.room);
    std::copy_n(listed_.begin() + list.begin, at, listed_.begin() + begin);
    list.begin = begin;
  }
  listed_[list.begin + at] = stamped;
  list.next = at + 1;
  list.last_thread = std::max(list.last_thread, thread);
}

std::optional<Access> RaceDetector::access(int array, std::int64_t index, const Access& access) {
  CellAccesses& cell = cell_of(array, index);
  const auto thread = static_cast<std::size_t>(access.thread);
  const auto found = conflict(cell, access);
  if (access.atomic) synchronise(cell, access);
  const StampedAccess stamped{access, ++now_[thread].own_time};
  if (access.atomic) {
    put(cell.atomics, stamped);
  } else if (access.writes) {
    cell.write = stamped;
    clear(cell.reads);
    clear(cell.atomics);
  } else {
    put(cell.reads, stamped);
  }
  return found;
}

void RaceDetector::barrier(std::span<const int> threads) {
  Clock all(now_.size(), 0);
  const Clock* joined = nullptr;
  for (const int thread : threads) {  // a barrier includes a fence
    const auto at = static_cast<std::size_t>(thread);
    const Known& its = now_[at];
    if (its.meeting && its.meeting.get() != joined) {
      joined = its.meeting.get();
      join(all, *joined);
    }
    all[at] = std::max(all[at], its.own_time);
    join(all, acquired_[at]);
    acquired_[at].clear();
  }
  const auto meeting = std::make_shared<const Clock>(std::move(all));
  for (const int thread : threads) {
    const auto at = static_cast<std::size_t>(thread);
    now_[at].meeting = meeting;
    fenced_[at] = now_[at];
  }
}

void RaceDetector::fence(int thread) {
  const auto at = static_cast<std::size_t>(thread);
  Known& now = now_[at];
  if (!acquired_[at].empty()) {
    Clock all = std::move(acquired_[at]);
    acquired_[at].clear();
    if (now.meeting) join(all, *now.meeting);
    now.meeting = std::make_shared<const Clock>(std::move(all));
  }
  fenced_[at] = now;
}

}  // namespace heatwave::stage
