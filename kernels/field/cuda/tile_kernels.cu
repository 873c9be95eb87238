// The kernels of passes over tiles are compiled here.
#include <cuda_runtime.h>

#include "kernels/field/cuda/equation_code.h"
#include "kernels/field/cuda/kernels_of_tiles.cuh"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {

const void* tile_kernel(std::string_view equation, const PassKernel& kernel) {
  return with_equation(equation, Catalogue{}, [&]<typename Equation>() {
    return tile_kernel_of_equation<Equation, NoSamples>(kernel);
  });
}

}  // namespace heatwave::field
