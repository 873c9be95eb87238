// The RaceDetector finds unordered accesses, with vector clocks over barriers, atomics and fences.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kernels/stage/arena.h"

namespace heatwave::stage {

/// One access of a thread to a cell.
struct Access {
  int thread = 0;
  int line = 0;
  bool writes = false;
  bool atomic = false;
};

/// A thread's access of a known kind, and the thread's time then.
struct Stamp {
  int thread = 0;
  int line = 0;
  std::uint32_t time = 0;
};
/// Accesses to one cell, one of each thread, in a room of the detector's list.
struct AccessList {
  std::uint32_t begin = 0;  ///< index of the room's first access
  std::uint32_t size = 0;
  std::uint32_t room = 0;  ///< a power of two; 0: it has no room yet
  std::uint32_t next = 0;  ///< index in the list of the access after the newest one
  int last_thread = -1;    ///< greatest thread in the list since it was empty
  bool is_sorted = true;   ///< its threads ascend
};
/// The accesses to one cell of an array, as far as they can still race.
struct CellAccesses {
  std::optional<Stamp> write;   ///< newest write
  AccessList reads;             ///< newest read of each thread since that write
  AccessList atomics;           ///< newest atomic of each thread since that write
  std::int32_t published = -1;  ///< index into the published clocks; −1: nothing yet
};

/// The detector of one launch. Everything before and after the launch is ordered with all of it.
class RaceDetector {
 public:
  /// `cells`: cells of the arrays, of which it expects accesses to most. The arena must outlive
  /// the detector.
  RaceDetector(int threads, std::size_t cells, Arena& arena);

  /// Records an access. Returns the earlier access that it races with, which is valid until the
  /// next call; null: there is none.
  const Access* access(int array, std::int64_t index, const Access& access);
  /// Records that these threads have met: everything that they did before happens before everything
  /// they do later.
  void barrier(std::span<const int> threads);
  /// Records a fence. The thread's next atomic write publishes its earlier accesses, and its
  /// earlier atomic reads take effect.
  void fence(int thread);

 private:
  using Clock = std::vector<std::uint32_t>;
  /// A thread knows the clock of its last meeting, which the threads that met share, and its own
  /// time.
  struct Known {
    std::shared_ptr<const Clock> meeting;  ///< null: it has met none
    std::uint32_t own_time = 0;
  };
  struct Thread {
    Known now;
    Known fenced;    ///< its next atomic write publishes this
    Clock acquired;  ///< clock that its next fence acquires
  };

  /// Returns the index of the thread's access in a list; its size: there is none.
  [[nodiscard]] std::uint32_t find(const AccessList& list, int thread) const;
  /// Puts an access into a list, in the place of the thread's earlier one if there is one.
  void put(AccessList& list, const Stamp& stamp);
  /// Does this for a list that has a room.
  void put_among_others(AccessList& list, const Stamp& stamp);
  static void clear(AccessList& list) {
    list.size = 0;
    list.last_thread = -1;
    list.is_sorted = true;
  }
  [[nodiscard]] bool ordered(const Stamp& before, int thread) const;
  /// Returns the earlier access that this one races with; null: there is none.
  const Access* conflict(const CellAccesses& cell, const Access& access);
  /// Returns an access of the list that is not ordered before this thread's; null: there is none.
  [[nodiscard]] const Stamp* unordered(const AccessList& list, int thread) const;
  void synchronise(CellAccesses& cell, const Access& access);
  CellAccesses& cell_of(int array, std::int64_t index);
  CellAccesses& new_cell(std::size_t array, std::size_t index);
  static void join(Clock& into, const Clock& other);

  Arena& arena_;
  std::vector<Thread> threads_;
  ArenaList<CellAccesses> cells_;
  std::vector<Clock> published_;  ///< by cell: clock that atomic writes after a fence published
  /// Rooms of all lists, and rooms that became too small.
  ArenaList<Stamp> listed_;
  /// For each array the index into the cells; −1: never accessed.
  ArenaList<std::span<std::int32_t>> cell_numbers_;
  Access earlier_;  ///< found by the last call of access()
};

}  // namespace heatwave::stage
