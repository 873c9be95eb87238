// Memory that is written anew each time, for more or for less than the last time.
#pragma once

#include <cstddef>
#include <vector>

namespace heatwave::core {

/// So many elements, of any values, and no room for many more: what was needed once for something
/// large goes.
template <typename T>
void fit(std::vector<T>& scratch, std::size_t count) {
  if (count > scratch.capacity() || count < scratch.capacity() / 4 * 3) {
    scratch = std::vector<T>();
    scratch.reserve(count);
  }
  scratch.resize(count);
}

}  // namespace heatwave::core
