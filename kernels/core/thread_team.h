// A ThreadTeam is a fixed number of threads that work on one task together and can wait for each
// other inside it; short waits poll for a while before they sleep.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "kernels/core/atomic_wait.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::core {

/// Polls `holds()` some thousand times and returns whether it became true. A step of a small grid
/// takes some tens of microseconds, for which polling is faster than sleeping. After a longer wait
/// another program has the processor, and the caller should sleep to release its own.
template <typename Holds>
bool spin_until(Holds holds) {
  constexpr int kLooks = 4000;
  for (int look = 0; look < kLooks; ++look) {
    if (holds()) return true;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  return holds();
}

/// Waits while the value is `old`: polls first, then sleeps until notified.
template <typename T>
void wait_while(const std::atomic<T>& value, T old) {
  const auto changed = [&] { return value.load(std::memory_order_acquire) != old; };
  if (!spin_until(changed)) sleep_while(value, old);
}

class ThreadTeam : NonCopyable {
 public:
  /// The caller counts as one of the team's threads.
  explicit ThreadTeam(int size);
  ~ThreadTeam();

  [[nodiscard]] int size() const { return size_; }

  /// Runs `work(index)` on every thread of the team, index 0 on the caller; returns when all have
  /// finished. `work` must not throw.
  void run(const std::function<void(int index)>& work);

  /// Runs `work(index)` on the caller and on all threads that join in time. Use it for work that
  /// threads take in pieces, so that none waits for a thread whose processor is taken by another
  /// program. Returns when all joined threads have finished. `work` must not throw.
  void share(const std::function<void(int index)>& work);

  /// Runs `work(piece, index)` for each piece; threads take the next piece when they are free.
  void share_pieces(int pieces, const std::function<void(int piece, int index)>& work);

  /// A barrier inside run(): every thread of the team calls it, and none continues before all have.
  void sync();

 private:
  static constexpr int kClosed = -1'000'000;

  void member(int index);
  void dismiss();
  void wake();
  [[nodiscard]] bool enter();

  const int size_;
  const std::function<void(int)>* work_ = nullptr;  ///< work of run()
  std::atomic<std::uint32_t> run_task_{0};          ///< number of the task that work_ belongs to
  const std::function<void(int)>* shared_work_ = nullptr;  ///< work of share()
  std::atomic<std::uint32_t> share_task_{0};  ///< number of the task that shared_work_ belongs to
  /// Number of threads inside share(); negative: share() is closed.
  std::atomic<int> inside_{kClosed};
  std::atomic<std::uint32_t> task_{0};
  std::atomic<bool> stop_{false};
  std::atomic<int> arrived_{0};
  std::atomic<std::uint32_t> phase_{0};
  std::vector<std::jthread> members_;
};

}  // namespace heatwave::core
