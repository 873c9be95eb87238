// The loop that a student would write: heat on a dense grid, single steps, OpenMP.
#pragma once

#include <cstdint>
#include <vector>

namespace heatwave::bench {

struct PlainLoop {
  int width;
  int height;
  float alpha;
  std::vector<float> newest;
  std::vector<float> other;
  std::vector<std::uint8_t> held;  ///< 1: the cell keeps its value; all edge cells do

  void advance(int steps, int threads);
};

}  // namespace heatwave::bench
