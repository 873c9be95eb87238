// The kernels of passes over strips are compiled here.
#include <cuda_runtime.h>

#include "kernels/field/cuda/equation_code.h"
#include "kernels/field/cuda/kernels_of_tiles.cuh"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {
namespace {

template <typename Equation>
const void* kernel_of(PassKernel::Kind kind) {
  using Strip = typename StripOf<Equation>::Type;
  const auto whole = step_strips<Equation, Strip, true>;
  const auto partial = step_strips<Equation, Strip, false>;
  switch (kind) {
    case PassKernel::Kind::plain:
    case PassKernel::Kind::medium:
      return reinterpret_cast<const void*>(whole);
    case PassKernel::Kind::partial:
    case PassKernel::Kind::partial_medium:
      return reinterpret_cast<const void*>(partial);
    case PassKernel::Kind::media:
    case PassKernel::Kind::mixed:
      return special_kernel_of<StripTiling<Equation>, NoSamples>(kind);
    case PassKernel::Kind::resident:
      break;
  }
  return nullptr;
}

}  // namespace

const void* strip_kernel(std::string_view equation, const PassKernel& kernel) {
  return with_equation(equation, Catalogue{},
                       [&]<typename Equation>() { return kernel_of<Equation>(kernel.kind); });
}

}  // namespace heatwave::field
