// Plays a lesson to its end; only headless runs wait for it.
#include "app/session/stage/stage_service.h"

#include "kernels/core/error.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::session {

void StageService::apply(const PlayLesson& command, Gesture /*gesture*/) {
  const stage::Lesson& lesson = stage::find_lesson(command.lesson);
  worker_.play(lesson, stage::completed(lesson, command.settings));
  if (hub_.manner == Manner::frame) return;
  worker_.wait();
  if (const auto failure = worker_.take_failure()) throw core::Error(*failure);
}

void StageService::observe() {
  if (const auto failure = worker_.take_failure()) hub_.notices.add(Notice::Kind::error, *failure);
}

}  // namespace heatwave::session
