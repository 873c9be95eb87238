// What field_bench is asked to measure.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/core/simd.h"
#include "kernels/field/field_solver.h"

namespace heatwave::bench {

struct Wanted {
  std::vector<core::Extent> grids{{640, 480}, {1024, 1024}, {4096, 4096}};
  std::vector<int> threads{1, core::cpu_facts().processors};
  std::string equation = "heat";
  field::Backend backend = field::Backend::cpu;
  std::optional<core::SimdLevel> simd;  ///< of our code; none: the best there is
  field::EdgeKind edges = field::EdgeKind::held;
  int sources = 1;
  bool media = false;
  int rounds = 9;
  bool only_ours = false;
  bool json = false;
};

/// Throws core::Error where it does not understand.
Wanted parsed(std::span<char*> arguments);

}  // namespace heatwave::bench
