// This stepper takes several steps in one pass by strips. It suits large grids.
#include <cuda_runtime.h>

#include <memory>

#include "kernels/field/cuda/fused_stepper.cuh"
#include "kernels/field/cuda/streamed_strips.cuh"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {
namespace {

/// Plain strips, each stepped by one warp, and tiles of equal width for parts with media.
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

/// The strips of an equation take as many steps in a pass as the registers allow. A run-in through
/// few levels saves time only if all loops fit in the instruction cache. All numbers were measured
/// on a device of compute capability 9.0.
template <typename Equation, int kComponents = Equation::kComponents>
struct StripOf {
  using Type = Strip<8, 4, 8, 160, 8>;
};
template <typename Equation>
struct StripOf<Equation, 1> {
  using Type = Strip<12, 4, 8, 160, 3>;
};

template <typename Equation>
std::unique_ptr<CudaStepper> strip_stepper(core::Extent extent, const core::DeviceFacts& device) {
  using Strip = typename StripOf<Equation>::Type;
  // A lane must lie wholly inside or wholly beyond the grid, and one comparison must find the cells
  // beyond it.
  if (extent.width % Strip::kColumns != 0 || extent.width < Strip::kHaloedWidth ||
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
