// Threads share the pieces of a ring in turns, and a TeamPace decides whether several threads are
// faster than one.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "kernels/core/aligned.h"
#include "kernels/core/platform.h"
#include "kernels/core/thread_team.h"

namespace heatwave::core {

/// A thread that loses its processor in the middle of a piece delays all threads that need the
/// piece, for as long as the other program runs: then one thread alone is faster. So if the caller
/// waits a lot, both choices are tried in turn, and the faster one is kept for a while.
class TeamPace {
 public:
  [[nodiscard]] bool is_together() const { return is_together_; }

  /// Records that `work`, in any unit, was done as is_together() says in `seconds`. The caller
  /// spent `waited` seconds of them waiting for other threads or for a processor.
  void record(double work, double seconds, double waited);

  static constexpr double kTrialSeconds = 0.01;
  static constexpr double kStaySeconds = 0.1;
  static constexpr double kMuchWaiting = 0.25;  ///< part of the time

 private:
  bool is_together_ = true;
  bool is_trial_ = false;
  double other_rate_ = 0.0;  ///< work per second of the other choice, during a trial
  double work_ = 0.0;        ///< work since the last decision, in the caller's unit
  double seconds_ = 0.0;
  double waited_ = 0.0;
};

/// Each worker has its own pieces, so that their data stays in its cache from phase to phase. A
/// worker that can start none of them takes another worker's piece. So a worker that comes late, or
/// never, leaves its pieces to the others and delays none of them: only pieces that have been
/// started are waited for, and only by their neighbours.
class Turns {
 public:
  Turns(std::int64_t phases, int pieces, int workers)
      : last_(2 * phases), workers_(workers), pieces_(static_cast<std::size_t>(pieces)) {}

  struct Help {
    std::int64_t pieces = 0;
    double seconds = 0.0;  ///< processor time without waiting
  };

  /// Does pieces, as `work(phase, piece)`, until none is left to start. Returns the work of this
  /// worker.
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
      notify_all(ended_);
    }
  }

 private:
  struct alignas(kCacheLine) Piece {
    /// Twice the number of finished phases, plus 1 during a phase.
    std::atomic<std::int64_t> state{0};
  };

  std::atomic<std::int64_t>& at(int piece) {
    const auto all = static_cast<int>(pieces_.size());
    return pieces_[static_cast<std::size_t>((piece + all) % all)].state;
  }

  /// Starts the piece's next phase and returns true if there is one and its neighbours have
  /// finished the previous phase.
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
  std::atomic<std::uint32_t> ended_{0};  ///< pieces that have finished all phases
};

}  // namespace heatwave::core
