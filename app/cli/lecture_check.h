// `heatwave lecture` without a window: what lectures there are, and whether one can be given.
#pragma once

#include <string>

#include "app/cli/options.h"

namespace heatwave::cli {

/// Lists the lectures, or does all steps of one. Throws core::Error for the first that cannot be
/// done.
std::string lecture(const LectureOptions& options);

}  // namespace heatwave::cli
