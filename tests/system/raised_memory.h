// Measures how much memory some work takes beyond the process's current use.
#pragma once

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <string>

#include "kernels/core/device.h"

namespace heatwave {

class RaisedMemory {
 public:
  RaisedMemory() {
    core::return_freed_memory();
    std::ofstream("/proc/self/clear_refs") << "5";  // the peak becomes the current use
    // Reading the current use would be wrong: an allocator may return memory before it is read,
    // and the peak would seem to have risen by as much.
    before_ = status("VmHWM:");
  }
  /// Returns the peak of resident bytes since the construction, minus those at that time.
  [[nodiscard]] std::size_t peak() const { return std::max(status("VmHWM:"), before_) - before_; }

 private:
  static std::size_t status(const std::string& name) {
    std::ifstream in("/proc/self/status");
    std::size_t kilobytes = 0;
    for (std::string word; in >> word;) {
      if (word == name) in >> kilobytes;
    }
    return kilobytes * 1024;
  }

  std::size_t before_ = 0;
};

/// Limit of the memory that refusing a text or file may take, in bytes.
inline constexpr std::size_t kMostRaisedByRefusal = 100'000'000;

}  // namespace heatwave
