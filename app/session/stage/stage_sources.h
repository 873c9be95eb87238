// The code of the stage's lessons for display.
#pragma once

#include <string>

#include "app/session/source_file.h"
#include "kernels/stage/lesson.h"

namespace heatwave::session {

/// Returns the text that these settings play, with the line numbers of the play.
SourceFile source_of(const stage::Lesson& lesson, const stage::PlaySettings& settings);

}  // namespace heatwave::session
