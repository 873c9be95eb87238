// The exercises are collected here.
#include "kernels/stage/exercise_catalogue.h"

#include <utility>

#include "kernels/core/find_by_id.h"
#include "kernels/stage/text_lesson.h"

namespace heatwave::stage {

#define HEATWAVE_DECLARE_EXERCISE(name) \
  namespace name##_exercise {           \
    Exercise exercise();                \
  }
HEATWAVE_EXERCISES(HEATWAVE_DECLARE_EXERCISE)
#undef HEATWAVE_DECLARE_EXERCISE

const std::vector<Exercise>& exercises() {
#define HEATWAVE_LIST_EXERCISE(name) name##_exercise::exercise(),
  static const std::vector<Exercise> all{HEATWAVE_EXERCISES(HEATWAVE_LIST_EXERCISE)};
#undef HEATWAVE_LIST_EXERCISE
  return all;
}

const Exercise& find_exercise(const std::string& id) {
  return core::find_by_id(exercises(), id, [&] { return "there is no exercise '" + id + "'"; });
}

Exercise exercise_of(const std::string& id, const char* header, const char* text,
                     std::vector<std::string> answer) {
  const std::string whole = "// heatwave: exercise " + id + text;
  return {id, lesson_of_text(header, whole, id), std::move(answer)};
}

}  // namespace heatwave::stage
