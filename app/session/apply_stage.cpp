// What the stage's command does: a lesson is played to its end, at once.
#include <memory>
#include <utility>

#include "app/session/session_impl.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::session {

void Session::Impl::apply(const PlayLesson& command, Gesture /*gesture*/) {
  const stage::Lesson& lesson = stage::find_lesson(command.lesson);
  stage::PlaySettings settings = stage::completed(lesson, command.settings);
  auto trace = std::make_shared<const stage::Trace>(stage::play(lesson, settings));
  snapshot.stage = {lesson.id, std::move(settings), std::move(trace), snapshot.stage.version + 1};
}

}  // namespace heatwave::session
