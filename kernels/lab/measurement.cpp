// The utilisation of a device's limits is computed from a measurement here.
#include "kernels/lab/measurement.h"

#include <algorithm>

#include "kernels/core/part_of_limit.h"

namespace heatwave::lab {

void find_limit(Measurement& m, const Limits& limits) {
  const double most_operations =
      m.work.tensor_cores ? limits.tensor_operations_per_second : limits.operations_per_second;
  // Data that fits into the last-level cache need not come from memory each time.
  const double of_memory =
      m.in_cache ? 0.0 : core::part_of_limit(m.bytes_per_second, limits.bytes_per_second);
  const double of_arithmetic = core::part_of_limit(m.operations_per_second, most_operations);
  m.limit_is_memory = of_memory >= of_arithmetic;
  m.part_of_limit = std::max(of_memory, of_arithmetic);
}

}  // namespace heatwave::lab
