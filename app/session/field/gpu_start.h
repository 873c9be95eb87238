// Lets the CPU step while the driver compiles the GPU's kernels.
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string_view>

#include "app/session/session.h"
#include "kernels/core/non_copyable.h"
#include "kernels/field/field_solver.h"

namespace heatwave::session {

class GpuStart : core::NonCopyable {
 public:
  /// Compiles the kernels for such a field and returns when they are ready. May throw.
  using Compile = std::function<void(const field::SolverRequest&)>;

  /// The backend's reason while the kernels are compiled.
  static constexpr std::string_view kReason =
      "The GPU's kernels are being compiled; the CPU steps until then";

  /// `make` creates all solvers, except the CPU solvers that replace the GPU's meanwhile.
  GpuStart(SolverFactory make, Compile compile);
  /// Waits for the driver, which cannot be interrupted.
  ~GpuStart() = default;

  /// Creates the requested solver. A request that leaves the backend open gets the CPU until the
  /// kernels are ready; the first such request starts their compilation.
  std::unique_ptr<field::FieldSolver> make_solver(const field::SolverRequest& request);

  /// Returns true once, when the kernels are ready and the newest solver should be replaced by the
  /// GPU's. A failed compilation counts as ready: the next solver then reports the error.
  bool take_ready();

 private:
  /// Returns whether the kernels are still being compiled.
  [[nodiscard]] bool is_compiling(const field::SolverRequest& request);

  SolverFactory make_;
  Compile compile_;
  std::mutex mutex_;  ///< guards the members below: a large field is created on another thread
  bool stands_in_ = false;
  std::future<void> compilation_;
};

}  // namespace heatwave::session
