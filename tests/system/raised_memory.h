// Measures how much memory some work takes beyond the process's current use.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <fstream>

#include "kernels/core/device.h"

namespace heatwave {

class RaisedMemory {
 public:
  RaisedMemory() : before_(highest()) {
    // An earlier peak could hide a new one. Resetting it takes longer than most work that is
    // measured here.
    constexpr std::size_t kHidden = 5'000'000;
    if (before_ < resident() + kHidden) return;
    core::return_freed_memory();
    std::ofstream("/proc/self/clear_refs") << "5";  // the peak becomes the current use
    before_ = highest();
  }
  /// Returns the peak of resident bytes since the construction, minus those at that time; 5 MB less
  /// at most.
  [[nodiscard]] std::size_t peak() const { return std::max(highest(), before_) - before_; }

 private:
  static std::size_t highest() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return static_cast<std::size_t>(used.ru_maxrss) * 1024;
  }
  static std::size_t resident() {
    std::ifstream in("/proc/self/statm");
    std::size_t size = 0;
    std::size_t pages = 0;
    in >> size >> pages;
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  }

  std::size_t before_;
};

/// Limit of the memory that refusing a text or file may take, in bytes.
inline constexpr std::size_t kMostRaisedByRefusal = 100'000'000;

}  // namespace heatwave
