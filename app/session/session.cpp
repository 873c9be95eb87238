// The frame: commands, steps, what the field looks like now, and the snapshot of it all.
#include "app/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <new>
#include <thread>
#include <type_traits>
#include <utility>

#include "app/scene/scene_checks.h"
#include "app/scene/scene_edit.h"
#include "app/session/lab/recorded_lab.h"
#include "app/session/session_impl.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"

namespace heatwave::session {
namespace {

using namespace std::chrono_literals;

/// A headless run looks for overflow so often.
constexpr std::int64_t kCheckEvery = 1000;
/// Values beyond this have nothing left to say, and are about to leave a float's range.
constexpr float kOverflow = 1e30F;

Scene checked(Scene scene) {
  check_scene(scene);
  return scene;
}

}  // namespace

Session::Impl::Impl(Scene scene, SessionOptions given)
    : options(std::move(given)),
      field(
          [&] {
            Scene first = checked(std::move(scene));
            newest_id = number_items(first, 0);
            if (const auto held = hold_within_guard(first)) {
              notices.add(Notice::Kind::info, *held);
            }
            return first;
          }(),
          {options.make_solver, options.backend, options.threads, options.device}),
      history(options.most_undo_bytes),
      exports(options.writer ? options.writer : std::make_shared<exporting::PngWriter>(),
              options.export_folder),
      recorder(options.make_journal) {
  if (options.names_gpu) {
    const core::CudaStatus cuda = core::cuda_status();
    if (cuda.usable) {
      snapshot.lab.gpu = cuda.devices.front().name;
    } else {
      snapshot.lab.no_gpu = cuda.reason;
    }
  }
  if (!options.recorded_labs.empty()) {
    RecordedLabs recorded = read_recorded_labs(options.recorded_labs);
    snapshot.lab.recorded = std::move(recorded.results);
    for (const std::string& failure : recorded.failures) {
      notices.add(Notice::Kind::warning, failure);
    }
  }
  observe();
  publish();
}

Session::Session(Scene scene, SessionOptions options)
    : impl_(std::make_unique<Impl>(std::move(scene), std::move(options))) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

void Session::submit(Command command, Gesture gesture) {
  impl_->submit({.gesture = gesture, .command = std::move(command)});
}
void Session::submit(Envelope envelope) { impl_->submit(std::move(envelope)); }
std::vector<Answer> Session::take_answers(ClientId client) { return impl_->take_answers(client); }

void Session::frame(double seconds_for_steps) {
  impl_->manner = Manner::frame;
  impl_->step_before_frame = impl_->field.step();
  impl_->budget.begin_frame();
  try {
    impl_->apply_submitted();
    impl_->play(seconds_for_steps);
    impl_->observe();
    impl_->keep_keyframe();
  } catch (const std::bad_alloc&) {
    impl_->stop_for_failure("there is not enough memory to go on");
  } catch (const std::exception& error) {
    impl_->stop_for_failure(error.what());
  }
  impl_->publish();
}

void Session::run(std::int64_t steps) {
  impl_->manner = Manner::headless;
  impl_->headless_run(steps);
}

void Session::repeat(std::int64_t steps) {
  impl_->manner = Manner::repeating;
  impl_->headless_run(steps);
}

void Session::Impl::headless_run(std::int64_t steps) {
  if (steps < 0) throw core::Error(fmt::format("a field cannot go back: {} steps", steps));
  step_before_frame = field.step();
  budget.begin_frame();
  try {
    apply_submitted();
    advance(steps);
    check_overflow_now();
    // The check waits for the device, and may learn only then that it was lost.
    while (field.step() < field.goal()) {
      advance(0);
      check_overflow_now();
    }
  } catch (...) {
    tell_loss();
    publish();
    throw;
  }
  tell_loss();
  keep_keyframe();
  publish();
}

void Session::Impl::let_pause_through() {
  const bool asked = std::any_of(queue.begin(), queue.end(), [](const Envelope& envelope) {
    return std::holds_alternative<Pause>(envelope.command) ||
           std::holds_alternative<StopSequence>(envelope.command);
  });
  if (asked) owed_steps = 0;
}

void Session::Impl::apply_submitted() {
  take_mail();
  let_pause_through();
  take_owed_steps();
  while (!queue.empty() && owed_steps == 0) {
    Envelope envelope = std::move(queue.front());
    queue.pop_front();
    carry_out(std::move(envelope));
    take_owed_steps();
  }
}

void Session::Impl::take_owed_steps() { advance(std::exchange(owed_steps, 0)); }

void Session::Impl::advance(std::int64_t steps) {
  const bool headless = manner != Manner::frame;
  if (steps > 0 && overflowed && manner == Manner::headless)
    throw core::Error(overflow_text(field.step()));
  // After the loss of a device the field is back at an earlier step: a frame goes on from there, a
  // headless run takes the lost steps again.
  const std::int64_t target = (headless ? field.goal() : field.step()) + steps;
  while (field.step() < target) {
    if (exports.in_sequence() && !exports.has_room()) {
      if (!headless) break;
      std::this_thread::sleep_for(2ms);
      continue;
    }
    std::int64_t n = std::min(target - field.step(), exports.steps_to_next(field.step()));
    if (headless) {
      n = std::min(n, kCheckEvery - field.step() % kCheckEvery);
    } else {
      n = std::min(n, budget.steps(target - field.step(), field.scene().extent, field.report()));
    }
    if (n == 0) break;
    complete_history();
    field.advance(n);
    if (!headless) budget.took(n, field.report());
    if (field.has_loss() && !headless) return;
    take_due_frame();
    if (headless && field.step() % kCheckEvery == 0) check_overflow_now();
  }
  owed_steps = target - field.step();
}

void Session::Impl::take_due_frame() {
  if (!exports.wants(field.step())) return;
  field::FieldState state = field.save();
  // A device lost over it has put the field back to a step that may have its frame already.
  if (exports.wants(state.step)) exports.take_frame(field.scene(), std::move(state), field.flags());
}

field::FieldState Session::Impl::saved() {
  field::FieldState state = field.save();
  while (manner != Manner::frame && field.step() < field.goal()) {
    advance(0);
    state = field.save();
  }
  return state;
}

void Session::Impl::stop_for_failure(const std::string& words) {
  playing = false;
  owed_steps = 0;
  exports.stop_sequence();
  notices.add(Notice::Kind::error, words);
}

void Session::Impl::tell_loss() {
  const auto loss = field.take_loss();
  if (!loss) return;
  history.complete(nullptr);  // the field is not the one that these were parts of
  notices.add(Notice::Kind::warning, *loss);
  record_loss();
}

void Session::Impl::play(double seconds) {
  if (!playing || owed_steps > 0 || resting || lab.running()) return;
  advance(pace.steps(field.scene().pace, seconds, report));
  // What the writer or the frame had no room for is not made up for: the next frame plays on from
  // here.
  owed_steps = 0;
}

void Session::Impl::request_survey() {
  const std::uint64_t ticket = field.survey(probe);
  newest_ticket = std::max(newest_ticket, ticket);
  surveyed_version = field.field_version();
  surveyed_probe = probe;
}

void Session::Impl::observe() {
  const bool survey_due = surveyed_version != field.field_version() || surveyed_probe != probe;
  if (survey_due && !lab.running()) request_survey();
  report = field.report();
  budget.sum_up(report);
  if (const auto step = overflow_step(report)) stop_for_overflow(*step);
  tell_loss();
  tell_of_exports();
  if (const auto failure = lab.take_failure()) notices.add(Notice::Kind::error, *failure);
  if (const auto failure = plays.take_failure()) notices.add(Notice::Kind::error, *failure);
}

void Session::Impl::tell_of_exports() {
  for (const std::string& words : exports.take_failures()) notices.add(Notice::Kind::error, words);
  while (const auto ended = exports.take_ended()) {
    const auto kind = ended->at_limit ? Notice::Kind::warning : Notice::Kind::info;
    // Headless, whoever asked for it says so.
    if (ended->at_limit || manner == Manner::frame) notices.add(kind, ended->words);
  }
}

std::optional<std::int64_t> Session::Impl::overflow_step(const field::Report& newest) {
  const field::Survey& survey = newest.survey;
  if (survey.ticket <= stale_ticket) return {};
  const bool fine = survey.finite && std::all_of(survey.components.begin(), survey.components.end(),
                                                 [](const field::ComponentSurvey& c) {
                                                   return std::abs(c.minimum) <= kOverflow &&
                                                          std::abs(c.maximum) <= kOverflow;
                                                 });
  if (fine) return {};
  return survey.step;
}

std::string Session::Impl::overflow_text(std::int64_t step) const {
  const std::string why = broken_stability_rule(field.scene())
                              .value_or("its values grew beyond what a number can hold here");
  return fmt::format("the field overflowed by step {}: {}", step, why);
}

void Session::Impl::stop_for_overflow(std::int64_t step) {
  if (overflowed) return;
  overflowed = true;
  ++story;
  playing = false;
  owed_steps = 0;
  notices.add(Notice::Kind::error, overflow_text(step) + "; reset to go on", true);
}

void Session::Impl::check_overflow_now() {
  if (manner == Manner::repeating) return;
  constexpr auto kAskAgain = 50ms;
  auto asked = std::chrono::steady_clock::now();
  const std::uint64_t wanted = newest_ticket + 1;
  request_survey();
  for (report = field.report(); report.survey.ticket < wanted; report = field.report()) {
    if (field.step() < field.goal()) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - asked > kAskAgain) {
      request_survey();
      asked = now;
    }
    std::this_thread::sleep_for(100us);
  }
  if (const auto overflow = overflow_step(report)) {
    stop_for_overflow(*overflow);
    throw core::Error(overflow_text(*overflow));
  }
}

