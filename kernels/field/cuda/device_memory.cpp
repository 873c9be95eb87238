// The refusal says what a grid needs and what there is.
#include "kernels/field/cuda/device_memory.h"

#include <set>
#include <string>

#include "kernels/core/error.h"

namespace heatwave::field {

void require_device_memory(const SolverRequest& request, std::uint64_t most,
                           const core::CudaStatus& cuda) {
  if (request.backend == Backend::cpu || !cuda.usable) return;
  const std::set<int> devices(request.division.devices.begin(), request.division.devices.end());
  const std::uint64_t count = devices.empty() ? 1 : devices.size();
  const std::uint64_t floats = 2 * equation_of(request).components.size();
  const std::uint64_t needed =
      (floats * sizeof(float) + 1) * static_cast<std::uint64_t>(request.extent.cells()) / count;
  if (needed <= most) return;
  const auto in_words = [](std::uint64_t bytes) {
    return core::in_bytes(static_cast<double>(bytes));
  };
  throw core::OutOfMemory("a grid of " + std::to_string(request.extent.width) + " × " +
                          std::to_string(request.extent.height) + " cells needs " +
                          in_words(needed) + " of " +
                          (count == 1 ? std::string("the CUDA device")
                                      : "each of " + std::to_string(count) + " CUDA devices") +
                          ", and may take " + in_words(most));
}

}  // namespace heatwave::field
