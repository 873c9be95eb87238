// CPU threads compete for shared data here: this file says how many they are, how they start and
// how they wait.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>

#include "kernels/core/device.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab {

/// Values this many bytes apart share neither a cache line nor one of the line pairs that some
/// processors fetch together.
constexpr std::size_t kApart = 128;

/// Returns the parameter that sets the number of CPU threads.
inline Parameter workers_parameter() {
  return {.id = "workers",
          .title = "CPU threads",
          .help = "Threads of the CPU's variants; 0: one for each processor, but at least two.",
          .minimum = 0,
          .maximum = 256,
          .initial = 0,
          .sweep = {1, 2, 4, 8, 16, 32},
          .zero = "one per processor"};
}
inline int workers_of(const Settings& settings) {
  const auto wanted = static_cast<int>(settings["workers"]);
  return wanted > 0 ? wanted : std::max(2, core::cpu_facts().processors);
}

/// Returns how many of `n` turns each thread takes. The last threads may get fewer.
constexpr std::int64_t turns_of_each(std::int64_t n, std::int64_t threads) {
  return (n + threads - 1) / threads;
}

/// Calls `turn(i, member)` for each i below n. Each thread of the team takes consecutive values.
/// All threads start together, so that none finishes before the others have woken up.
template <typename Turn>
void contend(core::ThreadTeam& team, std::int64_t n, const Stop& stop, const Turn& turn) {
  const std::int64_t each = turns_of_each(n, team.size());
  team.run([&](int member) {
    team.sync();
    take_turns(std::min(n, each * member), std::min(n, each * (member + 1)), stop,
               [&](std::int64_t i) { turn(i, member); });
  });
}

/// Yields the processor until another thread has changed the number, so that a busy machine of one
/// processor lets the others run, too. Gives up after many times: they may all have finished.
/// It is not inlined, because that would change the machine code of the loops that are compared.
[[gnu::noinline]] inline void yield_until_changed(const std::atomic<std::uint32_t>& number,
                                                  std::uint32_t old) {
  constexpr int kMostYields = 500;
  for (int yields = 0; yields < kMostYields; ++yields) {
    std::this_thread::yield();
    if (number.load(std::memory_order_relaxed) != old) return;
  }
}

/// Waits between two polls of a spinning thread: it pauses at first and yields the processor later.
class SpinWait {
 public:
  void wait() {
    if (++polls_ % kPollsBeforeYielding == 0) {
      // The thread that holds the lock may be waiting for this processor.
      std::this_thread::yield();
    } else {
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
  }

 private:
  static constexpr int kPollsBeforeYielding = 64;
  int polls_ = 0;
};

}  // namespace heatwave::lab
