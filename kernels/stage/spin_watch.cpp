// A lock is a cell that is zero while no thread holds it.
#include "kernels/stage/spin_watch.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace heatwave::stage {
namespace {

/// If every thread has polled this often without success while no memory changed, they spin
/// forever.
constexpr int kSpinsBeforeStuck = 8;
constexpr std::size_t kFew = 4;  // cells that a thread may poll before it gets a table of them

/// Returns whether an atomic operation changes a cell from zero, as taking a lock does.
bool takes_lock(const Action& action) {
  switch (action.atomic) {
    case Atomic::cas:
      return action.compare == 0.0 && action.value != 0.0;
    case Atomic::exch:
    case Atomic::bor:
      return action.value != 0.0;
    case Atomic::add:
    case Atomic::sub:
    case Atomic::min:
    case Atomic::max:
    case Atomic::inc:
    case Atomic::dec:
    case Atomic::band:
    case Atomic::bxor:
      break;
  }
  return false;
}

}  // namespace

void PolledCells::clear() {
  used_ = 0;
  if (++round_ != 0) return;
  entries_ = {};  // entries of old rounds would count again
  round_ = 1;
}

PolledCells::Entry& PolledCells::slot(std::uint64_t where, std::int64_t index) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  const std::uint64_t key = static_cast<std::uint64_t>(index) ^ where << 20U;
  const std::size_t mask = entries_.size() - 1;
  for (std::size_t at = (key * kOdd) >> 40U;; ++at) {
    Entry& entry = entries_[at & mask];
    if (entry.round != round_ || entry.is_of(where, index)) return entry;
  }
}

void PolledCells::grow(Arena& arena) {
  constexpr std::size_t kGrowth = 4;
  const std::size_t size = entries_.empty() ? kFew : kGrowth * entries_.size();
  const std::span<Entry> old = std::exchange(entries_, arena.made<Entry>(size));
  for (const Entry& each : old) {
    if (each.round == round_) slot(each.where, each.index) = each;
  }
}

std::uint32_t* PolledCells::find_or_add(int place, int array, std::int64_t index, Arena& arena) {
  const auto where = static_cast<std::uint64_t>(array) | static_cast<std::uint64_t>(place) << 32U;
  if (entries_.empty()) grow(arena);
  if (entries_.size() == kFew) {
    for (Entry& each : entries_.first(used_)) {
      if (each.is_of(where, index)) return &each.hash;
    }
  }
  const bool is_full = entries_.size() == kFew ? used_ == kFew : 2 * used_ >= entries_.size();
  if (is_full) grow(arena);
  Entry& entry = entries_.size() == kFew ? entries_[used_] : slot(where, index);
  if (entry.round == round_ && entries_.size() > kFew) return &entry.hash;
  entry.where = where;
  entry.index = index;
  entry.hash = 0;
  entry.round = round_;
  ++used_;
  return nullptr;
}

void SpinWatch::note(int thread, const KernelThread& its, const Action& action, bool changed) {
  if (action.op == Op::branch || action.op == Op::reconverge || action.op == Op::fence) return;
  Polls& own = polls_[static_cast<std::size_t>(thread)];
  const bool atomic = action.op == Op::atomic && action.array >= 0;
  const bool polls = action.op == Op::load || (atomic && !changed);
  if (!polls || own.version != memory_.version()) own.cells.clear();
  const bool in_vain = polls && is_repeated(own, its, action);
  const bool mutex = action.array >= 0 && memory_.info(action.array).is_mutex;
  own.in_a_row = in_vain ? own.in_a_row + 1 : 0;
  own.version = memory_.version();
  own.array = polls && (mutex || in_vain) ? action.array : -1;
  own.index = action.index;
  own.line = action.line;
  own.wants_lock = atomic && takes_lock(action);
  note_owner(own.wants_lock, action);
}

bool SpinWatch::is_repeated(Polls& own, const KernelThread& its, const Action& action) {
  const bool in_loop = its.position().size() > 1;
  if (!in_loop) return false;  // it executes the instruction only once
  std::uint32_t* known =
      own.cells.find_or_add(its.request().place, action.array, action.index, arena_);
  // Most cells are read once: their hash is taken when they are read again.
  if (known == nullptr) return false;
  const auto hash = static_cast<std::uint32_t>(its.hash_of_variables());
  return std::exchange(*known, hash) == hash;
}

void SpinWatch::note_owner(bool wants_lock, const Action& action) {
  const bool writes = action.op == Op::store || action.op == Op::atomic;
  if (!writes || action.array < 0 || !memory_.inside(action.array, action.index)) return;
  const double now = memory_.state(action.array, action.index).value;
  if (now == 0.0) {
    owners_.erase({action.array, action.index});
  } else if (wants_lock && action.before == 0.0) {
    owners_[{action.array, action.index}] = action.thread;
  }
}

bool SpinWatch::spins(int thread) const {
  return of(thread).in_a_row >= kSpinsBeforeStuck && of(thread).version == memory_.version();
}

bool SpinWatch::polls_in_vain(int thread) const {
  return of(thread).array >= 0 && of(thread).in_a_row > 0;
}

void SpinWatch::describe(int thread, words::Waiting& waiting) const {
  const Polls& own = of(thread);
  waiting.polls = own.array;
  waiting.index = own.index;
  if (own.array < 0) return;
  if (!waiting.at_barrier && !waiting.at_warp_barrier) waiting.line = own.line;
  const auto owner = own.wants_lock ? owners_.find({own.array, own.index}) : owners_.end();
  if (owner != owners_.end()) waiting.owner = owner->second;
}

}  // namespace heatwave::stage
