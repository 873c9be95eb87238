// Every device is tried anew, because no call tells which of them a failure took.
#include "kernels/field/parts/lost_devices.h"

#include <vector>

#include "kernels/core/error.h"
#include "kernels/core/lost_device.h"

namespace heatwave::field {

void leave_out_lost_devices(SolverRequest& request) {
  std::vector<int>& devices = request.division.devices;
  if (request.backend == Backend::cpu || request.division.ranks || devices.empty()) return;
  std::erase_if(devices, [](int device) { return !core::device_answers(device); });
  if (!devices.empty()) return;
  if (request.backend == Backend::cuda) throw core::Error("all CUDA devices were lost");
  request.backend = Backend::cpu;
}

}  // namespace heatwave::field
