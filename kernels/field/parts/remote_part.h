// A part of another process is called by messages.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/field/parts/part.h"
#include "kernels/field/parts/rank_messages.h"
#include "kernels/field/parts/rank_parts.h"

namespace heatwave::field {

/// Lets all other processes make their parts of a field, and returns those in the order of the
/// layout. Throws core::Error when one of them fails; then none is made.
std::vector<std::unique_ptr<Part>> make_remote_parts(const SolverRequest& request,
                                                     const RankLayout& placed,
                                                     const std::shared_ptr<core::Ranks>& ranks,
                                                     const std::shared_ptr<const FieldSlot>& slot,
                                                     const std::string& reason);

}  // namespace heatwave::field
