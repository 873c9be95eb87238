// The time in which the driver compiles the GPU's kernels: until they are ready the CPU steps.
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

  /// The CPU's reason while the kernels are compiled.
  static constexpr std::string_view kReason =
      "The GPU's kernels are being compiled; the CPU steps until then";

  /// `make` makes all solvers but those of the CPU that stand in for the GPU's.
  GpuStart(SolverFactory make, Compile compile);
  /// Waits for the driver: it cannot be interrupted.
  ~GpuStart() = default;

  /// A solver as asked for. A request that leaves the backend open gets the CPU until the kernels
  /// are ready, and the first one starts their compilation.
  std::unique_ptr<field::FieldSolver> make_solver(const field::SolverRequest& request);

  /// True once, when the kernels are ready and the newest solver stands in for the GPU's. A failed
  /// compilation counts as ready: the next solver then says what is wrong with the GPU.
  bool take_ready();

 private:
  /// Whether the kernels are still being compiled.
  [[nodiscard]] bool is_compiling(const field::SolverRequest& request);

  SolverFactory make_;
  Compile compile_;
  std::mutex mutex_;  ///< guards what follows: a large field is made on a thread of its own
  bool stands_in_ = false;
  std::future<void> compilation_;
};

}  // namespace heatwave::session
