// The build defines the list of compute capabilities.
#include "kernels/core/machine_code.h"

#include <algorithm>
#include <array>

namespace heatwave::core {
namespace {

// The build inserts the capabilities; the 0 at the end keeps the list from being empty.
constexpr std::array kBuilt{HEATWAVE_MACHINE_CODE 0};

}  // namespace

bool has_machine_code(int major, int minor, std::span<const int> built) {
  return std::any_of(built.begin(), built.end(), [&](int capability) {
    return capability / 10 == major && capability % 10 <= minor;
  });
}

std::span<const int> built_machine_code() { return std::span(kBuilt).first(kBuilt.size() - 1); }

}  // namespace heatwave::core
