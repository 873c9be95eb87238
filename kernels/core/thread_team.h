// A fixed team of threads that work on one task together and can wait for each other inside it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "kernels/core/non_copyable.h"

namespace heatwave::core {

class ThreadTeam : NonCopyable {
 public:
  /// The caller counts as one of the team.
  explicit ThreadTeam(int size);
  ~ThreadTeam();

  [[nodiscard]] int size() const { return size_; }

  /// Runs `work(index)` on every member, index 0 on the caller; returns when all are done. `work`
  /// must not throw.
  void run(const std::function<void(int index)>& work);

  /// Runs `work(index)` on the caller, and on those members that come while it does: for work of
  /// which everybody takes pieces, so that nobody need wait for a member whose processor another
  /// program has. Returns when all who came are done. `work` must not throw.
  void share(const std::function<void(int index)>& work);

  /// Likewise `work(piece, index)` for each of so many pieces, by whoever comes to it first.
  void share_pieces(int pieces, const std::function<void(int piece, int index)>& work);

  /// Called by every member inside `run`: nobody goes on before all have come.
  void sync();

 private:
  static constexpr int kClosed = -1'000'000;

  void member(int index);
  void dismiss();
  void wake();
  [[nodiscard]] bool enter();

  const int size_;
  const std::function<void(int)>* work_ = nullptr;         ///< of run() …
  std::atomic<std::uint32_t> run_task_{0};                 ///< … and which task that is
  const std::function<void(int)>* shared_work_ = nullptr;  ///< of share() …
  std::atomic<std::uint32_t> share_task_{0};               ///< … and which task that is
  /// How many members are in share(); negative while it is closed.
  std::atomic<int> inside_{kClosed};
  std::atomic<std::uint32_t> task_{0};
  std::atomic<bool> stop_{false};
  std::atomic<int> arrived_{0};
  std::atomic<std::uint32_t> phase_{0};
  std::vector<std::jthread> members_;
};

}  // namespace heatwave::core
