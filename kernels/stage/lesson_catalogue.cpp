// The lessons are collected here.
#include "kernels/stage/lesson_catalogue.h"

#include <algorithm>

#include "kernels/core/find_by_id.h"
#include "kernels/stage/exercise_catalogue.h"
#include "kernels/stage/kernel_file.h"

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

const std::vector<const Lesson*>& all_lessons() {
  static const std::vector<const Lesson*> all = [] {
    std::vector<const Lesson*> made;
    for (const Lesson& each : lessons()) made.push_back(&each);
    for (const Exercise& each : exercises()) made.push_back(&each.lesson);
    return made;
  }();
  return all;
}

const Lesson& find_lesson(const std::string& id) {
  if (const Exercise* exercise = core::with_id(exercises(), id)) return exercise->lesson;
  return core::find_by_id(lessons(), id, [&] { return "there is no lesson '" + id + "'"; });
}

std::string source_file(const Lesson& lesson) {
  if (is_own_lesson(lesson.id)) return lesson.id;
  std::string name = lesson.id;
  std::replace(name.begin(), name.end(), '-', '_');
  return core::with_id(exercises(), lesson.id) == nullptr
             ? "kernels/stage/lessons/" + name + "_lesson.cpp"
             : "kernels/stage/exercises/" + name + "_exercise.cpp";
}

}  // namespace heatwave::stage
