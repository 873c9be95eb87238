// The code of the stage's lessons for display.
#pragma once

#include <string>

#include "app/session/source_file.h"
#include "kernels/stage/lesson.h"

namespace heatwave::session {

/// Returns the text of a version, with the line numbers of the play.
SourceFile source_of(const stage::Lesson& lesson, const std::string& version);

}  // namespace heatwave::session
