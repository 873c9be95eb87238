// A play of the stage as lines of text: steps, the kernel beside them, what came out.
#pragma once

#include <string>

#include "kernels/stage/lesson.h"

namespace heatwave::cli {

/// A line for each step, with the line of code that it carried out where `with_source` asks for it;
/// then what it cost, what the arrays hold in the end, the lecture's figures, and what was found.
std::string play_text(const stage::Lesson& lesson, const stage::PlaySettings& settings,
                      const stage::Trace& trace, bool with_source);

/// The moment after so many steps: the source with the line marked that was carried out, who stands
/// where, and what the arrays hold.
std::string moment_text(const stage::Lesson& lesson, const stage::PlaySettings& settings,
                        const stage::Trace& trace, int step);

}  // namespace heatwave::cli
