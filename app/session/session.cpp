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

#include "app/session/recorded_lab.h"
#include "app/session/scene_checks.h"
#include "app/session/scene_edit.h"
#include "app/session/session_impl.h"
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
      exports(options.writer ? options.writer : std::make_shared<exporting::PngWriter>(),
              options.export_folder) {
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
  impl_->queue.push_back({std::move(command), gesture});
}

void Session::frame(double seconds_for_steps) {
  impl_->manner = Manner::frame;
  impl_->step_before_frame = impl_->field.step();
  try {
    impl_->apply_submitted();
    impl_->play(seconds_for_steps);
    impl_->observe();
  } catch (const std::bad_alloc&) {
    impl_->stop_for_failure("there is not enough memory to go on");
  } catch (const std::exception& error) {
    impl_->stop_for_failure(error.what());
  }
  impl_->publish();
}

void Session::run(std::int64_t steps) {
  if (steps < 0) throw core::Error(fmt::format("a field cannot go back: {} steps", steps));
  impl_->manner = Manner::headless;
  impl_->step_before_frame = impl_->field.step();
  try {
    impl_->apply_submitted();
    impl_->advance(steps);
    impl_->check_overflow_now();
    // The check waits for the device, and may learn only then that it was lost.
    while (impl_->field.step() < impl_->field.goal()) {
      impl_->advance(0);
      impl_->check_overflow_now();
    }
  } catch (...) {
    impl_->tell_loss();
    impl_->publish();
    throw;
  }
  impl_->tell_loss();
  impl_->publish();
}

void Session::Impl::let_pause_through() {
  const bool asked = std::any_of(queue.begin(), queue.end(), [](const Submitted& submitted) {
    return std::holds_alternative<Pause>(submitted.command) ||
           std::holds_alternative<StopSequence>(submitted.command);
  });
  if (asked) owed_steps = 0;
}

void Session::Impl::apply_submitted() {
  const bool headless = manner == Manner::headless;
  let_pause_through();
  take_owed_steps();
  while (!queue.empty() && owed_steps == 0) {
    Submitted submitted = std::move(queue.front());
    queue.pop_front();
    const std::int64_t step = field.step();
    try {
      std::visit([&](const auto& command) { apply(command, submitted.gesture); },
                 submitted.command);
      record(std::move(submitted), step);
    } catch (const std::bad_alloc&) {
      if (headless) throw core::OutOfMemory("there is not enough memory for this");
      notices.add(Notice::Kind::error, "there is not enough memory for this");
      continue;
    } catch (const std::exception& error) {
      if (headless) throw;
      notices.add(Notice::Kind::error, error.what());
      continue;
    }
    take_owed_steps();
  }
}

void Session::Impl::record(Submitted submitted, std::int64_t step) {
  const bool beside_the_field = std::visit(
      []<typename Command>(const Command& /*command*/) {
        return std::is_same_v<Command, SaveFieldPng> || std::is_same_v<Command, SaveScene> ||
               std::is_same_v<Command, StartSequence> || std::is_same_v<Command, StopSequence> ||
               std::is_same_v<Command, RunLab> || std::is_same_v<Command, CancelLab> ||
               std::is_same_v<Command, SaveLab> || std::is_same_v<Command, PlayLesson> ||
               std::is_same_v<Command, DismissNotice>;
      },
      submitted.command);
  if (beside_the_field) return;
  if (auto* advance = std::get_if<Advance>(&submitted.command)) {
    advance->steps = 0;
    owed_entry = log.size();
  }
  log.push_back({step, std::move(submitted.command), submitted.gesture});
}

void Session::Impl::take_owed_steps() {
  const auto count = [this] {
    if (!owed_entry) return;
    LogEntry& entry = log[*owed_entry];
    std::get<Advance>(entry.command).steps = std::max<std::int64_t>(0, field.step() - entry.step);
    if (owed_steps == 0) owed_entry.reset();
  };
  if (owed_steps == 0) owed_entry.reset();
  try {
    advance(std::exchange(owed_steps, 0));
  } catch (...) {
    count();
    throw;
  }
  count();
}

void Session::Impl::advance(std::int64_t steps) {
  const bool headless = manner == Manner::headless;
  if (steps > 0 && overflowed && headless) throw core::Error(overflow_text(field.step()));
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
    if (headless) n = std::min(n, kCheckEvery - field.step() % kCheckEvery);
    field.advance(n);
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
  while (manner == Manner::headless && field.step() < field.goal()) {
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
  if (const auto loss = field.take_loss()) notices.add(Notice::Kind::warning, *loss);
}

void Session::Impl::play(double seconds) {
  if (!playing || owed_steps > 0 || resting || lab.running()) return;
  advance(pace.steps(field.scene().pace, seconds, report));
  // What the writer had no room for is not made up for: the next frame plays on from here.
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
  if (const auto step = overflow_step(report)) stop_for_overflow(*step);
  tell_loss();
  if (const auto failure = exports.take_failure()) notices.add(Notice::Kind::error, *failure);
  if (const auto failure = lab.take_failure()) notices.add(Notice::Kind::error, *failure);
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
  playing = false;
  owed_steps = 0;
  notices.add(Notice::Kind::error, overflow_text(step) + "; reset to go on", true);
}

void Session::Impl::check_overflow_now() {
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
  lab.show_in(snapshot.lab);
}

const Snapshot& Session::snapshot() const { return impl_->snapshot; }
const std::vector<std::uint8_t>& Session::cell_flags() const { return impl_->field.flags(); }
const std::vector<LogEntry>& Session::log() const { return impl_->log; }

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
  if (impl_->manner == Manner::headless && impl_->field.has_loss()) {
    impl_->tell_loss();
    impl_->publish();
  }
  return state;
}

void Session::finish_exports() {
  impl_->exports.finish();
  if (const auto failure = impl_->exports.take_failure()) {
    impl_->notices.add(Notice::Kind::error, *failure);
  }
  impl_->publish();
}

}  // namespace heatwave::session
