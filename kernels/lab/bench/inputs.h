// Inputs of experiments are random numbers: equal seeds give equal numbers on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/core/random.h"
#include "kernels/core/thread_team.h"

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
/// enough.
template <typename T, typename Value>
std::vector<T> filled(std::size_t size, Value value) {
  constexpr std::size_t kWorthThreads = 1U << 18U;
  std::vector<T> array(size);
  const int threads = size < kWorthThreads ? 1 : core::cpu_facts().processors;
  core::ThreadTeam team(threads);
  team.run([&](int member) {
    const std::size_t begin =
        size * static_cast<std::size_t>(member) / static_cast<std::size_t>(threads);
    const std::size_t end =
        size * (static_cast<std::size_t>(member) + 1) / static_cast<std::size_t>(threads);
    for (std::size_t i = begin; i < end; ++i) array[i] = value(i);
  });
  return array;
}

}  // namespace heatwave::lab
