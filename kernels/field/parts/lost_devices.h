// A field goes on without the devices that were lost.
#pragma once

#include "kernels/field/field_solver.h"

namespace heatwave::field {

/// Takes from the request's division the CUDA devices of this process that do not answer any more;
/// where none is left, the CPU computes the field. Throws core::Error when CUDA was requested and
/// none is left.
void leave_out_lost_devices(SolverRequest& request);

}  // namespace heatwave::field
