// Work in phases, each of the same number of pieces in a ring: a piece begins when it and those
// beside it are done in the phase before.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "kernels/core/aligned.h"
#include "kernels/core/platform.h"
#include "kernels/core/spin.h"

namespace heatwave::core {

/// Each of the workers has pieces of its own, so that what they work on stays in its cache from
/// phase to phase. Whoever can begin none of them takes another's. So a worker that comes late, or
/// not at all, leaves its share to the others and holds up nobody: only a piece that was begun is
/// waited for, and only by the pieces beside it.
class Turns {
 public:
  Turns(std::int64_t phases, int pieces, int workers)
      : last_(2 * phases), workers_(workers), pieces_(static_cast<std::size_t>(pieces)) {}

  struct Help {
    std::int64_t pieces = 0;
    double seconds = 0.0;  ///< of processor time, waiting left out
  };

  /// Does pieces, `work(phase, piece)`, until none is left to begin. Returns what this worker did.
  template <typename Work>
  Help help(int worker, Work work) {
    const int all = static_cast<int>(pieces_.size());
    const int own = all * worker / workers_;
    Help mine{.seconds = -thread_seconds()};
    while (true) {
      const std::uint32_t ended = ended_.load(std::memory_order_acquire);
      bool is_over = true;
      int taken = 0;
      while (taken < all && !take((own + taken) % all, is_over)) ++taken;
      if (taken == all) {
        const double now = thread_seconds();
        if (is_over) {
          mine.seconds += now;
          return mine;
        }
        wait_while(ended_, ended);
        mine.seconds -= thread_seconds() - now;
        continue;
      }
      const int piece = (own + taken) % all;
      std::atomic<std::int64_t>& state = at(piece);
      const std::int64_t phase = state.load(std::memory_order_relaxed) / 2;
      work(phase, piece);
      ++mine.pieces;
      state.store(2 * (phase + 1), std::memory_order_release);
      ended_.fetch_add(1, std::memory_order_release);
      ended_.notify_all();
    }
  }

 private:
  struct alignas(kCacheLine) Piece {
    std::atomic<std::int64_t> state{0};  ///< twice the phases done, and 1 in the middle of one
  };

  std::atomic<std::int64_t>& at(int piece) {
    const auto all = static_cast<int>(pieces_.size());
    return pieces_[static_cast<std::size_t>((piece + all) % all)].state;
  }

  /// Begins the piece's next phase if there is one and nothing that it needs is missing.
  bool take(int piece, bool& is_over) {
    std::atomic<std::int64_t>& state = at(piece);
    std::int64_t done = state.load(std::memory_order_acquire);
    if (done >= last_ - 1) return false;
    is_over = false;
    const auto has_done_so_much = [&](int other) {
      return at(other).load(std::memory_order_acquire) >= done;
    };
    return done % 2 == 0 && has_done_so_much(piece - 1) && has_done_so_much(piece + 1) &&
           state.compare_exchange_strong(done, done + 1, std::memory_order_acq_rel);
  }

  const std::int64_t last_;
  const int workers_;
  std::vector<Piece> pieces_;
  std::atomic<std::uint32_t> ended_{0};  ///< pieces, in all phases
};

}  // namespace heatwave::core
