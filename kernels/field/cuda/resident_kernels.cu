// The kernels that keep a grid in registers are compiled here.
#include <cuda_runtime.h>

#include "kernels/field/cuda/equation_code.h"
#include "kernels/field/cuda/kernels_of_residents.cuh"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {

const void* resident_kernel(std::string_view equation, const PassKernel& kernel) {
  return with_equation(equation, Catalogue{}, [&]<typename Equation>() {
    return resident_kernel_of_equation<Equation, NoSamples>(kernel);
  });
}

}  // namespace heatwave::field
