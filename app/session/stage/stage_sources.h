// The code of the stage's lessons for display: CUDA in place of the coroutines that run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/source_file.h"
#include "kernels/stage/lesson.h"

namespace heatwave::session {

/// Translates a line of a kernel: `//= text` at its end replaces the whole line; otherwise it
/// removes parts that only the stage needs, such as `co_await` and `branch()`. Lines of the class
/// around the kernel become empty.
std::string shown_code(std::string_view line);

/// Returns the kernel of a version with the line numbers of the play, followed by the host code if
/// the lesson shows it. The result is CUDA that compiles. Empty lines between functions have
/// negative numbers.
SourceFile source_of(const stage::Lesson& lesson, const std::string& version);

}  // namespace heatwave::session
