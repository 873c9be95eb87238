// How much memory some work takes beyond what the process has.
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
    std::ofstream("/proc/self/clear_refs") << "5";  // the peak begins anew
    before_ = status("VmRSS:");
  }
  /// The most resident bytes since the construction, beyond what there were then.
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

/// The most memory and time that a refused text or file may take.
inline constexpr std::size_t kMostRaisedByRefusal = 100'000'000;

}  // namespace heatwave
