// Without CUDA in this program there is no GPU whose counters could be read.
#include "kernels/lab/bench/hardware_counters.h"

namespace heatwave::lab {

HardwareCounts count_in_hardware(Run& /*run*/, std::span<const char* const> /*metrics*/) {
  return {.refused = "this program was built without CUDA"};
}

}  // namespace heatwave::lab
