// Lessons and plays of the stage as JSON documents.
#pragma once

#include <string>

#include "kernels/stage/lesson.h"

namespace heatwave::cli {

/// All about one lesson, or about each where none is named.
std::string stage_list_json(const std::string& lesson);

std::string stage_json(const stage::Lesson& lesson, const stage::PlaySettings& settings,
                       const stage::Trace& trace);

}  // namespace heatwave::cli
