// The catalogue adds information to a measurement, which may come from another version of the
// program.
#pragma once

#include <vector>

#include "kernels/lab/measurement.h"

namespace heatwave::lab {

/// Returns the measurement's variant; null: this version has no such experiment or variant.
const Variant* catalogued_variant(const Measurement& measurement);
/// Returns the kernel times that the lecture printed for this problem, in milliseconds, shortest
/// first. Figures for other sizes and figures with copies are left out, because they do not compare
/// with a kernel's time.
std::vector<double> kernel_times_of_lecture(const Measurement& measurement);

}  // namespace heatwave::lab
