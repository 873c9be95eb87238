// The fastest stepping method on a device is measured, stored and looked up here.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/field/field_solver.h"
#include "kernels/field/stepping.h"

namespace heatwave::field {

/// The measured result for one equation on one grid.
struct TunedGrid {
  std::string equation;
  core::Extent extent;
  /// The fastest method; nothing set: no method is clearly faster than the rule's choice.
  Stepping stepping;
  std::string method;  ///< the solver's name for the method
  double us_per_step = 0.0;
  double us_by_rule = 0.0;

  friend bool operator==(const TunedGrid&, const TunedGrid&) = default;
};

/// The measured results on one device. Results from another device cost speed but never change
/// bits.
struct Tuning {
  Backend backend = Backend::cpu;
  std::string device;  ///< name that tuned_device() returns
  std::vector<TunedGrid> grids;

  /// Returns the fastest method on the grid of the most similar size; nothing set: no measured grid
  /// is half to twice as large.
  [[nodiscard]] Stepping stepping_for(std::string_view equation, core::Extent extent) const;

  friend bool operator==(const Tuning&, const Tuning&) = default;
};

/// Returns the name that identifies a device; empty: there is none. For CUDA it is the requested
/// device or else the first.
std::string tuned_device(Backend backend, std::optional<int> device = {});

struct TuningRequest {
  Backend backend = Backend::cpu;
  std::optional<int> device;           ///< index of the CUDA device; unset: the first
  std::vector<std::string> equations;  ///< empty: all equations
  std::vector<core::Extent> grids;     ///< empty: a series from small to large
};

/// Measures all methods in turn. `progress` is called with the part that is done, from 0 to 1.
Tuning tune(const TuningRequest& request, const std::function<void(double done)>& progress);

/// Returns a function that works like make_solver() but looks up the stepping method in these
/// results first.
std::function<std::unique_ptr<FieldSolver>(const SolverRequest&)> tuned_solvers(
    std::vector<Tuning> tunings);

}  // namespace heatwave::field
