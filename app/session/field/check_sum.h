// A number that tells two fields apart.
#pragma once

#include <cstdint>

#include "kernels/field/field_state.h"

namespace heatwave::session {

/// The same for equal fields; for fields that differ in one bit almost surely another one.
std::uint64_t check_sum(const field::FieldState& state);

}  // namespace heatwave::session
