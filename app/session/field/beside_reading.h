// Bands of a field are worked on while the next ones are read.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "app/session/field/field_tiles.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::session {

/// Works on bands of a field in the order in which they arrive, on a thread of its own.
class BesideReading : core::NonCopyable {
 public:
  using Work = std::function<void(const FieldTile&)>;
  using Rows = std::shared_ptr<const FieldTile>;

  explicit BesideReading(Work work)
      : work_(std::move(work)), worker_([this](const std::stop_token& stop) { go_on(stop); }) {}

  /// Waits while some bands are left to do. Throws what the work on an earlier one has thrown.
  void take(Rows rows) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return left_.size() < kMostLeft || failure_; });
    throw_failure();
    left_.push_back(std::move(rows));
    changed_.notify_all();
  }
  /// Waits until all bands are done. Throws what the work has thrown.
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return left_.empty() || failure_; });
    throw_failure();
  }

 private:
  static constexpr std::size_t kMostLeft = 4;

  void throw_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }
  void go_on(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return !left_.empty(); })) {
      const Rows rows = left_.front();
      lock.unlock();
      std::exception_ptr thrown;
      try {
        work_(*rows);
      } catch (...) {
        thrown = std::current_exception();
      }
      lock.lock();
      left_.pop_front();
      changed_.notify_all();
      if (!thrown) continue;
      failure_ = thrown;
      return;
    }
  }

  Work work_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Rows> left_;  ///< the first one is being worked on
  std::exception_ptr failure_;
  std::jthread worker_;
};

}  // namespace heatwave::session
