// Scratch memory is overwritten on each use, with more or fewer elements than before.
#pragma once

#include <cstddef>
#include <vector>

namespace heatwave::core {

/// Resizes the vector to `count` elements with arbitrary values. Frees memory that an earlier, much
/// larger use has left.
template <typename T>
void fit(std::vector<T>& scratch, std::size_t count) {
  if (count > scratch.capacity() || count < scratch.capacity() / 4 * 3) {
    scratch = std::vector<T>();
    scratch.reserve(count);
  }
  scratch.resize(count);
}

}  // namespace heatwave::core
