// The host's lines follow those of the kernel, after an empty one.
#include "app/session/stage/stage_sources.h"

#include <utility>

#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::session {

SourceFile source_of(const stage::Lesson& lesson, const stage::PlaySettings& settings) {
  SourceFile file{.name = stage::source_file(lesson)};
  const stage::KernelText code = stage::code_of(lesson, settings);
  file.lines = source_lines(code.text(), "");
  for (SourceLine& line : file.lines) line.own = true;
  if (code.host() == nullptr) return file;
  const int before = stage::first_host_line(code) - 1;
  file.lines.push_back({.number = before, .own = true, .of_host = true});
  for (SourceLine& line : source_lines(code.host()->text(), "")) {
    line.number += before;
    line.own = true;
    line.of_host = true;
    file.lines.push_back(std::move(line));
  }
  return file;
}

bool is_about_host(const stage::Lesson& lesson, const stage::PlaySettings& settings) {
  const stage::KernelText code = stage::code_of(lesson, settings);
  return code.host() != nullptr && code.host()->steps() == stage::HostSteps::calls;
}

}  // namespace heatwave::session
