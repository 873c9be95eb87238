// Carries out a step: its scene, its commands, then the lab's measurements.
#include "app/wire/lecture_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/scene/scene_files.h"
#include "app/scene/scene_json.h"
#include "app/session/field/live_field.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::wire {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kStretch = 8ms;
constexpr std::int64_t kLongestStretch = 1 << 14;

bool is_play(const session::Command& command) {
  return std::holds_alternative<session::Play>(command);
}
bool is_pause(const session::Command& command) {
  return std::holds_alternative<session::Pause>(command);
}

void submit(session::Session& session, session::Command command) {
  session.submit({.origin = session::CommandOrigin::lecture, .command = std::move(command)});
}

}  // namespace

LecturePlayer::LecturePlayer(Lecture lecture, session::Session& session, bool waits)
    : lecture_(std::move(lecture)), session_(&session), waits_(waits) {}

void LecturePlayer::replace(Lecture lecture, std::size_t step) {
  lecture_ = std::move(lecture);
  ends_.clear();
  left_.clear();
  doing_.reset();
  runs_untouched_ = false;
  wanted_ = std::min(step, lecture_.steps.size() - 1);
}

void LecturePlayer::go_to(std::size_t step) {
  wanted_ = std::min(step, lecture_.steps.size() - 1);
  std::size_t touched = wanted_;
  while (touched > 0 && !lecture_.steps[touched].touches_field()) --touched;
  begin(first_needed(touched));
}

/// Returns the step to start from: the last one before with its own scene, or with a known initial
/// field.
std::size_t LecturePlayer::first_needed(std::size_t step) const {
  while (step > 0 && !lecture_.steps[step].has_scene() && !ends_.contains(step - 1)) --step;
  return step;
}

void LecturePlayer::next(const session::Sight& shown) {
  if (wanted_ + 1 >= lecture_.steps.size()) return;
  const bool was_here = !is_going();
  if (was_here) {
    left_[wanted_] = {session_->kept(), session_->snapshot().playing, runs_untouched_, shown};
  }
  forget_most();
  const std::size_t before = wanted_++;
  const LectureStep& step = lecture_.steps[wanted_];
  // A step without changes to the field lets it continue.
  if (was_here && !step.touches_field()) return begin(wanted_);
  if (was_here && !step.has_scene() && can_finish_run(before)) return finish_run(before);
  begin(first_needed(wanted_));
}

void LecturePlayer::back() {
  if (wanted_ == 0) return;
  const auto left = left_.find(wanted_ - 1);
  if (left == left_.end()) return go_to(wanted_ - 1);
  wanted_ -= 1;
  doing_.reset();
  session_->go_back(*left->second.field);
  runs_untouched_ = left->second.runs_untouched;
  run_epoch_ = session_->snapshot().survey_epoch;
  const auto& run_to = lecture_.steps[wanted_].run_to;
  if (left->second.playing) {
    const bool is_before = run_to && session_->snapshot().step < *run_to;
    submit(*session_, session::Play{is_before ? run_to : std::nullopt});
  } else {
    submit(*session_, session::Pause{});
  }
  sight_ = left->second.sight;
  left_.erase(left);
}

void LecturePlayer::begin(std::size_t step) {
  doing_ = Doing{.step = step};
  runs_untouched_ = false;
}

bool LecturePlayer::can_finish_run(std::size_t step) const {
  const session::Snapshot& now = session_->snapshot();
  const auto& run_to = lecture_.steps[step].run_to;
  return runs_untouched_ && run_epoch_ == now.survey_epoch && run_to && now.step <= *run_to;
}

/// Takes the remaining steps at once, so that the window does not show the field restart.
void LecturePlayer::finish_run(std::size_t step) {
  apply(session::Pause{});
  begin(step);
  doing_->begun = true;
  doing_->command = lecture_.steps[step].commands.size();
}

std::optional<session::Sight> LecturePlayer::take_sight() {
  return std::exchange(sight_, std::nullopt);
}

void LecturePlayer::go_on(std::chrono::nanoseconds budget) {
  const Clock::time_point end = Clock::now() + budget;
  try {
    while (doing_ && advance_chunk()) {
      if (Clock::now() >= end) return;
    }
  } catch (const core::Error& error) {
    give_up(error.what());
  }
}

void LecturePlayer::give_up(const std::string& why) {
  const Doing at = *std::exchange(doing_, std::nullopt);
  sight_ = lecture_.steps[wanted_].sight;
  std::string part;
  if (at.runs) {
    part = ".run_to";
  } else if (at.command > 0) {
    part = fmt::format(".commands[{}]", at.command - 1);
  }
  throw core::Error(fmt::format("{}: steps[{}]{}: {}",
                                lecture_.file.empty() ? "the lecture" : lecture_.file, at.step,
                                part, why));
}

