// The lessons are collected here.
#include "kernels/stage/lesson_catalogue.h"

#include <algorithm>

#include "kernels/core/find_by_id.h"

namespace heatwave::stage {

#define HEATWAVE_DECLARE_LESSON(name) \
  namespace name##_lesson {           \
    Lesson lesson();                  \
  }
HEATWAVE_LESSONS(HEATWAVE_DECLARE_LESSON)
#undef HEATWAVE_DECLARE_LESSON

const std::vector<Lesson>& lessons() {
#define HEATWAVE_LIST_LESSON(name) name##_lesson::lesson(),
  static const std::vector<Lesson> all{HEATWAVE_LESSONS(HEATWAVE_LIST_LESSON)};
#undef HEATWAVE_LIST_LESSON
  return all;
}

const Lesson& find_lesson(const std::string& id) {
  return core::find_by_id(lessons(), id, [&] { return "there is no lesson '" + id + "'"; });
}

std::string source_file(const Lesson& lesson) {
  std::string name = lesson.id;
  std::replace(name.begin(), name.end(), '-', '_');
  return "kernels/stage/lessons/" + name + "_lesson.cpp";
}

}  // namespace heatwave::stage
