// The processes other than rank 0 compute parts of fields, as rank 0 asks for.
#pragma once

#include <memory>

#include "kernels/core/ranks.h"

namespace heatwave::field {

/// Serves rank 0 until it has ended the work. Throws when this process cannot go on, which rank 0
/// does not hear.
void serve_parts(const std::shared_ptr<core::Ranks>& ranks);

}  // namespace heatwave::field
