// The search and the check run here.
#include "app/rooms/stage/stage_task.h"

#include <fmt/format.h>

#include <chrono>
#include <system_error>
#include <utility>

#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/stage/schedule_search.h"

namespace heatwave::stage_room {

StageTask::StageTask(std::function<TakeOver(const stage::Watch&)> work) {
  try {
    result_ = std::async(std::launch::async, [this, work = std::move(work)] {
      return work([this](std::int64_t) { return !cancelled_; });
    });
  } catch (const std::system_error& error) {
    throw core::Error(
        fmt::format("the system cannot start another thread: {}", error.code().message()));
  }
}

StageTask::~StageTask() { cancelled_ = true; }

bool StageTask::is_done() const {
  return result_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

void StageTask::take_over(StageView& context) {
  try {
    result_.get()(context);
  } catch (const std::exception& error) {
    context.commands.tell(words::words_of(error) + ".");
  }
}

void keep_task(StageView& context) {
  if (context.model.kernel.task == nullptr || !context.model.kernel.task->is_done()) return;
  // The work may belong to a lesson that is no longer shown; its result names its lesson.
  const std::shared_ptr<StageTask> done = std::exchange(context.model.kernel.task, nullptr);
  done->take_over(context);
}

std::string why_no_task(const StageView& context) {
  return context.model.kernel.task == nullptr ? "" : "Plays are still running for the last request";
}

void find_break(StageView& context) {
  const stage::Lesson& lesson = shown_lesson(context.model);
  const stage::PlaySettings settings = shown_play_settings(context.model);
  context.model.kernel.task =
      std::make_shared<StageTask>([lesson, settings](const stage::Watch& watch) {
        const auto found = stage::find_failing_schedule(lesson, settings, watch);
        return [id = lesson.id, found](StageView& view) {
          if (!found) return view.commands.tell("No schedule was found that breaks it.");
          if (id != shown_lesson(view.model).id) return;
          changed_play_settings(view.model).schedule = found->schedule;
          view.model.wanted_step = found->steps;
          play_again(view);
          view.commands.tell("This schedule breaks it: " + found->what + ".");
        };
      });
}

}  // namespace heatwave::stage_room
