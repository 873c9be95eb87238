// The threads that paint where OpenGL is software.
#pragma once

#include <memory>

#include "kernels/core/thread_team.h"

namespace heatwave::shell {

/// The drawing thread and others, which sleep while it has nothing to share; `threads` as the
/// window was started with, 0: as many as there are processors.
std::unique_ptr<core::ThreadTeam> make_painters(int threads);

}  // namespace heatwave::shell
