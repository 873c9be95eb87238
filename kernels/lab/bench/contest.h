// CPU threads that want the same thing at the same moment: how many, how they begin, how they wait.
#pragma once

#include <algorithm>
#include <cstdint>
#include <thread>

#include "kernels/core/device.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab {

/// Values that are this far apart, in bytes, share no cache line, nor one of the pairs of lines
/// that some processors fetch together.
constexpr std::size_t kApart = 128;

/// The parameter that sets how many threads there are.
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

/// How many of `n` turns each of so many threads takes; the last ones may find fewer left.
constexpr std::int64_t turns_of_each(std::int64_t n, std::int64_t threads) {
  return (n + threads - 1) / threads;
}

/// Calls `turn(i)` for each i from `begin` to before `end`, and stops early when asked to.
template <typename Turn>
void take_turns(std::int64_t begin, std::int64_t end, const Stop& stop, const Turn& turn) {
  constexpr std::int64_t kBetweenLooks = 4096;
  while (begin < end && !stop.stop_requested()) {
    const std::int64_t pause = std::min(end, begin + kBetweenLooks);
    for (; begin < pause; ++begin) turn(begin);
  }
}

/// Calls `turn(i, member)` for each i below n. Each thread of the team takes one stretch of them,
/// and all begin together: nobody is done before the others have woken up.
template <typename Turn>
void contend(core::ThreadTeam& team, std::int64_t n, const Stop& stop, const Turn& turn) {
  const std::int64_t each = turns_of_each(n, team.size());
  team.run([&](int member) {
    team.sync();
    take_turns(std::min(n, each * member), std::min(n, each * (member + 1)), stop,
               [&](std::int64_t i) { turn(i, member); });
  });
}

/// What a spinning thread does between two looks at what it waits for.
class Patience {
 public:
  void wait() {
    if (++looks_ % kLooksBeforeYielding == 0) {
      std::this_thread::yield();  // whoever holds the lock may be waiting for this very processor
    } else {
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
  }

 private:
  static constexpr int kLooksBeforeYielding = 64;
  int looks_ = 0;
};

}  // namespace heatwave::lab
