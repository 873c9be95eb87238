// The code of the stage's lessons as it is shown: CUDA, though a coroutine ran.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/source_file.h"
#include "kernels/stage/lesson.h"

namespace heatwave::session {

/// A line of a kernel as it is shown: `//= text` at its end stands for all of it; else what only
/// the stage needs is taken off, as `co_await` and `branch()`. Not the class around the kernel:
/// that is empty.
std::string shown_code(std::string_view line);

/// The kernel of a version, as it was compiled into this program, with the line numbers that the
/// play names; behind it the host's part, where the lesson shows it. It is CUDA that compiles. An
/// empty line between functions has a number below 0.
SourceFile source_of(const stage::Lesson& lesson, const std::string& version);

}  // namespace heatwave::session
