// The options of field_bench.
#pragma once

#include <map>
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
  std::optional<core::SimdLevel> simd;  ///< SIMD level of our code; unset: the highest
  field::EdgeKind edges = field::EdgeKind::held;
  int sources = 1;
  bool media = false;
  std::optional<field::Tiles> tiles;  ///< of a GPU; empty: by the rule
  int probes = 0;       ///< cells that are sampled while ours steps, against ours without samples
  bool totals = false;  ///< likewise the totals
  int spacing = 1;      ///< steps between samples
  int rounds = 9;
  bool only_ours = false;
  bool formula = false;   ///< true: also step the equation as a typed formula
  bool bytecode = false;  ///< true: also step it as a formula by bytecode
  bool levels = false;    ///< true: compare SIMD levels instead of methods
  bool json = false;
};

/// Returns all kinds of edges by the names that the options have for them.
const std::map<std::string, field::EdgeKind>& edge_kinds();

/// Throws core::Error when an option is invalid.
Wanted parsed(std::span<char*> arguments);

}  // namespace heatwave::bench
