// The header of a file says which lesson plays its text.
#include "kernels/stage/kernel_file.h"

#include "kernels/core/find_by_id.h"
#include "kernels/stage/exercise_catalogue.h"
#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/text_lesson.h"

namespace heatwave::stage {

Lesson find_lesson(const std::string& id, const PlaySettings& settings) {
  return is_own_lesson(id) ? lesson_of_header(settings.text, id) : find_lesson(id);
}

KernelFile read_kernel_file(const std::string& text, const std::string& name) {
  KernelFile file{.lesson = name, .settings = {.text = text}};
  if (const auto origin = origin_of(text)) {
    file.lesson = origin->lesson;
    file.settings.version = origin->version;
  }
  file.settings.schedule =
      first_schedule(find_lesson(file.lesson, file.settings), file.settings.version);
  return file;
}

std::string kernel_file_text(const std::string& lesson, const PlaySettings& settings) {
  const std::string text = code_of(find_lesson(lesson, settings), settings).text();
  if (is_own_lesson(lesson) || origin_of(text)) return text;
  const bool is_exercise = core::with_id(exercises(), lesson) != nullptr;
  return "// heatwave: " + std::string(is_exercise ? "exercise " : "lesson ") + lesson +
         (settings.version.empty() ? "" : " " + settings.version) + "\n" + text;
}

}  // namespace heatwave::stage
