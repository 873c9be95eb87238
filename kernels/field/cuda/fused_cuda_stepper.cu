// The best stepper for a grid is chosen here among those that step tiles or strips, several steps
// in one pass, and those that keep the grid in registers.
#include <cuda_runtime.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "kernels/field/cuda/equation_shape.h"
#include "kernels/field/cuda/fused_stepper.cuh"

namespace heatwave::field {
namespace {

/// Returns the largest tiles that still keep most of the device busy.
template <typename Tilings>
Tiles tiles_for(core::Extent extent, const core::DeviceFacts& device) {
  if (extent.cells() >= Tilings::kStripCells * device.multiprocessors) return Tiles::strips;
  const int large = tiles_over(extent, Tilings::Large::Plain::kShape);
  return 4 * large >= 3 * device.multiprocessors ? Tiles::large : Tiles::small;
}

template <typename Shape>
bool suits_strips(core::Extent extent) {
  using Strip = typename StripOf<Shape>::Type;
  // A lane must lie wholly inside or wholly beyond the grid, and one comparison must find the cells
  // beyond it.
  return extent.width % Strip::kColumns == 0 && extent.width >= Strip::kHaloedWidth &&
         extent.height >= 2 * Strip::kSteps;
}

template <typename Shape>
std::unique_ptr<CudaStepper> fused_stepper(const std::shared_ptr<EquationCode>& code,
                                           core::Extent extent, const core::DeviceFacts& device,
                                           std::optional<Tiles> wanted) {
  const Tiles tiles = wanted.value_or(tiles_for<Tilings<Shape>>(extent, device));
  if (tiles == Tiles::strips && suits_strips<Shape>(extent)) {
    auto strips = fused_if_it_fits<StripTiling<Shape>>(code, device, Tiles::strips);
    if (strips) return strips;
  }
  if (tiles != Tiles::small) {
    using Large = typename Tilings<Shape>::Large;
    if (auto large = fused_if_it_fits<Large>(code, device, Tiles::large)) return large;
  }
  return fused_if_it_fits<typename Tilings<Shape>::Small>(code, device, Tiles::small);
}

}  // namespace

ChosenStepper make_cuda_stepper(const std::shared_ptr<EquationCode>& code, core::Extent extent,
                                const core::DeviceFacts& device, const Stepping& wanted) {
  ChosenStepper chosen{.stepper = with_shape(*code,
                                             [&]<typename Shape>() {
                                               return fused_stepper<Shape>(code, extent, device,
                                                                           wanted.tiles);
                                             }),
                       .why_no_faster = {}};
  if (chosen.stepper == nullptr) {
    const std::string why = code->why_not_in_passes();
    chosen = {.stepper = code->make_plain(),
              .why_no_faster =
                  why.empty() ? "no tiles of this equation fit in a block's shared memory" : why};
    if (!why.empty()) return chosen;
  }
  if (!wanted.in_registers.value_or(true)) {
    chosen.why_no_faster = with_reason(chosen.why_no_faster, wanted.reason);
    return chosen;
  }
  return make_resident_stepper(code, extent, device, std::move(chosen));
}

}  // namespace heatwave::field
