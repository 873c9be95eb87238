// A CodeCache keeps machine code that was compiled at run time for later starts of the program.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernels/core/non_copyable.h"

namespace heatwave::field::formula {

/// All functions may be called on any thread. Failures only cost time and are not reported.
class CodeCache : core::NonCopyable {
 public:
  virtual ~CodeCache() = default;
  /// Returns what was kept under this key; none: nothing was.
  [[nodiscard]] virtual std::optional<std::string> find(std::string_view key) = 0;
  virtual void keep(std::string_view key, std::string_view bytes) = 0;
};

}  // namespace heatwave::field::formula
