// The CPU's arithmetic rate is measured by chains of multiply-adds that stay in registers.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/core/every_level.h"
#include "kernels/core/thread_team.h"

namespace heatwave::core {
namespace {

// Vectors as wide as the registers of AVX-512, AVX and SSE.
struct Avx512Vector {
  using Vector = float __attribute__((vector_size(64)));
};
struct AvxVector {
  using Vector = float __attribute__((vector_size(32)));
};
struct SseVector {
  using Vector = float __attribute__((vector_size(16)));
};

/// Chains with this many floats in total hide most of an addition's latency and fit into the
/// registers.
constexpr int kFloats = 112;
constexpr double kOperations = 2.0 * kFloats;

/// This file is compiled so that a multiplication and an addition may become one instruction.
template <typename Registers>
[[gnu::always_inline]] inline float multiply_and_add(int times) {
  using Vector = typename Registers::Vector;
  constexpr std::size_t kChains = kFloats * sizeof(float) / sizeof(Vector);
  Vector y[kChains];
  for (std::size_t i = 0; i < kChains; ++i) y[i] = Vector{} + static_cast<float>(i);
  const Vector half = Vector{} + 0.5F;
  const Vector one = Vector{} + 1.0F;
  for (int i = 0; i < times; ++i) {
#pragma GCC unroll 32
    for (Vector& chain : y) chain = chain * half + one;
  }
  Vector sum = {};
  for (const Vector& chain : y) sum += chain;
  return sum[0];
}

// One of these widths fits the registers; the others keep them less busy.
[[gnu::always_inline]] inline float in_avx512_vectors(int times) {
  return multiply_and_add<Avx512Vector>(times);
}
[[gnu::always_inline]] inline float in_avx_vectors(int times) {
  return multiply_and_add<AvxVector>(times);
}
[[gnu::always_inline]] inline float in_sse_vectors(int times) {
  return multiply_and_add<SseVector>(times);
}

double measured_rate() {
  constexpr int kTimes = 1 << 18;  // a millisecond or two
  ThreadTeam team(cpu_facts().processors);
  std::vector<float> sums(static_cast<std::size_t>(team.size()));
  double best = std::numeric_limits<double>::max();
  for (int round = 0; round < 4; ++round) {  // the clock may still be rising in the first round
    for (float (*const work)(int) :
         {core::kAtBestLevel<in_avx512_vectors>, core::kAtBestLevel<in_avx_vectors>,
          core::kAtBestLevel<in_sse_vectors>}) {
      const auto start = std::chrono::steady_clock::now();
      team.run([&](int index) {
        // The sums are stored, so that the compiler does not remove them.
        sums[static_cast<std::size_t>(index)] = work(kTimes);
      });
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      best = std::min(best, took.count());
    }
  }
  const bool came_out = std::all_of(sums.begin(), sums.end(), [](float sum) { return sum > 0; });
  return came_out ? kOperations * kTimes * team.size() / best : 0.0;
}

}  // namespace

double cpu_arithmetic_rate() {
  static const double measured = measured_rate();
  return measured;
}

}  // namespace heatwave::core
