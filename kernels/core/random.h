// Random numbers are equal on every machine, and on the GPU, too.
#pragma once

#include <cstdint>

#include "kernels/core/host_device.h"

namespace heatwave::core {

/// Returns the number at `index`, counted from 0, of splitmix64's sequence for this seed. Each
/// number is computed directly, so that threads may use parts of one sequence.
HEATWAVE_HOST_DEVICE std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

}  // namespace heatwave::core
