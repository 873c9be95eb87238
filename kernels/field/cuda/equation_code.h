// EquationCode gives steppers what they need of an equation besides its shape: its constants and
// its kernels, which are built with the program or compiled from a formula.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/field/cuda/pass_kernel.h"
#include "kernels/field/cuda/tile_shapes.h"
#include "kernels/field/equation.h"

namespace heatwave::field {

class CudaStepper;

class EquationCode : core::NonCopyable {
 public:
  virtual ~EquationCode() = default;

  [[nodiscard]] virtual const EquationInfo& info() const = 0;
  /// Returns whether the kernels of passes step absorbing edges.
  [[nodiscard]] virtual bool absorbs_in_passes() const = 0;
  /// Returns why passes of several steps cannot step the equation, whatever its shape is; empty:
  /// they can.
  [[nodiscard]] virtual std::string why_not_in_passes() const = 0;
  /// Returns how many levels a step takes in passes, each of which makes a ring of halo cells
  /// invalid.
  [[nodiscard]] virtual int levels_per_step() const { return 1; }
  /// Returns the directions in which the equation steps the mirror image of a field to the mirror
  /// image of the result, to the bit.
  [[nodiscard]] virtual MirroredAxes keeps_mirror_images() const { return {.x = true, .y = true}; }
  /// Returns the constants in a medium, in the order in which kernels read them. `factor`: 1 where
  /// there is no medium.
  [[nodiscard]] virtual std::vector<float> constants(std::span<const double> parameters,
                                                     float factor) const = 0;
  /// Makes a stepper that takes one step in each launch over the whole grid.
  [[nodiscard]] virtual std::unique_ptr<CudaStepper> make_plain() = 0;

  /// Returns the kernel as cudaLaunchKernel() takes it. Null: it is not ready, and
  /// why_not_ready() says why.
  [[nodiscard]] virtual const void* find(const PassKernel& kernel) = 0;
  /// Returns whether find() starts the compilation of a kernel, instead of returning one at once.
  [[nodiscard]] virtual bool compiles_on_demand() const = 0;
  [[nodiscard]] virtual std::string why_not_ready() const = 0;
  /// Returns whether kernels that find() was asked for are being compiled.
  [[nodiscard]] virtual bool is_compiling() const = 0;
};

/// Returns the code of an equation of the catalogue.
std::shared_ptr<EquationCode> built_in_code(std::string_view equation);

// The kernels of the catalogue's equations. Null: the equation has no such kernel.
const void* tile_kernel(std::string_view equation, const PassKernel& kernel);
const void* recording_tile_kernel(std::string_view equation, const PassKernel& kernel);
const void* strip_kernel(std::string_view equation, const PassKernel& kernel);
const void* resident_kernel(std::string_view equation, const PassKernel& kernel);
const void* recording_resident_kernel(std::string_view equation, const PassKernel& kernel);

}  // namespace heatwave::field
