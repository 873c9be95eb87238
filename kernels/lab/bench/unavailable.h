// What a variant's maker throws when something it needs is missing, such as a library.
#pragma once

#include "kernels/core/error.h"

namespace heatwave::lab {

using core::Unavailable;

}  // namespace heatwave::lab
