// Vectors of floats with any number of lanes, and vectors shifted by one column.
#pragma once

#include <cstdint>
#include <utility>

namespace heatwave::core {

/// `Type` is a vector in registers; `Loose` is one in memory, at any address.
template <int kLanes>
struct Lanes {
  using Type [[gnu::vector_size(kLanes * sizeof(float))]] = float;
  using Bits [[gnu::vector_size(kLanes * sizeof(float))]] = std::uint32_t;
  using Loose
      [[gnu::vector_size(kLanes * sizeof(float)), gnu::aligned(alignof(float)), gnu::may_alias]] =
          float;
};

template <int kLanes>
[[gnu::always_inline]] inline void load_lanes(const float* from,
                                              typename Lanes<kLanes>::Type& lanes) {
  lanes = *reinterpret_cast<const typename Lanes<kLanes>::Loose*>(from);
}

template <int kLanes>
[[gnu::always_inline]] inline void store_lanes(const typename Lanes<kLanes>::Type& lanes,
                                               float* to) {
  *reinterpret_cast<typename Lanes<kLanes>::Loose*>(to) = lanes;
}

/// Concatenates `a` and `b` and returns the lanes from kFirst on.
template <int kFirst, int kLanes, int... kLane>
[[gnu::always_inline]] inline void lanes_from(const typename Lanes<kLanes>::Type& a,
                                              const typename Lanes<kLanes>::Type& b,
                                              typename Lanes<kLanes>::Type& out,
                                              std::integer_sequence<int, kLane...> /*lanes*/) {
  out = __builtin_shufflevector(a, b, (kFirst + kLane)...);
}

}  // namespace heatwave::core
