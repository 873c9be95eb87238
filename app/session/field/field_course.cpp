// Runs the field's steps: as many as a frame has time for, or an exact number.
#include "app/session/field/field_course.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "kernels/core/error.h"

namespace heatwave::session {
namespace {

using namespace std::chrono_literals;

/// Interval in steps at which a headless run checks for overflow.
constexpr std::int64_t kCheckEvery = 1000;
/// A frame looks at the clock after this many steps while a region moves, since reports leave out
/// the time in which its cells are found.
constexpr std::int64_t kStepsOfMovingRegion = 8;

}  // namespace

void FieldCourse::apply(const Play& command, Gesture /*gesture*/) {
  if (overflowed_) throw core::Error("the field has overflowed: reset it before playing on");
  playing_ = true;
  if (command.until) play_until_ = command.until;
  pause_where_asked();
}

void FieldCourse::apply(const Pause& /*command*/, Gesture /*gesture*/) { playing_ = false; }

void FieldCourse::apply(const Advance& command, Gesture /*gesture*/) {
  if (command.steps < 0) {
    throw core::Error(fmt::format("a field cannot go back: {} steps", command.steps));
  }
  if (overflowed_) throw core::Error("the field has overflowed: reset it before stepping on");
  if (core_.hub().is_measuring()) throw core::Error("the field is paused while the lab measures");
  pending_steps_ = command.steps;
}

void FieldCourse::begin_frame(double most_seconds) {
  step_before_frame_ = core_.live().step();
  budget_.begin_frame(most_seconds * 1e3);
  constexpr double kMostRepeating = 2.0;  // seconds, after a loss
  const bool in_frame = core_.hub().manner == Manner::frame;
  core_.live().repeat_at_most(in_frame ? std::optional(kMostRepeating) : std::nullopt);
}

void FieldCourse::run_pending_steps() { advance(std::exchange(pending_steps_, 0)); }

void FieldCourse::advance(std::int64_t steps) {
  LiveField& live = core_.live();
  Instruments& instruments = measures_.instruments();
  PictureExports& exports = files_.exports();
  const bool headless = core_.hub().manner != Manner::frame;
  if (steps > 0 && overflowed_ && core_.hub().manner == Manner::headless)
    throw core::Error(watch_.overflow_text(live.step()));
  // After the loss of a device the field is at an earlier step. A frame continues from there; a
  // headless run repeats the lost steps.
  const std::int64_t target = (headless ? live.goal() : live.step()) + steps;
  instruments.expect(live, core_.derived(), target - live.step());
  instruments.sample(live, core_.derived());
  while (live.step() < target) {
    if (exports.in_sequence() && !exports.has_room()) {
      if (!headless) break;
      std::this_thread::sleep_for(2ms);
      continue;
    }
    std::int64_t n = std::min(target - live.step(), exports.steps_to_next(live.step()));
    if (headless) {
      n = std::min(n, kCheckEvery - live.step() % kCheckEvery);
    } else {
      n = std::min(n, budget_.steps(target - live.step(), core_.scene().extent, live.report()));
      if (has_moving_region(core_.scene())) n = std::min(n, kStepsOfMovingRegion);
    }
    if (n == 0) break;
    n = std::min(n, instruments.steps_to_next(live.step()));
    n = std::min(n, core_.derived().steps_to_next(live.step()));
    core_.complete_history();
    live.advance(n, instruments.wanted());
    if (!headless) budget_.took(n, live.report());
    if (live.has_loss() && !headless) return;
    core_.derived().sample();
    files_.take_due_frame();
    if (instruments.wanted().none()) {
      instruments.sample(live, core_.derived());
      instruments.sample_row(live, core_.derived());
    }
    if (headless && live.step() % kCheckEvery == 0) {
      check_overflow_now();
      instruments.collect(live);
    }
  }
  instruments.collect(live);
  pending_steps_ = target - live.step();
  pause_where_asked();
}

void FieldCourse::pause_where_asked() {
  if (!play_until_ || core_.live().step() < *play_until_) return;
  playing_ = false;
  play_until_.reset();
}

void FieldCourse::play(double seconds) {
  if (!playing_ || pending_steps_ > 0 || resting_ || core_.hub().is_measuring()) return;
  std::int64_t steps = pace_.steps(core_.scene().pace, seconds, watch_.report());
  if (play_until_) steps = std::min(steps, *play_until_ - core_.live().step());
  advance(steps);
  // Steps that did not fit are dropped: the next frame plays on from here.
  pending_steps_ = 0;
}

void FieldCourse::run(std::int64_t steps) {
  advance(steps);
  check_overflow_now();
  // The check waits for the device and may be the first to find that it was lost.
  while (core_.live().step() < core_.live().goal()) {
    advance(0);
    check_overflow_now();
  }
  measures_.measure();
}

void FieldCourse::stop_for_failure(const std::string& words) {
  playing_ = false;
  pending_steps_ = 0;
  files_.exports().stop_sequence();
  core_.hub().notices.add(Notice::Kind::error, words);
}

void FieldCourse::tell_loss() {
  const auto loss = core_.live().take_loss();
  if (!loss) return;
  core_.history().complete(nullptr);  // the partial entries belong to the lost field
  core_.derived().restart();
  core_.hub().notices.add(Notice::Kind::warning, *loss);
  core_.hub().record_loss();
}

void FieldCourse::observe() {
  const auto overflow = watch_.observe();
  budget_.sum_up(watch_.report());
  if (overflow) stop_for_overflow(*overflow);
  tell_loss();
  files_.tell();
  measures_.measure();
}

void FieldCourse::stop_for_overflow(std::int64_t step) {
  if (overflowed_) return;
  overflowed_ = true;
  watch_.forget(false);
  playing_ = false;
  pending_steps_ = 0;
  core_.hub().notices.add(Notice::Kind::error, watch_.overflow_text(step) + "; reset to go on",
                          true);
}

void FieldCourse::check_overflow_now() {
  if (core_.hub().manner == Manner::repeating) return;
  if (const auto overflow = watch_.check_now()) {
    stop_for_overflow(*overflow);
    throw core::Error(watch_.overflow_text(*overflow));
  }
}

void FieldCourse::start_over() {
  overflowed_ = false;
  play_until_.reset();
}

void FieldCourse::show_in(FieldStatus& status) const {
  status.playing = playing_;
  status.overflowed = overflowed_;
  status.steps_last_frame = static_cast<int>(
      std::clamp<std::int64_t>(core_.live().step() - step_before_frame_, 0, 1 << 30));
}

}  // namespace heatwave::session
