// This file is compiled with -O3 -march=native -fopenmp and may contract operations, so the
// compiler can do its best.
#include "tests/bench/plain_loop.h"

#include <cstddef>
#include <utility>

namespace heatwave::bench {

void PlainLoop::advance(int steps, int threads) {
  const auto stride = static_cast<std::ptrdiff_t>(width);
  const float a = alpha;
  for (int step = 0; step < steps; ++step) {
    const float* from = newest.data();
    const std::uint8_t* mask = held.data();
    float* to = other.data();
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int y = 1; y < height - 1; ++y) {
      for (std::ptrdiff_t i = y * stride + 1; i < (y + 1) * stride - 1; ++i) {
        const float u = from[i];
        const float sum = from[i - 1] + from[i + 1] + from[i - stride] + from[i + stride];
        to[i] = mask[i] != 0 ? u : u + a * (sum - 4.0F * u);
      }
    }
    std::swap(newest, other);
  }
}

}  // namespace heatwave::bench
