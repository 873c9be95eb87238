// Directives for a kernel that has none: an example of its inputs and of its launch.
#pragma once

#include <string>
#include <string_view>

namespace heatwave::stage {

/// Returns comments with a title, an input for each parameter of the text's first kernel, and a
/// launch of two blocks of 32 threads, or of one of 8 × 8: with them the text is a lesson by itself
/// (lesson_of_text). They are an example, to be changed by the user. A kernel that does not compile
/// gets no inputs, a text without a kernel no launch by name.
std::string example_directives(std::string_view text, const std::string& title);

}  // namespace heatwave::stage
