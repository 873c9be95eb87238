// Splits the CUDA text of a lesson's version into lines.
#include "app/session/stage/stage_sources.h"

#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::session {

SourceFile source_of(const stage::Lesson& lesson, const stage::PlaySettings& settings) {
  SourceFile file{.name = stage::source_file(lesson)};
  file.lines = source_lines(stage::code_of(lesson, settings).text(), "");
  for (SourceLine& line : file.lines) line.own = true;
  return file;
}

}  // namespace heatwave::session
