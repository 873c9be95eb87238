// FieldSolver is the interface of all solvers. A solver owns one grid on one backend.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/core/non_copyable.h"
#include "kernels/core/simd.h"
#include "kernels/field/display_target.h"
#include "kernels/field/edit.h"
#include "kernels/field/equation.h"
#include "kernels/field/field_state.h"
#include "kernels/field/parts/division.h"
#include "kernels/field/report.h"
#include "kernels/field/sampling.h"
#include "kernels/field/slab.h"
#include "kernels/field/stepping.h"

namespace heatwave::field {

namespace formula {
class CodeCache;
class Formula;
}  // namespace formula

class FieldSolver : core::NonCopyable {
 public:
  virtual ~FieldSolver() = default;

  [[nodiscard]] virtual const BackendInfo& backend() const = 0;
  /// Replaces the state by one of equal extent. Held cells take their values at the next edit.
  /// Samples that were not taken yet are dropped.
  virtual void load(const FieldState& state) = 0;
  virtual FieldState save() = 0;
  /// Returns each plane's values of an area, row by row. Waits for all pending steps.
  virtual std::vector<std::vector<float>> read(core::Rect area) = 0;
  virtual void apply(const Edit& edit) = 0;
  /// May return before the steps are done. Throws core::DeviceLost when the device fails.
  virtual void advance(std::int64_t steps) = 0;
  /// Returns a sample of the field in its current state. Waits for all pending steps.
  virtual SampleSeries sample(const Sampling& wanted) = 0;
  /// Makes advance() take samples from now on; samples that were not taken yet are dropped, unless
  /// the same samples are wanted as before.
  virtual void sample_steps(const Sampling& wanted) = 0;
  /// Returns the samples of all steps since the last call. Waits for all pending steps.
  virtual SampleSeries take_samples() = 0;
  /// Shows one plane: a component or, after the components, a component's previous time level.
  /// Planes are ordered as in FieldState.
  virtual void present(DisplayTarget& target, std::size_t plane) = 0;
  /// Requests a survey of the field in its current state; report() returns it when it is ready.
  /// Returns the survey's ticket; 0: too many surveys are pending and this one was dropped.
  virtual std::uint64_t survey(core::Cell probe) = 0;
  /// Never waits.
  virtual Report report() = 0;
  /// Returns the memory of absorbing edges, as FieldState has it. Waits for all pending steps.
  virtual std::vector<float> save_rim() = 0;
};

struct SolverRequest {
  std::string equation;  ///< id in the catalogue
  core::Extent extent;
  Backend backend = Backend::automatic;
  int threads = 0;            ///< 0: one thread for each processor
  std::optional<int> device;  ///< index of a CUDA device in core::cuda_status(); unset: any device
  /// SIMD level of the CPU's code, for comparisons; unset: the highest level of this CPU.
  std::optional<core::SimdLevel> simd;
  Stepping stepping;  ///< its `threads` counts if `threads` above is 0
  /// Replaces the equation of the catalogue; null: there is no formula
  std::shared_ptr<const formula::Formula> formula = nullptr;
  /// Keeps the code that a GPU's formulas are compiled to; null: each solver compiles anew
  std::shared_ptr<formula::CodeCache> code_cache = nullptr;
  /// The parts into which the field is cut
  Division division = {};
  /// false: the top and bottom edges will not be periodic, so that parts need fewer rows
  bool joins_edges = true;
  /// The rows of a larger grid that the solver holds, `extent` being theirs; unset: all rows
  std::optional<Slab> slab = {};
};

/// Returns the description of the request's formula or equation. Throws core::Error when no
/// equation has this id.
const EquationInfo& equation_of(const SolverRequest& request);

/// Makes a solver. All cells start free and zero and all edges periodic, until SetCells says
/// otherwise; the parameters start at their defaults. Throws core::OutOfMemory when the grid does
/// not fit and core::Error when the backend is not available.
std::unique_ptr<FieldSolver> make_solver(const SolverRequest& request);

}  // namespace heatwave::field
