// Lessons and plays of the stage as JSON for programs.
#pragma once

#include <string>

#include "kernels/stage/lesson.h"
#include "kernels/stage/trace.h"

namespace heatwave::cli {

/// Describes one lesson, or all if none is named.
std::string stage_list_json(const std::string& lesson);

/// Describes a play; `only_cost`: without its steps and the final state.
std::string stage_json(const stage::Lesson& lesson, const stage::PlaySettings& settings,
                       const stage::Trace& trace, bool only_cost);

}  // namespace heatwave::cli
