// A `.cu` file as the stage plays it: a changed kernel of a shipped lesson, or a lesson by itself.
#pragma once

#include <string>
#include <string_view>

#include "kernels/stage/lesson.h"

namespace heatwave::stage {

inline constexpr std::string_view kKernelEnding = ".cu";
inline constexpr std::size_t kLargestKernelFile = 256 * 1024;  ///< bytes

/// Returns whether the id is the name of a file whose text is a lesson by itself.
inline bool is_own_lesson(std::string_view id) { return id.ends_with(kKernelEnding); }

/// Returns the shipped lesson with this id, or the lesson that the settings' text is by itself. The
/// kernel is compiled when it is played. Throws core::Error when there is no such lesson, or when
/// the text's directives have mistakes.
Lesson find_lesson(const std::string& id, const PlaySettings& settings);

/// A lesson with the settings that play a file's text.
struct KernelFile {
  std::string lesson;
  PlaySettings settings;
};
/// Reads the text of a file. The lesson that its header names is played with it; without such a
/// header its lesson has the file's name. Throws core::Error when the header has mistakes.
KernelFile read_kernel_file(const std::string& text, const std::string& name);

/// Returns the text that these settings play as it is saved: a header names the lesson and the
/// version whose kernel it changes.
std::string kernel_file_text(const std::string& lesson, const PlaySettings& settings);

}  // namespace heatwave::stage
