// The thread that plays lessons and frees old plays; only headless runs wait for a play.
#include "app/session/stage/stage_service.h"

#include <fmt/format.h>

#include <new>
#include <system_error>
#include <utility>

#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/stage/kernel_file.h"

namespace heatwave::session {

/// State shared by the thread and its callers. Freeing a long play takes as long as several frames,
/// so its last owner puts it here and the thread frees it.
struct StageWorker::Shared : std::enable_shared_from_this<StageWorker::Shared> {
  std::mutex mutex;  ///< guards all members below except the atomic ones
  std::condition_variable_any changed;
  std::optional<Request> wanted;
  std::optional<Played> played;
  std::optional<std::string> failure;
  std::vector<std::unique_ptr<const stage::Trace>> old;
  bool running = false;
  bool ended = false;  ///< the thread has ended
  std::string lesson;
  Clock::time_point began;
  std::atomic<std::uint64_t> newest{0};  ///< number of the newest request
  std::atomic<std::int64_t> steps{0};    ///< steps of the running play

  void throw_away(const stage::Trace* trace) {
    std::unique_ptr<const stage::Trace> owned(trace);
    const std::lock_guard lock(mutex);
    if (ended) return;  // the trace is freed here
    try {
      old.push_back(std::move(owned));
      changed.notify_all();
    } catch (const std::bad_alloc&) {
      // The trace is freed here, which may take longer than a frame.
    }
  }
};

StageWorker::StageWorker() : shared_(std::make_shared<Shared>()) {}

StageWorker::~StageWorker() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  // An untaken play holds a reference to this state. It is destroyed after the unlock, because its
  // destructor locks the mutex.
  std::optional<Played> unseen;
  const std::lock_guard lock(shared_->mutex);
  unseen.swap(shared_->played);
  shared_->ended = true;
}

void StageWorker::play(stage::Lesson lesson, stage::PlaySettings settings, Manner manner) {
  try {
    if (!thread_.joinable()) {
      thread_ =
          std::jthread([shared = shared_](const std::stop_token& stop) { work(stop, *shared); });
    }
  } catch (const std::system_error& error) {
    throw core::Error(
        fmt::format("nothing can be played: the system cannot start another thread: {}",
                    error.code().message()));
  }
  // Destroyed after the unlock, because its destructor locks the mutex.
  std::optional<Played> unseen;
  const std::lock_guard lock(shared_->mutex);
  unseen.swap(shared_->played);
  shared_->lesson = lesson.id;
  shared_->wanted = Request{std::move(lesson), std::move(settings), manner, ++shared_->newest};
  shared_->failure.reset();
  shared_->running = true;
  shared_->began = Clock::now();
  shared_->steps = 0;
  shared_->changed.notify_all();
}

void StageWorker::wait() {
  std::unique_lock lock(shared_->mutex);
  shared_->changed.wait(lock, [this] { return !shared_->running; });
}

StageWorker::Played StageWorker::played(const Request& request, const std::stop_token& stop,
                                        const std::shared_ptr<Shared>& shared) {
  const auto watch = [&](std::int64_t steps) {
    shared->steps = steps;
    return shared->newest == request.number && !stop.stop_requested();
  };
  const auto play = [&]() -> stage::Trace {
    try {
      return stage::play(request.lesson, request.settings, watch);
    } catch (const stage::MissingChoice& missing) {
      if (request.manner != Manner::frame) throw;
      stage::PlaySettings settings = request.settings;
      settings.schedule.choices.resize(missing.before());
      return stage::play(request.lesson, settings, watch);
    }
  };
  auto trace = std::make_unique<const stage::Trace>(play());
  stage::Totals totals = stage::totals(*trace);
  return {request.lesson.id, request.settings,
          std::shared_ptr<const stage::Trace>(
              trace.release(), [shared](const stage::Trace* old) { shared->throw_away(old); }),
          std::move(totals)};
}

void StageWorker::work(const std::stop_token& stop, Shared& shared) {
  std::unique_lock lock(shared.mutex);
  while (true) {
    shared.changed.wait(lock, stop, [&] { return shared.wanted || !shared.old.empty(); });
    if (stop.stop_requested()) return;
    if (shared.wanted) {
      const Request request = *std::exchange(shared.wanted, std::nullopt);
      lock.unlock();
      carry_out(request, stop, shared);
    } else {
      std::vector<std::unique_ptr<const stage::Trace>> old = std::exchange(shared.old, {});
      lock.unlock();
      old.clear();
    }
    lock.lock();
  }
}

void StageWorker::carry_out(const Request& request, const std::stop_token& stop, Shared& shared) {
  std::optional<Played> played;
  std::optional<std::string> failure;
  try {
    played = StageWorker::played(request, stop, shared.shared_from_this());
  } catch (const stage::Cancelled&) {  // there is a newer request
  } catch (const std::exception& error) {
    failure = words::words_of(error);
  }
  const std::lock_guard lock(shared.mutex);
  if (shared.newest != request.number) return;
  shared.played.swap(played);  // the old value, which is empty, is destroyed after the unlock
  shared.failure = std::move(failure);
  shared.running = false;
  shared.changed.notify_all();
}

void StageWorker::show_in(StageStatus& status) {
  // Destroyed after the unlock, because its destructor locks the mutex.
  std::shared_ptr<const stage::Trace> old;
  const std::lock_guard lock(shared_->mutex);
  status.running = shared_->running;
  status.asked = shared_->lesson;
  status.steps = shared_->steps;
  status.seconds =
      shared_->running ? std::chrono::duration<double>(Clock::now() - shared_->began).count() : 0.0;
  if (!shared_->played) return;
  Played& played = *shared_->played;
  old = std::exchange(status.trace, std::move(played.trace));
  status.lesson = std::move(played.lesson);
  status.settings = std::move(played.settings);
  status.totals = std::move(played.totals);
  ++status.version;
  shared_->played.reset();
}

std::optional<std::string> StageWorker::take_failure() {
  const std::lock_guard lock(shared_->mutex);
  return std::exchange(shared_->failure, std::nullopt);
}

void StageService::apply(const PlayLesson& command, Gesture /*gesture*/) {
  stage::Lesson lesson = stage::find_lesson(command.lesson, command.settings);
  stage::PlaySettings settings = stage::completed(lesson, command.settings);
  newest_ = PlayLesson{command.lesson, settings};
  worker_.play(std::move(lesson), std::move(settings), hub_.manner);
  if (hub_.manner == Manner::frame) return;
  worker_.wait();
  if (const auto failure = worker_.take_failure()) throw core::Error(*failure);
}

void StageService::go_back(const std::optional<PlayLesson>& play) {
  if (play && play != newest_) apply(PlayLesson(*play), 0);
}

void StageService::observe() {
  if (const auto failure = worker_.take_failure()) hub_.notices.add(Notice::Kind::error, *failure);
}

}  // namespace heatwave::session
