// A check sum that distinguishes fields.
#pragma once

#include <cstdint>

#include "kernels/field/field_state.h"

namespace heatwave::session {

/// Equal fields have equal check sums; fields that differ in one bit almost surely do not.
std::uint64_t check_sum(const field::FieldState& state);

}  // namespace heatwave::session
