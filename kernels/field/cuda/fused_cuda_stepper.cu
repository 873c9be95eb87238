// This file steps tiles in registers, several steps in one pass, and chooses the best stepper for a
// grid.
#include <cuda_runtime.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "kernels/field/cuda/fused_stepper.cuh"
#include "kernels/field/cuda/tilings.cuh"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {
namespace {

/// Returns the largest tiles that still keep most of the device busy.
template <typename Tilings>
Tiles tiles_for(core::Extent extent, const core::DeviceFacts& device) {
  if (extent.cells() >= Tilings::kStripCells * device.multiprocessors) return Tiles::strips;
  const int large = tiles_over(extent, Tilings::Large::Plain::kShape);
  return 4 * large >= 3 * device.multiprocessors ? Tiles::large : Tiles::small;
}

template <typename Equation>
std::unique_ptr<CudaStepper> fused_stepper(core::Extent extent, const core::DeviceFacts& device,
                                           std::optional<Tiles> wanted) {
  if constexpr (requires { typename Tilings<Equation>::Large; }) {
    using Large = typename Tilings<Equation>::Large;
    const Tiles tiles = wanted.value_or(tiles_for<Tilings<Equation>>(extent, device));
    if (tiles == Tiles::strips) {
      if (auto strips = make_strip_cuda_stepper(Equation::info().id, extent, device)) return strips;
    }
    if (tiles != Tiles::small) {
      if (auto large = fused_if_it_fits<Large>(device, Tiles::large)) return large;
    }
    return fused_if_it_fits<typename Tilings<Equation>::Small>(device, Tiles::small);
  } else {
    return nullptr;
  }
}

}  // namespace

ChosenStepper make_cuda_stepper(std::string_view equation, core::Extent extent,
                                const core::DeviceFacts& device, const Stepping& wanted) {
  ChosenStepper chosen{.stepper = with_equation(equation, Catalogue{},
                                                [&]<typename Equation>() {
                                                  return fused_stepper<Equation>(extent, device,
                                                                                 wanted.tiles);
                                                }),
                       .why_no_faster = {}};
  if (chosen.stepper == nullptr) {
    chosen = {.stepper = make_plain_cuda_stepper(equation),
              .why_no_faster = "no tiles of this equation fit in a block's shared memory"};
  }
  if (!wanted.in_registers.value_or(true)) {
    chosen.why_no_faster = with_reason(chosen.why_no_faster, wanted.reason);
    return chosen;
  }
  return make_resident_stepper(equation, extent, device, std::move(chosen));
}

}  // namespace heatwave::field
