// The code of the stage's lessons for display.
#pragma once

#include <string>

#include "app/session/source_file.h"
#include "kernels/stage/lesson.h"

namespace heatwave::session {

/// Returns the text that these settings play, with the line numbers of the play, and below it the
/// host's code of the lesson.
SourceFile source_of(const stage::Lesson& lesson, const stage::PlaySettings& settings);
/// Returns whether the lesson is about its host's code: each call of CUDA's is a step.
bool is_about_host(const stage::Lesson& lesson, const stage::PlaySettings& settings);

}  // namespace heatwave::session
