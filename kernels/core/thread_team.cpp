// Threads sleep between tasks, and poll briefly within a task.
#include "kernels/core/thread_team.h"

#include <algorithm>
#include <string>
#include <system_error>

#include "kernels/core/error.h"

namespace heatwave::core {

ThreadTeam::ThreadTeam(int size) : size_(std::max(1, size)) {
  members_.reserve(static_cast<std::size_t>(size_ - 1));
  try {
    for (int index = 1; index < size_; ++index) {
      members_.emplace_back([this, index] { member(index); });
    }
  } catch (const std::system_error& error) {
    dismiss();
    throw Error("this system does not give " + std::to_string(size_) + " threads: " + error.what());
  } catch (...) {
    dismiss();  // the members that have started would wait for ever
    throw;
  }
}

ThreadTeam::~ThreadTeam() { dismiss(); }

void ThreadTeam::dismiss() {
  stop_ = true;
  wake();
}

void ThreadTeam::wake() {
  task_.fetch_add(1, std::memory_order_release);
  notify_all(task_);
}

void ThreadTeam::run(const std::function<void(int index)>& work) {
  work_ = &work;
  run_task_.store(task_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  wake();
  work(0);
  sync();
}

void ThreadTeam::share(const std::function<void(int)>& work) {
  if (size_ == 1) {
    work(0);
    return;
  }
  shared_work_ = &work;
  share_task_.store(task_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  inside_.store(0, std::memory_order_release);
  wake();
  work(0);
  int inside = inside_.fetch_add(kClosed, std::memory_order_acq_rel) + kClosed;
  while (inside != kClosed) {
    wait_while(inside_, inside);
    inside = inside_.load(std::memory_order_acquire);
  }
}

void ThreadTeam::share_pieces(int pieces, const std::function<void(int, int)>& work) {
  std::atomic<int> next{0};
  const auto take = [&](int index) {
    for (int piece = next++; piece < pieces; piece = next++) work(piece, index);
  };
  if (pieces > 1) {
    share(take);
  } else {
    take(0);
  }
}

/// Joins share() and returns true unless share() is closed.
bool ThreadTeam::enter() {
  int inside = inside_.load(std::memory_order_acquire);
  while (inside >= 0) {
    if (inside_.compare_exchange_weak(inside, inside + 1, std::memory_order_acq_rel)) return true;
  }
  return false;
}

void ThreadTeam::sync() {
  if (size_ == 1) return;
  const std::uint32_t phase = phase_.load(std::memory_order_acquire);
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {
    arrived_.store(0, std::memory_order_relaxed);
    phase_.fetch_add(1, std::memory_order_release);
    notify_all(phase_);
  } else {
    wait_while(phase_, phase);
  }
}

void ThreadTeam::member(int index) {
  std::uint32_t seen = 0;
  while (true) {
    sleep_while(task_, seen);
    ++seen;
    if (stop_) return;
    if (run_task_.load(std::memory_order_relaxed) == seen) {
      (*work_)(index);
      sync();
    } else if (share_task_.load(std::memory_order_relaxed) == seen && enter()) {
      (*shared_work_)(index);
      inside_.fetch_sub(1, std::memory_order_release);
      notify_all(inside_);
    }
  }
}

}  // namespace heatwave::core
