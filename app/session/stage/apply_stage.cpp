// What the stage's command does: a lesson is played to its end, beside the frames.
#include <utility>

#include "app/session/session_impl.h"
#include "kernels/core/error.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::session {

void Session::Impl::apply(const PlayLesson& command, Gesture /*gesture*/) {
  const stage::Lesson& lesson = stage::find_lesson(command.lesson);
  plays.play(lesson, stage::completed(lesson, command.settings));
  if (manner == Manner::frame) return;
  plays.wait();
  if (const auto failure = plays.take_failure()) throw core::Error(*failure);
}

}  // namespace heatwave::session
