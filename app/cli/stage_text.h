// One moment of a play as text, for the terminal and for a lecture's page.
#pragma once

#include <string>

#include "kernels/stage/lesson.h"
#include "kernels/stage/trace.h"

namespace heatwave::cli {

/// Returns the state after this number of steps: the source with the executed line marked, the
/// threads' positions, and the arrays. `settings`: complete, as the lesson was played with.
std::string moment_text(const stage::Lesson& lesson, const stage::PlaySettings& settings,
                        const stage::Trace& trace, int step);

}  // namespace heatwave::cli
