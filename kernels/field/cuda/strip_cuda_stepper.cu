// Passes of several steps by strips: for large grids.
#include <cuda_runtime.h>

#include <memory>

#include "kernels/field/cuda/fused_stepper.cuh"
#include "kernels/field/cuda/streamed_strips.cuh"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {
namespace {

/// Plain strips, each stepped by a warp; where there are media, tiles of the same width.
template <typename EquationOf, typename Strip>
struct PlainStrips {
  using Equation = EquationOf;
  using Media = RegisterTile<(Strip::kMediaHeight + 2 * Strip::kSteps) / 4, 4, Strip::kColumns, 1,
                             Strip::kSteps>;
  static constexpr TileShape kShape = Strip::kShape;
  static constexpr std::size_t kMemory = sizeof(IncomingRows<Equation, Strip>) * Strip::kWarps;
  static constexpr const char* kHow = ", in strips";

  static void allow_memory() {
    field::allow_memory(step_strips<Equation, Strip, true>, kMemory);
    field::allow_memory(step_strips<Equation, Strip, false>, kMemory);
  }
  static Cut cut(const Parts& parts, int multiprocessors) {
    return cut_strips(parts, Strip::kStrip, multiprocessors);
  }
  static void launch(const FusedGrid<Equation>& grid, const FusedTile* strips, int count,
                     const typename Equation::Constants& constants, const core::Stream& stream) {
    const auto kernel = grid.steps == kShape.steps ? step_strips<Equation, Strip, true>
                                                   : step_strips<Equation, Strip, false>;
    kernel<<<count / Strip::kWarps, 32 * Strip::kWarps, kMemory, stream.get()>>>(grid, strips,
                                                                                 constants);
  }
};

/// As many steps as registers have room for. All measured on a device of capability 9.0.
template <typename Equation, int kComponents = Equation::kComponents>
struct StripOf {
  using Type = Strip<8, 4, 8, 160>;
};
template <typename Equation>
struct StripOf<Equation, 1> {
  using Type = Strip<12, 4, 8, 190>;
};

template <typename Equation>
std::unique_ptr<CudaStepper> strip_stepper(core::Extent extent, const core::DeviceFacts& device) {
  using Strip = typename StripOf<Equation>::Type;
  // Lanes lie in the grid or beyond it as a whole; what lies beyond is found by one look.
  if (extent.width % Strip::kColumns != 0 || extent.width < Strip::kReachWidth ||
      extent.height < 2 * Strip::kSteps) {
    return nullptr;
  }
  return fused_if_it_fits<Tiling<PlainStrips<Equation, Strip>, 2, 1>>(device);
}

}  // namespace

std::unique_ptr<CudaStepper> make_strip_cuda_stepper(std::string_view equation, core::Extent extent,
                                                     const core::DeviceFacts& device) {
  return with_equation(equation, Catalogue{}, [&]<typename Equation>() {
    return strip_stepper<Equation>(extent, device);
  });
}

}  // namespace heatwave::field
