// What the catalogue knows of a measurement, which may come from another version of it.
#pragma once

#include <vector>

#include "kernels/lab/measurement.h"

namespace heatwave::lab {

/// Null where this version has no such experiment or variant.
const Variant* catalogued_variant(const Measurement& measurement);
/// Milliseconds of its kernel that the lecture printed for this very problem, the least first. What
/// it printed for another size, or with copies, says nothing beside a kernel's time.
std::vector<double> kernel_times_of_lecture(const Measurement& measurement);

}  // namespace heatwave::lab
