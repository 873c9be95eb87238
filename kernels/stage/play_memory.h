// The memory of plays. A caller that plays again and again uses it again, since a system takes its
// time to give new pages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <span>
#include <type_traits>
#include <vector>

#include "kernels/core/non_copyable.h"

namespace heatwave::stage {

/// Memory that is given out piece by piece and is taken back at once.
class Arena : core::NonCopyable {
 public:
  [[nodiscard]] std::pmr::memory_resource& resource() { return resource_; }
  /// Returns room for values, which are never destroyed.
  template <typename Value>
  std::span<Value> room(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<Value>);
    return {std::pmr::polymorphic_allocator<Value>(&resource_).allocate(count), count};
  }
  /// Takes all pieces back.
  void clear() { resource_.release(); }

 private:
  static constexpr std::size_t kUsualBytes = 512 * 1024;  // most plays need no more
  std::unique_ptr<std::byte[]> first_ = std::make_unique_for_overwrite<std::byte[]>(kUsualBytes);
  std::pmr::monotonic_buffer_resource resource_{first_.get(), kUsualBytes};
};

/// The memory of plays that one thread plays one after the other.
class PlayMemory : core::NonCopyable {
 public:
  /// Returns an empty arena for a trace: one that no trace uses any more, or a new one.
  std::shared_ptr<Arena> for_trace() {
    const auto unused = std::find_if(traces_.begin(), traces_.end(),
                                     [](const auto& arena) { return arena.use_count() == 1; });
    if (unused == traces_.end()) return traces_.emplace_back(std::make_shared<Arena>());
    (*unused)->clear();
    return *unused;
  }
  /// Returns the emptied arena for a launch. The launch before must have ended.
  Arena& for_launch() {
    launch_.clear();
    return launch_;
  }

 private:
  std::vector<std::shared_ptr<Arena>> traces_;
  Arena launch_;
};

}  // namespace heatwave::stage