bool LecturePlayer::advance_chunk() {
  const LectureStep& step = lecture_.steps[doing_->step];
  if (!doing_->begun) {
    if (waits_for_lab(step)) return false;
    if (step.touches_field()) begin_field(step);
    doing_->begun = true;
    return true;
  }
  if (doing_->pending_steps > 0) {
    const std::int64_t steps = std::min(doing_->pending_steps, chunk_);
    const Clock::time_point start = Clock::now();
    session_->run(steps);
    const Clock::duration took = Clock::now() - start;
    doing_->pending_steps -= steps;
    if (took < kStretch / 2 && steps == chunk_) chunk_ = std::min(2 * chunk_, kLongestStretch);
    if (took > kStretch) chunk_ = std::max<std::int64_t>(1, chunk_ / 2);
    return true;
  }
  if (!doing_->field_is_done && doing_->command < step.commands.size()) {
    do_command(step.commands[doing_->command++]);
    return true;
  }
  if (!doing_->field_is_done && step.run_to) {
    doing_->runs = true;
    const std::int64_t steps = steps_to_run(step);
    if (!runs_in_view(step)) doing_->pending_steps = steps;
    if (doing_->pending_steps > 0) return true;
  }
  if (!doing_->field_is_done) {
    if (step.touches_field()) end_field(step);
    doing_->field_is_done = true;
  }
  arrive();
  return doing_.has_value();
}

/// Cancels a measurement of the previous step, which is obsolete and would be disturbed by the
/// field.
bool LecturePlayer::waits_for_lab(const LectureStep& step) {
  const bool runs_lab = std::any_of(step.commands.begin(), step.commands.end(), is_of_lab);
  const session::LabStatus& lab = session_->snapshot().lab;
  if (!lab.running || !(runs_lab || step.touches_field())) return false;
  if (!lab.cancelling) submit(*session_, session::CancelLab{});
  return true;
}

scene::Scene LecturePlayer::first_scene(const LectureStep& step) const {
  if (const auto* scene = std::get_if<scene::Scene>(&step.scene)) return *scene;
  if (const auto* name = std::get_if<std::string>(&step.scene)) return scene::find_scene(*name);
  return scene::default_scene(field::equations().front().id);
}

void LecturePlayer::begin_field(const LectureStep& step) {
  const auto before = doing_->step == 0 ? ends_.end() : ends_.find(doing_->step - 1);
  const bool goes_on = !step.has_scene() && before != ends_.end();
  if (goes_on) {
    session_->go_back(*before->second);
  } else {
    session_->begin(first_scene(step));
  }
  apply(session::Pause{});
}

void LecturePlayer::apply(session::Command command) {
  submit(*session_, std::move(command));
  session_->run(0);
}

void LecturePlayer::do_command(const session::Command& command) {
  if (is_of_lab(command) || is_play(command) || is_pause(command)) return;
  if (const auto* advance = std::get_if<session::Advance>(&command)) {
    doing_->pending_steps = advance->steps;
  } else {
    apply(command);
  }
}

bool LecturePlayer::is_wanted_later(std::size_t step) const {
  const auto& all = lecture_.steps;
  const auto next = std::find_if(all.begin() + static_cast<std::ptrdiff_t>(step) + 1, all.end(),
                                 [](const LectureStep& later) { return later.touches_field(); });
  return next != all.end() && !next->has_scene();
}

/// Returns whether the audience sees the field run to its goal. Returns false when the field runs
/// there at once: there is no window, or a later step of the lecture was requested.
bool LecturePlayer::runs_in_view(const LectureStep& step) const {
  return step.run_to && !waits_ && doing_->step == wanted_;
}

std::int64_t LecturePlayer::steps_to_run(const LectureStep& step) const {
  const std::int64_t here = session_->snapshot().step;
  if (here > *step.run_to) {
    throw core::Error(
        fmt::format("the field is at step {} and cannot run to {}", here, *step.run_to));
  }
  return *step.run_to - here;
}

void LecturePlayer::run_in_view(const LectureStep& step) {
  submit(*session_, session::Play{step.run_to});
  runs_untouched_ = true;
  run_epoch_ = session_->snapshot().survey_epoch;
}

void LecturePlayer::end_field(const LectureStep& step) {
  if (runs_in_view(step)) return run_in_view(step);
  if (is_wanted_later(doing_->step)) ends_[doing_->step] = session_->kept();
  const auto& all = step.commands;
  const auto last = std::find_if(all.rbegin(), all.rend(), [](const auto& command) {
    return is_play(command) || is_pause(command);
  });
  if (last != all.rend() && is_play(*last)) apply(session::Play{});
}

void LecturePlayer::arrive() {
  const std::size_t here = doing_->step;
  const LectureStep& step = lecture_.steps[here];
  // A step that does not change the field passes on the state that it found.
  if (!step.touches_field() && is_wanted_later(here) && here > 0) {
    if (const auto before = ends_.find(here - 1); before != ends_.end())
      ends_[here] = before->second;
  }
  if (here < wanted_) return begin(here + 1);
  for (const session::Command& command : step.commands) {
    if (!is_of_lab(command)) continue;
    submit(*session_, command);
    // Without a window, the player waits for the run in the Lab.
    if (waits_) session_->run(0);
  }
  sight_ = step.sight;
  doing_.reset();
}

void LecturePlayer::forget_most() {
  std::uint64_t bytes = 0;
  for (const auto& [step, field] : ends_) bytes += session::Session::bytes_of(*field);
  for (const auto& [step, left] : left_) bytes += session::Session::bytes_of(*left.field);
  // Early steps are the least likely to be needed again; dropped states are computed again.
  while (bytes > kMostBytes && !left_.empty()) {
    bytes -= session::Session::bytes_of(*left_.begin()->second.field);
    left_.erase(left_.begin());
  }
}

}  // namespace heatwave::wire
