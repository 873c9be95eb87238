// Finds accesses that nothing puts in order: vector clocks over barriers, atomics and fences.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace heatwave::stage {

/// One access of a thread to a cell.
struct Access {
  int thread = 0;
  int line = 0;
  bool writes = false;
  bool atomic = false;
};

/// Of one launch: what came before it, and what comes after, is in order with all of it.
class RaceDetector {
 public:
  explicit RaceDetector(int threads);

  /// Notes an access; gives the earlier one that it races with, if there is one.
  std::optional<Access> access(int array, std::int64_t index, const Access& access);
  /// All these threads have met: what each did before is in order with what any does after.
  void barrier(std::span<const int> threads);
  /// What the thread did before is published by its next atomic write; what it read by atomics
  /// before counts from now on.
  void fence(int thread);

 private:
  using Clock = std::vector<std::uint32_t>;
  struct Stamped {
    Access access;
    std::uint32_t time = 0;
  };
  struct Cell {
    std::optional<Stamped> write;  ///< the newest
    std::vector<Stamped> reads;    ///< the newest of each thread, since that write
    std::vector<Stamped> atomics;  ///< likewise
    Clock published;               ///< by atomic writes after a fence
  };

  [[nodiscard]] bool ordered(const Stamped& before, int thread) const;
  std::optional<Access> conflict(const Cell& cell, const Access& access) const;
  void synchronise(Cell& cell, const Access& access);
  static void join(Clock& into, const Clock& other);

  std::vector<Clock> now_;       ///< of each thread
  std::vector<Clock> fenced_;    ///< what an atomic write of the thread publishes
  std::vector<Clock> acquired_;  ///< what its next fence lets it see
  std::map<std::pair<int, std::int64_t>, Cell> cells_;
};

}  // namespace heatwave::stage
