// A variant's maker throws Unavailable when it needs something that is missing, such as a library.
#pragma once

#include "kernels/core/error.h"

namespace heatwave::lab {

using core::Unavailable;

}  // namespace heatwave::lab
