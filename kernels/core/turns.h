// Work in phases, each of the same number of pieces: a phase begins when the one before is done.
#pragma once

#include <atomic>
#include <cstdint>

#include "kernels/core/spin.h"

namespace heatwave::core {

/// Whoever comes takes the next piece of the phase that is open. So a thread that comes late, or
/// not at all, leaves its share to the others and holds up nobody: only a piece that was begun is
/// waited for.
class Turns {
 public:
  Turns(std::int64_t phases, int pieces) : pieces_(pieces), all_(phases * pieces) {}

  /// Does pieces, `work(phase, piece)`, until none is left to begin.
  template <typename Work>
  void help(Work work) {
    while (true) {
      std::int64_t next = next_.load(std::memory_order_acquire);
      if (next >= all_) return;
      const std::int64_t phase = next / pieces_;
      if (!wait_for(phase * pieces_)) continue;
      if (!next_.compare_exchange_strong(next, next + 1, std::memory_order_acq_rel)) continue;
      work(phase, static_cast<int>(next % pieces_));
      if ((done_.fetch_add(1, std::memory_order_acq_rel) + 1) % pieces_ == 0) done_.notify_all();
    }
  }

 private:
  /// Whether so many pieces are done; if not, waits for a change.
  bool wait_for(std::int64_t pieces) {
    std::int64_t done = 0;
    const auto enough = [&] { return (done = done_.load(std::memory_order_acquire)) >= pieces; };
    if (spin_until(enough)) return true;
    done_.wait(done, std::memory_order_acquire);
    return false;
  }

  int pieces_;
  std::int64_t all_;
  std::atomic<std::int64_t> next_{0};
  std::atomic<std::int64_t> done_{0};
};

}  // namespace heatwave::core
