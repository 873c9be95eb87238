// Every reader refuses an input in a short time, with little memory and by one
// printable line.
#pragma once

#include <optional>
#include <string>

#include "kernels/core/error.h"
#include "tests/system/raised_memory.h"

namespace heatwave::fuzz {

/// Measures from its construction.
class RefusalLimits {
 public:
  RefusalLimits();
  /// Aborts, and says why, where the refusal took more than 2 s or 100 MB, or where its words are
  /// empty, very long or no line that a terminal may show.
  void check(const std::string& words) const;

 private:
  RaisedMemory memory_;
  double began_;
};

/// The value that the reader builds from an input; none where it refuses the input.
template <typename Read>
auto accepted(Read read) -> std::optional<decltype(read())> {
  const RefusalLimits limits;
  try {
    return read();
  } catch (const core::Error& error) {
    limits.check(error.what());
  }
  return {};
}

}  // namespace heatwave::fuzz