void Session::Impl::publish() {
  if (snapshot.scene_version != field.scene_version()) snapshot.scene = field.scene();
  snapshot.scene_version = field.scene_version();
  snapshot.field_version = field.field_version();
  snapshot.newest_item = newest_item;
  snapshot.playing = playing;
  snapshot.overflowed = overflowed;
  snapshot.story = story;
  snapshot.surveyed = report.survey.ticket > stale_ticket;
  snapshot.step = field.step();
  snapshot.steps_last_frame =
      static_cast<int>(std::clamp<std::int64_t>(field.step() - step_before_frame, 0, 1 << 30));
  const HistoryEntry* done = history.newest();
  const HistoryEntry* undone = history.undone();
  snapshot.can_undo = done != nullptr;
  snapshot.can_redo = undone != nullptr;
  snapshot.undo_what = done != nullptr ? done->what : "";
  snapshot.redo_what = undone != nullptr ? undone->what : "";
  snapshot.backend = field.backend();
  snapshot.report = report;
  snapshot.notices = notices.shown();
  snapshot.exporting = exports.status();
  snapshot.recording = recorder.status();
  lab.show_in(snapshot.lab);
  plays.show_in(snapshot.stage);
}

const Snapshot& Session::snapshot() const { return impl_->snapshot; }
const std::vector<std::uint8_t>& Session::cell_flags() const { return impl_->field.flags(); }

void Session::present(field::DisplayTarget& target) {
  try {
    impl_->field.present(target);
  } catch (const std::exception& error) {
    impl_->stop_for_failure(error.what());
  }
}
void Session::probe(core::Cell cell) { impl_->probe = cell; }
void Session::rest(bool on) { impl_->resting = on; }
field::FieldState Session::state() {
  field::FieldState state = impl_->saved();
  if (impl_->manner != Manner::frame && impl_->field.has_loss()) {
    impl_->tell_loss();
    impl_->publish();
  }
  return state;
}

void Session::finish_exports() {
  impl_->exports.finish();
  if (impl_->recorder.running()) impl_->stop_recording();
  impl_->tell_of_exports();
  impl_->publish();
}

}  // namespace heatwave::session
