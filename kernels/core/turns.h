// Work in phases, each of the same number of pieces in a ring: a piece begins when it and those
// beside it are done in the phase before.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>
#include <vector>

#include "kernels/core/aligned.h"
#include "kernels/core/spin.h"

namespace heatwave::core {

/// Whoever comes takes the next piece. So a thread that comes late, or not at all, leaves its share
/// to the others and holds up nobody: only a piece that was begun is waited for, and only by the
/// pieces beside it.
class Turns {
 public:
  Turns(std::int64_t phases, int pieces)
      : pieces_(pieces), all_(phases * pieces), done_(static_cast<std::size_t>(pieces)) {}

  struct Help {
    std::int64_t pieces = 0;
    double seconds = 0.0;  ///< of processor time that these took
  };

  /// Does pieces, `work(phase, piece)`, until none is left to begin. Returns what it did.
  template <typename Work>
  Help help(Work work) {
    Help mine;
    while (true) {
      std::int64_t next = next_.load(std::memory_order_acquire);
      if (next >= all_) break;
      const std::int64_t phase = next / pieces_;
      const auto piece = static_cast<int>(next % pieces_);
      if (!may_begin(phase, piece)) continue;
      if (!next_.compare_exchange_strong(next, next + 1, std::memory_order_acq_rel)) continue;
      const double start = processor_seconds();
      work(phase, piece);
      mine.seconds += processor_seconds() - start;
      ++mine.pieces;
      std::atomic<std::int64_t>& done = phases_done(piece);
      done.store(phase + 1, std::memory_order_release);
      done.notify_all();
    }
    return mine;
  }

 private:
  /// Of the thread that calls.
  static double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  struct alignas(kCacheLine) Piece {
    std::atomic<std::int64_t> phases_done{0};
  };

  std::atomic<std::int64_t>& phases_done(int piece) {
    return done_[static_cast<std::size_t>((piece + pieces_) % pieces_)].phases_done;
  }

  /// Whether all that the piece needs is done; if not, waits for a change.
  bool may_begin(std::int64_t phase, int piece) {
    for (const int needed : {piece, piece - 1, piece + 1}) {
      std::atomic<std::int64_t>& value = phases_done(needed);
      std::int64_t done = 0;
      const auto enough = [&] { return (done = value.load(std::memory_order_acquire)) >= phase; };
      if (spin_until(enough)) continue;
      value.wait(done, std::memory_order_acquire);
      return false;
    }
    return true;
  }

  int pieces_;
  std::int64_t all_;
  std::atomic<std::int64_t> next_{0};
  std::vector<Piece> done_;
};

}  // namespace heatwave::core
