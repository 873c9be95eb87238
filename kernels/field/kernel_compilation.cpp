// The device's compute capability decides whether its driver must compile; compile_kernels() takes
// a few steps with every stepper.
#include "kernels/field/kernel_compilation.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "kernels/core/device.h"
#include "kernels/core/machine_code.h"
#include "kernels/field/stepping.h"

namespace heatwave::field {
namespace {

/// With this number, a pass of several steps runs, and single steps after it.
constexpr std::int64_t kSteps = 65;
/// Grids with longer sides use the same kernels, so a smaller one suffices to compile them.
constexpr int kLongestSide = 4096;

void step_once(const SolverRequest& request) {
  const auto solver = make_solver(request);
  solver->advance(kSteps);
  solver->survey({-1, -1});
  (void)solver->save();
}

}  // namespace

bool needs_kernel_compilation(std::optional<int> device) {
  const core::CudaStatus status = core::cuda_status();
  if (!status.usable) return false;
  const char* forced = std::getenv("CUDA_FORCE_PTX_JIT");
  if (forced != nullptr && std::string_view(forced) == "1") return true;
  const int index = device.value_or(status.devices.front().index);
  return std::any_of(status.devices.begin(), status.devices.end(), [&](const auto& each) {
    return each.index == index &&
           !core::has_machine_code(each.major, each.minor, core::built_machine_code());
  });
}

void compile_kernels(SolverRequest request) {
  request.backend = Backend::cuda;
  request.extent.width = std::min(request.extent.width, kLongestSide);
  request.extent.height = std::min(request.extent.height, kLongestSide);
  step_once(request);  // the stepper that is used first is compiled first
  request.stepping = {.in_registers = true};
  step_once(request);
  for (const Tiles tiles : kAllTiles) {
    request.stepping = {.in_registers = false, .tiles = tiles};
    step_once(request);
  }
}

}  // namespace heatwave::field
