// Which way of stepping is the fastest on a device: measured, and looked up again.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/field/field_solver.h"
#include "kernels/field/stepping.h"

namespace heatwave::field {

/// What was found for an equation on one grid.
struct TunedGrid {
  std::string equation;
  core::Extent extent;
  Stepping stepping;  ///< the fastest; nothing is set where none is clearly faster than the rule's
  std::string way;    ///< as its solver calls it
  double us_per_step = 0.0;
  double us_by_rule = 0.0;

  friend bool operator==(const TunedGrid&, const TunedGrid&) = default;
};

/// What was found on one device. A foreign or a wrong one costs speed, never bits.
struct Tuning {
  Backend backend = Backend::cpu;
  std::string device;  ///< as tuned_device() calls it
  std::vector<TunedGrid> grids;

  /// What was the fastest on the grid of the most similar size, if any was half to twice as large.
  [[nodiscard]] Stepping stepping_for(std::string_view equation, core::Extent extent) const;

  friend bool operator==(const Tuning&, const Tuning&) = default;
};

/// What tells a device from others, in words; empty where there is none. CUDA's is that which is
/// asked for, else the first.
std::string tuned_device(Backend backend, std::optional<int> device = {});

struct TuningRequest {
  Backend backend = Backend::cpu;
  std::optional<int> device;           ///< which CUDA device; else the first
  std::vector<std::string> equations;  ///< empty: all
  std::vector<core::Extent> grids;     ///< empty: from small to large
};

/// Measures all ways in turn. `progress` is told how much of it is done, from 0 to 1.
Tuning tune(const TuningRequest& request, const std::function<void(double done)>& progress);

/// make_solver() that asks these first.
std::function<std::unique_ptr<FieldSolver>(const SolverRequest&)> tuned_solvers(
    std::vector<Tuning> tunings);

}  // namespace heatwave::field
