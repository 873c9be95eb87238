// The field's steps: as many as a frame has time for, or exactly so many.
#include "app/session/field/field_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>

#include "app/scene/scene_checks.h"
#include "app/scene/scene_edit.h"
#include "kernels/core/error.h"

namespace heatwave::session {
namespace {

using namespace std::chrono_literals;

/// A headless run looks for overflow so often.
constexpr std::int64_t kCheckEvery = 1000;

scene::Scene checked(scene::Scene scene) {
  check_scene(scene);
  return scene;
}

}  // namespace

FieldService::FieldService(scene::Scene scene, const SessionOptions& options, Hub& hub)
    : hub_(hub),
      live_(
          [&] {
            scene::Scene first = checked(std::move(scene));
            newest_id_ = number_items(first, 0);
            if (const auto held = hold_within_guard(first)) {
              hub_.notices.add(Notice::Kind::info, *held);
            }
            return first;
          }(),
          {options.make_solver, options.backend, options.threads, options.device, options.prepare}),
      history_(options.most_undo_bytes),
      exports_(options.writer ? options.writer : std::make_shared<exporting::PngWriter>(),
               options.export_folder),
      instruments_(options.keeps_samples) {
  averaged_.follow(live_);
}

void FieldService::begin_frame(double most_seconds) {
  step_before_frame_ = live_.step();
  budget_.begin_frame(most_seconds * 1e3);
}

void FieldService::take_owed_steps() { advance(std::exchange(owed_steps_, 0)); }

void FieldService::advance(std::int64_t steps) {
  const bool headless = hub_.manner != Manner::frame;
  if (steps > 0 && overflowed_ && hub_.manner == Manner::headless)
    throw core::Error(overflow_text(live_.step()));
  // After the loss of a device the field is back at an earlier step: a frame goes on from there, a
  // headless run takes the lost steps again.
  const std::int64_t target = (headless ? live_.goal() : live_.step()) + steps;
  instruments_.expect(live_.scene(), target - live_.step());
  instruments_.sample(live_, averaged_);
  while (live_.step() < target) {
    if (exports_.in_sequence() && !exports_.has_room()) {
      if (!headless) break;
      std::this_thread::sleep_for(2ms);
      continue;
    }
    std::int64_t n = std::min(target - live_.step(), exports_.steps_to_next(live_.step()));
    if (headless) {
      n = std::min(n, kCheckEvery - live_.step() % kCheckEvery);
    } else {
      n = std::min(n, budget_.steps(target - live_.step(), live_.scene().extent, live_.report()));
    }
    if (n == 0) break;
    n = std::min(n, instruments_.steps_to_next(live_.step()));
    n = std::min(n, averaged_.steps_to_next(live_.step()));
    complete_history();
    live_.advance(n);
    if (!headless) budget_.took(n, live_.report());
    if (live_.has_loss() && !headless) return;
    averaged_.sample(live_);
    take_due_frame();
    instruments_.sample(live_, averaged_);
    if (headless && live_.step() % kCheckEvery == 0) check_overflow_now();
  }
  owed_steps_ = target - live_.step();
  pause_where_asked();
}

void FieldService::pause_where_asked() {
  if (!play_until_ || live_.step() < *play_until_) return;
  playing_ = false;
  play_until_.reset();
}

void FieldService::take_due_frame() {
  if (!exports_.wants(live_.step())) return;
  field::FieldState state = live_.save();
  // A device lost over it has put the field back to a step that may have its frame already.
  if (exports_.wants(state.step)) {
    exports_.take_frame(live_.scene(), std::move(state), live_.flags(), averaged_.copy());
  }
}

void FieldService::play(double seconds) {
  if (!playing_ || owed_steps_ > 0 || resting_ || hub_.is_measuring()) return;
  std::int64_t steps = pace_.steps(live_.scene().pace, seconds, report_);
  if (play_until_) steps = std::min(steps, *play_until_ - live_.step());
  advance(steps);
  // What the writer or the frame had no room for is not made up for: the next frame plays on from
  // here.
  owed_steps_ = 0;
}

void FieldService::run(std::int64_t steps) {
  advance(steps);
  check_overflow_now();
  // The check waits for the device, and may learn only then that it was lost.
  while (live_.step() < live_.goal()) {
    advance(0);
    check_overflow_now();
  }
  measure();
}

field::FieldState FieldService::saved() {
  field::FieldState state = live_.save();
  while (hub_.manner != Manner::frame && live_.step() < live_.goal()) {
    advance(0);
    state = live_.save();
  }
  return state;
}

void FieldService::stop_for_failure(const std::string& words) {
  playing_ = false;
  owed_steps_ = 0;
  exports_.stop_sequence();
  hub_.notices.add(Notice::Kind::error, words);
}

void FieldService::tell_loss() {
  const auto loss = live_.take_loss();
  if (!loss) return;
  history_.complete(nullptr);  // the field is not the one that these were parts of
  averaged_.restart(live_);
  hub_.notices.add(Notice::Kind::warning, *loss);
  hub_.record_loss();
}

void FieldService::present(field::DisplayTarget& target, PresentedPlane plane) {
  try {
    if (plane == PresentedPlane::shown && averaged_.is_shown()) return averaged_.present(target);
    live_.present(target, plane);
  } catch (const std::exception& error) {
    stop_for_failure(error.what());
  }
}

PutBack FieldService::put_back(std::optional<field::FieldState> state) const {
  return {live_.scene(), newest_id_, std::move(state)};
}

std::optional<PutBack> FieldService::take_from_before() {
  return std::exchange(from_before_, std::nullopt);
}

FieldService::Kept FieldService::kept() {
  return {live_.scene(), live_.save(), history_, newest_id_, newest_item_, by_hand_, as_begun_};
}

FieldService::Kept FieldService::beginning(scene::Scene scene) {
  check_scene(scene);
  const int newest = number_items(scene, 0);
  (void)hold_within_guard(scene);
  live_.restart(std::move(scene));
  return {.scene = live_.scene(),
          .state = live_.save(),
          .history = History(history_.most_bytes()),
          .newest_id = newest};
}

void FieldService::go_back(const Kept& kept, bool is_recorded) {
  live_.restore(kept.scene, kept.state);
  history_ = kept.history;
  newest_id_ = kept.newest_id;
  newest_item_ = kept.newest_item;
  by_hand_ = kept.by_hand;
  as_begun_ = kept.as_begun;
  from_before_.reset();
  owed_steps_ = 0;
  field_was_replaced();
  // No command did this, and a recording that is under way must have it.
  history_.mark_all(is_recorded);
  hub_.record_loss();
}

}  // namespace heatwave::session
