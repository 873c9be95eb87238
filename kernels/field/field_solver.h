// The one interface to a field's solvers. A solver owns one grid on one backend.
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
#include "kernels/field/field_state.h"
#include "kernels/field/report.h"
#include "kernels/field/stepping.h"

namespace heatwave::field {

class FieldSolver : core::NonCopyable {
 public:
  virtual ~FieldSolver() = default;

  [[nodiscard]] virtual const BackendInfo& backend() const = 0;
  /// Takes a state of this grid's extent. Cells that are held take their values at the next edit.
  virtual void load(const FieldState& state) = 0;
  virtual FieldState save() = 0;
  /// Each plane's values of an area, row by row. Waits for the steps under way.
  virtual std::vector<std::vector<float>> read(core::Rect area) = 0;
  virtual void apply(const Edit& edit) = 0;
  /// May return before the steps are done. Throws core::DeviceLost when the device fails.
  virtual void advance(std::int64_t steps) = 0;
  /// A component, or behind them one as it was a step before: planes are counted as in FieldState.
  virtual void present(DisplayTarget& target, std::size_t plane) = 0;
  /// Asks for a survey of the field as it is now; report() has it when it is ready. Returns
  /// its ticket; 0 when too many are under way and this one is left out.
  virtual std::uint64_t survey(core::Cell probe) = 0;
  /// Never waits.
  virtual Report report() = 0;
};

struct SolverRequest {
  std::string equation;  ///< id in the catalogue
  core::Extent extent;
  Backend backend = Backend::automatic;
  int threads = 0;            ///< 0: as many as the machine has processors
  std::optional<int> device;  ///< which CUDA device, as core::cuda_status() counts them; else any
  std::optional<core::SimdLevel> simd;  ///< the CPU's code to use, to compare; else its best
  Stepping stepping;                    ///< its threads count where none are asked for
};

/// All cells start free and zero and the edges joined, until SetCells says what the cells are; the
/// parameters start at their defaults.
/// Throws core::OutOfMemory when the grid does not fit, core::Error when the backend can't be had.
std::unique_ptr<FieldSolver> make_solver(const SolverRequest& request);

}  // namespace heatwave::field
