// Threads that poll memory without success, and the locks that they poll.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>

#include "kernels/stage/fault_words.h"
#include "kernels/stage/kernel_thread.h"
#include "kernels/stage/memory.h"
#include "kernels/stage/play_memory.h"

namespace heatwave::stage {

/// The cells that a thread has polled since the memory changed, and for each a hash of its
/// variables at the last poll. A hash table of its own: most threads poll few cells, and all are
/// forgotten at each store.
class PolledCells {
 public:
  /// Returns the hash of the variables at the last poll of this cell by this instruction; null: it
  /// is the first one, which is noted with the hash 0.
  /// `arena`: where it puts its table.
  std::uint32_t* find_or_add(int place, int array, std::int64_t index, Arena& arena);
  void clear();

 private:
  struct Entry {
    std::uint64_t where = 0;  ///< place and array
    std::int64_t index = 0;
    std::uint32_t hash = 0;
    std::uint32_t round = 0;  ///< the entry counts only in this round
    [[nodiscard]] bool is_of(std::uint64_t its_where, std::int64_t its_index) const {
      return where == its_where && index == its_index;
    }
  };
  /// Returns the cell's entry in the table, or the free one where it belongs.
  Entry& slot(std::uint64_t where, std::int64_t index);
  void grow(Arena& arena);

  /// The first ones in order, enough for the two cells that most threads poll; more of them are a
  /// table of a power of two.
  std::span<Entry> entries_;
  std::size_t used_ = 0;
  std::uint32_t round_ = 1;  ///< clear() begins a new one
};

/// Watches the threads of one launch, by their index in it.
class SpinWatch {
 public:
  /// The memory and the arena must outlive this object.
  SpinWatch(const Memory& memory, Arena& arena, int threads)
      : memory_(memory),
        arena_(arena),
        polls_(arena.made<Polls>(static_cast<std::size_t>(threads))) {}

  /// Notes what a thread did; `changed`: its atomic has changed memory. A thread polls in vain if
  /// it reads a cell again while neither any memory nor one of its variables has changed.
  void note(int thread, const KernelThread& its, const Action& action, bool changed);
  /// Returns whether the thread has polled so often that only other threads can end it.
  [[nodiscard]] bool spins(int thread) const;
  /// Returns whether the thread has polled in vain.
  [[nodiscard]] bool polls_in_vain(int thread) const;
  /// Returns the array that the thread polls; −1: none.
  [[nodiscard]] int waits_for(int thread) const { return of(thread).array; }
  /// Tells what a thread polls, where, and which thread holds it.
  void describe(int thread, words::Waiting& waiting) const;

 private:
  struct Polls {
    int in_a_row = 0;         ///< how often in a row it has polled without success
    int version = -1;         ///< version of the memory at the last poll
    int array = -1;           ///< array that it polls; −1: none
    std::int64_t index = 0;   ///< cell of that array
    int line = 0;             ///< line of the last poll
    bool wants_lock = false;  ///< the last poll tried to change that cell from zero
    PolledCells cells;
  };

  [[nodiscard]] const Polls& of(int thread) const {
    return polls_[static_cast<std::size_t>(thread)];
  }
  /// Returns whether the thread polls this cell again, with the same variables.
  bool is_repeated(Polls& own, const KernelThread& its, const Action& action);
  void note_owner(bool wants_lock, const Action& action);

  const Memory& memory_;
  Arena& arena_;
  std::span<Polls> polls_;
  std::map<std::pair<int, std::int64_t>, int> owners_;  ///< by lock: the thread that has taken it
};

}  // namespace heatwave::stage
