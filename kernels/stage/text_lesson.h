// A CUDA text that is a lesson by itself: comments in it name the inputs, the launch and the
// expected results.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernels/stage/lesson.h"

namespace heatwave::stage {

/// Makes a lesson of a text. Directives stand in comments, several in a line separated by `;`:
///
///     // heatwave: title Dot product
///     // heatwave: input a float[4] = 1 2 3 4; input b float[4] = 2; input c float[1]
///     // heatwave: input n int = 4
///     // heatwave: launch 1, 4, 16; expect c[0] = 20
///
/// An input with the name of a kernel's parameter is its argument. One value fills an array;
/// without a value the array was never written. `launch` takes the blocks, the threads of a block
/// (`2x2` for two dimensions) and the bytes of `extern __shared__`; the kernel's name before them
/// is needed only if there are several. `free a` lets the host free an array before the launch, to
/// show a use after free. `schedule` and `warp` set how it is played at first.
///
/// An exercise also has a `task` (several lines make one text), a `hint` for each hint, both up to
/// the end of their line, and `conflicts` with the most extra passes for bank conflicts that a
/// solution may take.
///
/// Throws core::Error with all mistakes, each with its line, when the text is not such a lesson.
Lesson lesson_of_text(std::string_view text, const std::string& id);
/// Makes a lesson of a text whose kernel may have mistakes, which are told when it is played.
/// Throws core::Error when its directives have mistakes.
Lesson lesson_of_header(std::string_view text, const std::string& id);
/// Makes a lesson of a text whose directives stand in another text, the header.
Lesson lesson_of_text(std::string_view header, std::string_view text, const std::string& id);

/// The lesson or exercise whose kernel a text changes, and its version.
struct TextOrigin {
  std::string lesson;
  std::string version;  ///< empty: the first one
};
/// Reads the directive `lesson dot no-barriers` or `exercise vector-add`. None: the text has
/// neither. Throws core::Error when a directive has a mistake.
std::optional<TextOrigin> origin_of(std::string_view text);

}  // namespace heatwave::stage
