// Bands of a field are worked on while the next ones are read.
#pragma once

#include <functional>
#include <future>
#include <utility>

#include "app/session/field/field_tiles.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::session {

/// Works on bands of a field in the order in which they arrive, on each while the next one is read.
class BesideReading : core::NonCopyable {
 public:
  using Work = std::function<void(const FieldTile&)>;

  explicit BesideReading(Work work) : work_(std::move(work)) {}
  ~BesideReading() {
    if (done_.valid()) done_.wait();
  }

  void take(FieldTile rows) {
    wait();
    done_ = std::async(std::launch::async, [this, rows = std::move(rows)] { work_(rows); });
  }
  /// Throws what the work has thrown.
  void wait() {
    if (done_.valid()) done_.get();
  }

 private:
  Work work_;
  std::future<void> done_;
};

}  // namespace heatwave::session
