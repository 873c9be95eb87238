// Inputs of experiments are random numbers: equal seeds give equal numbers on every machine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/random.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/lab_run.h"

namespace heatwave::lab {

/// The random numbers of one seed. Each number can be computed directly from its index.
class Random {
 public:
  explicit Random(std::uint64_t seed) : seed_(seed * 0xD1B54A32D192ED03U) {}

  [[nodiscard]] std::uint64_t number(std::uint64_t index) const {
    return core::splitmix64(seed_, index);
  }
  /// Returns a number from 0 up to but not including 1.
  [[nodiscard]] float uniform(std::uint64_t index) const {
    return static_cast<float>(number(index) >> 40U) * 0x1p-24F;
  }
  /// Returns a number from 0 up to but not including `end`.
  [[nodiscard]] std::uint32_t below(std::uint64_t index, std::uint32_t end) const {
    return static_cast<std::uint32_t>(((number(index) >> 32U) * end) >> 32U);
  }

 private:
  std::uint64_t seed_;
};

/// Returns an array with `value(index)` at each index. All processors fill it if it is large
/// enough; such an array is not completed when a stop is requested, which throws core::Error.
template <typename T, typename Value>
std::vector<T> filled(const Stop& stop, std::size_t size, Value value) {
  constexpr std::size_t kWorthThreads = 1U << 18U;
  // The zeros of a piece are still in the cache when they are replaced.
  constexpr std::size_t kPiece = 1U << 22U;
  std::vector<T> array;
  array.reserve(size);
  core::ThreadTeam team(size < kWorthThreads ? 1 : core::cpu_facts().processors);
  const auto members = static_cast<std::size_t>(team.size());
  while (array.size() < size) {
    if (!array.empty() && stop.stop_requested())
      throw core::Error("stopped before the input was complete");
    const std::size_t first = array.size();
    const std::size_t count = std::min(kPiece, size - first);
    array.resize(first + count);
    team.run([&](int member) {
      const auto part = static_cast<std::size_t>(member);
      const std::size_t end = first + count * (part + 1) / members;
      for (std::size_t i = first + count * part / members; i < end; ++i) array[i] = value(i);
    });
  }
  return array;
}

}  // namespace heatwave::lab
