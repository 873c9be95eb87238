// A field may be refused before it takes any memory of a device, as a smaller device would refuse
// it.
#pragma once

#include <cstdint>

#include "kernels/core/device.h"
#include "kernels/field/field_solver.h"

namespace heatwave::field {

/// Throws core::OutOfMemory when the request's field, without media, takes more than `most` bytes
/// of each CUDA device that computes it. `cuda`: the devices of this machine; where none is usable,
/// the CPU computes the field.
void require_device_memory(const SolverRequest& request, std::uint64_t most,
                           const core::CudaStatus& cuda);

}  // namespace heatwave::field
