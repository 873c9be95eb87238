// Beyond a few, all would wait for what one alone can do.
#include "app/shell/painters.h"

#include <algorithm>

#include "kernels/core/device.h"

namespace heatwave::shell {

std::unique_ptr<core::ThreadTeam> make_painters(int threads) {
  constexpr int kMost = 4;
  return std::make_unique<core::ThreadTeam>(
      std::min(kMost, threads > 0 ? threads : core::cpu_facts().processors));
}

}  // namespace heatwave::shell
