// The detector uses vector clocks: each thread counts its own accesses and knows which accesses of
// others happened before.
#include "kernels/stage/race_detector.h"

#include <algorithm>
#include <utility>

namespace heatwave::stage {
namespace {

constexpr std::size_t kUsualCells = 64;  // most launches access about as many
constexpr std::uint32_t kRoomGrowth = 2;
constexpr std::size_t kUsualArrays = 8;
constexpr std::size_t kMostExpected = 4096;  // cells that get memory at once

/// Sets a stamp part by part: a copy as a whole would wait until all parts of the other one stand
/// in memory.
void set(Stamp& to, const Stamp& from) {
  to.thread = from.thread;
  to.line = from.line;
  to.time = from.time;
}

}  // namespace

RaceDetector::RaceDetector(int threads, std::size_t cells, Arena& arena)
    : arena_(arena),
      threads_(static_cast<std::size_t>(threads)),
      cells_(arena, std::clamp(cells, kUsualCells, kMostExpected)),
      listed_(arena, std::clamp(cells, kUsualCells, kMostExpected)),
      cell_numbers_(arena, kUsualArrays) {}

void RaceDetector::join(Clock& into, const Clock& other) {
  if (into.size() < other.size()) into.resize(other.size(), 0);
  for (std::size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
}

bool RaceDetector::ordered(const Stamp& before, int thread) const {
  if (before.thread == thread) return true;
  const auto& meeting = threads_[static_cast<std::size_t>(thread)].now.meeting;
  return meeting && before.time <= (*meeting)[static_cast<std::size_t>(before.thread)];
}

const Stamp* RaceDetector::unordered(const AccessList& list, int thread) const {
  for (const Stamp& each : listed_.all().subspan(list.begin, list.size)) {
    if (!ordered(each, thread)) return &each;
  }
  return nullptr;
}

inline const Access* RaceDetector::conflict(const CellAccesses& cell, const Access& access) {
  const auto found = [this](const Stamp& earlier, bool writes, bool atomic) {
    earlier_ = {earlier.thread, earlier.line, writes, atomic};
    return &earlier_;
  };
  if (cell.write && !ordered(*cell.write, access.thread)) return found(*cell.write, true, false);
  if (!access.atomic) {
    const Stamp* atomic = unordered(cell.atomics, access.thread);
    if (atomic != nullptr) return found(*atomic, true, true);
  }
  // An atomic changes the cell like a write, so plain reads race with it.
  const Stamp* read = access.writes ? unordered(cell.reads, access.thread) : nullptr;
  return read == nullptr ? nullptr : found(*read, false, false);
}

void RaceDetector::synchronise(CellAccesses& cell, const Access& access) {
  const auto thread = static_cast<std::size_t>(access.thread);
  if (cell.published >= 0) {
    join(threads_[thread].acquired, published_[static_cast<std::size_t>(cell.published)]);
  }
  const Known& fenced = threads_[thread].fenced;
  if (!fenced.meeting && fenced.own_time == 0) return;
  if (cell.published < 0) {
    cell.published = static_cast<std::int32_t>(published_.size());
    published_.emplace_back(threads_.size(), 0);
  }
  Clock& published = published_[static_cast<std::size_t>(cell.published)];
  if (fenced.meeting) join(published, *fenced.meeting);
  published[thread] = std::max(published[thread], fenced.own_time);
}

inline CellAccesses& RaceDetector::cell_of(int array, std::int64_t index) {
  const auto at = static_cast<std::size_t>(array);
  const auto cell = static_cast<std::size_t>(index);
  if (at < cell_numbers_.size() && cell < cell_numbers_[at].size()) {
    const std::int32_t number = cell_numbers_[at][cell];
    if (number >= 0) return cells_[static_cast<std::size_t>(number)];
  }
  return new_cell(at, cell);
}

CellAccesses& RaceDetector::new_cell(std::size_t array, std::size_t index) {
  if (cell_numbers_.size() <= array) cell_numbers_.resize(array + 1);
  std::span<std::int32_t>& numbers = cell_numbers_[array];
  if (numbers.size() <= index) {
    const auto more =
        arena_.room<std::int32_t>(std::max({index + 1, 2 * numbers.size(), kUsualCells}));
    const auto rest = std::copy(numbers.begin(), numbers.end(), more.begin());
    std::fill(rest, more.end(), -1);
    numbers = more;
  }
  numbers[index] = static_cast<std::int32_t>(cells_.size());
  return cells_.add();
}

std::uint32_t RaceDetector::find(const AccessList& list, int thread) const {
  const std::span<const Stamp> all = listed_.all().subspan(list.begin, list.size);
  auto found = all.end();
  if (list.is_sorted) {
    found = std::ranges::lower_bound(all, thread, {}, &Stamp::thread);
    if (found != all.end() && found->thread != thread) found = all.end();
  } else {
    found = std::ranges::find(all, thread, &Stamp::thread);
  }
  return static_cast<std::uint32_t>(found - all.begin());
}

inline void RaceDetector::put(AccessList& list, const Stamp& stamp) {
  if (list.room > 0) return put_among_others(list, stamp);
  // Most cells are read by one thread.
  list.begin = static_cast<std::uint32_t>(listed_.size());
  list.size = 1;
  list.room = 1;
  list.next = 1;
  list.last_thread = stamp.thread;
  set(listed_.add(), stamp);
}

void RaceDetector::put_among_others(AccessList& list, const Stamp& stamp) {
  const int thread = stamp.thread;
  const bool is_new = thread > list.last_thread;
  // Threads mostly come again in the order in which they came before.
  auto at = is_new ? list.size : list.next < list.size ? list.next : 0;
  if (!is_new && listed_[list.begin + at].thread != thread) at = find(list, thread);
  if (at == list.size && !is_new) list.is_sorted = false;
  if (at == list.size && list.size++ == list.room) {
    const auto begin = static_cast<std::uint32_t>(listed_.size());
    list.room *= kRoomGrowth;
    listed_.resize(begin + list.room);
    std::copy_n(listed_.all().begin() + list.begin, at, &listed_[begin]);
    list.begin = begin;
  }
  set(listed_[list.begin + at], stamp);
  list.next = at + 1;
  list.last_thread = std::max(list.last_thread, thread);
}

const Access* RaceDetector::access(int array, std::int64_t index, const Access& access) {
  CellAccesses& cell = cell_of(array, index);
  const Access* earlier = conflict(cell, access);
  if (access.atomic) synchronise(cell, access);
  Thread& its = threads_[static_cast<std::size_t>(access.thread)];
  const Stamp stamp{access.thread, access.line, ++its.now.own_time};
  if (access.atomic) {
    put(cell.atomics, stamp);
  } else if (access.writes) {
    cell.write = stamp;
    clear(cell.reads);
    clear(cell.atomics);
  } else {
    put(cell.reads, stamp);
  }
  return earlier;
}

void RaceDetector::barrier(std::span<const int> threads) {
  Clock all(threads_.size(), 0);
  const Clock* joined = nullptr;
  for (const int thread : threads) {  // a barrier includes a fence
    const auto at = static_cast<std::size_t>(thread);
    Thread& its = threads_[at];
    if (its.now.meeting && its.now.meeting.get() != joined) {
      joined = its.now.meeting.get();
      join(all, *joined);
    }
    all[at] = std::max(all[at], its.now.own_time);
    join(all, its.acquired);
    its.acquired.clear();
  }
  const auto meeting = std::make_shared<const Clock>(std::move(all));
  for (const int thread : threads) {
    Thread& its = threads_[static_cast<std::size_t>(thread)];
    its.now.meeting = meeting;
    its.fenced = its.now;
  }
}

void RaceDetector::fence(int thread) {
  Thread& its = threads_[static_cast<std::size_t>(thread)];
  if (!its.acquired.empty()) {
    Clock all = std::exchange(its.acquired, {});
    if (its.now.meeting) join(all, *its.now.meeting);
    its.now.meeting = std::make_shared<const Clock>(std::move(all));
  }
  its.fenced = its.now;
}

}  // namespace heatwave::stage
