// The hub: passes commands to their owners, records them, runs steps, and publishes the snapshot.
#include "app/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <new>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "app/session/command.h"
#include "app/session/field/field_service.h"
#include "app/session/hub.h"
#include "app/session/journal.h"
#include "app/session/lab/lab_service.h"
#include "app/session/last_minute.h"
#include "app/session/mailbox.h"
#include "app/session/stage/stage_service.h"
#include "kernels/core/error.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::session {

struct Session::Kept {
  KeptField field;
  bool untouched = true;
  std::optional<PlayLesson> play = {};  ///< the Stage's newest play
};

struct Session::Impl : core::NonCopyable {
  Impl(scene::Scene scene, SessionOptions options);
  ~Impl();

  // From the mailbox to the services
  /// Carries out a command. A failure becomes an answer, a notice or an exception.
  void carry_out(Envelope envelope);
  /// Passes a command to its service or to the window.
  void hand_over(const Envelope& envelope);
  void hand_to_window(const Envelope& envelope);
  void refuse(const Envelope& envelope, const std::string& why);

  // The frame
  void headless_run(std::int64_t steps);
  void apply_submitted();
  /// A Pause or StopSequence drops the steps that wait for the writer.
  void let_pause_through();
  BandedField field_in_bands();
  void observe();
  void tell_loss();
  void publish();

  // Recordings, the last minute, and notices
  void apply(const StartRecording& command, Gesture gesture);
  void apply(const StopRecording& command, Gesture gesture);
  void apply(const DismissNotice& command, Gesture gesture);
  /// Records a command. `replaced`: the field was replaced.
  void record(Envelope envelope, std::int64_t step, bool replaced);
  void log(Envelope envelope, std::int64_t step, bool replaced);
  /// Logs a frame for the last minute.
  void log_frame();
  void record_loss();
  void keep_keyframe();
  void stop_recording();
  /// Runs `work`. On failure a frame shows a notice and continues without the recording.
  template <typename Work>
  void go_on_without_recording(Work work);

  SessionOptions options;
  Notices notices;
  Hub hub;
  FieldService field;
  LabService lab;
  StageService stage;
  Mailbox mailbox;
  std::deque<Envelope> queue;  ///< commands from the mailbox, in its order
  Recorder recorder;
  LastMinute last_minute;
  bool untouched = true;  ///< no recorded command has been carried out
  Snapshot snapshot;
};

Session::Impl::Impl(scene::Scene scene, SessionOptions given)
    : options(std::move(given)),
      hub{.notices = notices,
          .export_folder = options.export_folder,
          .record_loss = [this] { record_loss(); },
          .is_measuring = [this] { return lab.is_measuring(); }},
      field(scene::Scene(scene), options, hub),
      lab(hub),
      stage(hub),
      recorder(options.make_journal),
      last_minute(options.most_minute_bytes) {
  lab.introduce(snapshot.lab, options);
  if (options.begins_with) {
    // The guard has not limited the scene of that field, and its items keep their numbers.
    field.core().put_back({.scene = std::move(scene), .state = std::nullopt},
                          &*options.begins_with);
    options.begins_with.reset();
    untouched = false;
  }
  observe();
  publish();
}

Session::Session(scene::Scene scene, SessionOptions options)
    : impl_(std::make_unique<Impl>(std::move(scene), std::move(options))) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

void Session::submit(Envelope envelope) { impl_->mailbox.submit(std::move(envelope)); }
std::vector<Answer> Session::take_answers(ClientId client) {
  return impl_->mailbox.take_answers(client);
}

void Session::frame(double seconds_for_steps, double most_seconds) {
  impl_->hub.manner = Manner::frame;
  impl_->field.course().begin_frame(most_seconds);
  try {
    impl_->apply_submitted();
    impl_->field.course().play(seconds_for_steps);
    impl_->observe();
    impl_->keep_keyframe();
    impl_->log_frame();
  } catch (const std::bad_alloc&) {
    impl_->field.course().stop_for_failure("there is not enough memory to go on");
  } catch (const std::exception& error) {
    impl_->field.course().stop_for_failure(error.what());
  }
  impl_->publish();
}

void Session::run(std::int64_t steps) {
  impl_->hub.manner = Manner::headless;
  impl_->headless_run(steps);
}

void Session::repeat(std::int64_t steps) {
  impl_->hub.manner = Manner::repeating;
  impl_->headless_run(steps);
}

void Session::Impl::headless_run(std::int64_t steps) {
  if (steps < 0) throw core::Error(fmt::format("a field cannot go back: {} steps", steps));
  field.course().begin_frame(0.0);
  try {
    apply_submitted();
    field.course().run(steps);
  } catch (...) {
    field.course().tell_loss();
    publish();
    throw;
  }
  field.course().tell_loss();
  keep_keyframe();
  publish();
}

void Session::Impl::let_pause_through() {
  const bool asked = std::any_of(queue.begin(), queue.end(), [](const Envelope& envelope) {
    return std::holds_alternative<Pause>(envelope.command) ||
           std::holds_alternative<StopSequence>(envelope.command);
  });
  if (asked) field.course().drop_pending_steps();
}

void Session::Impl::apply_submitted() {
  for (Envelope& envelope : mailbox.take()) queue.push_back(std::move(envelope));
  let_pause_through();
  field.course().run_pending_steps();
  while (!queue.empty() && !field.course().has_pending_steps()) {
    Envelope envelope = std::move(queue.front());
    queue.pop_front();
    carry_out(std::move(envelope));
    field.course().run_pending_steps();
  }
}

void Session::Impl::observe() {
  field.course().observe();
  lab.observe();
  stage.observe();
}

/// Tells of a device that was lost outside a frame.
void Session::Impl::tell_loss() {
  if (hub.manner == Manner::frame || !field.live().has_loss()) return;
  field.course().tell_loss();
  publish();
}

BandedField Session::Impl::field_in_bands() {
  BandedField bands = field.core().in_bands();
  tell_loss();
  bands.read = [this, read = std::move(bands.read)](const TakeBand& take) {
    read(take);
    tell_loss();
  };
  return bands;
}

void Session::Impl::publish() {
  field.show_in(snapshot);
  lab.show_in(snapshot.lab);
  stage.show_in(snapshot.stage);
  snapshot.notices = notices.shown();
  snapshot.recording = recorder.status();
  snapshot.minute_bytes = last_minute.bytes();
}

const Snapshot& Session::snapshot() const { return impl_->snapshot; }
const std::vector<std::uint8_t>& Session::cell_flags() const { return impl_->field.live().flags(); }

void Session::present(field::DisplayTarget& target, PresentedPlane plane) {
  impl_->field.present(target, plane);
}
Derived Session::derived() { return impl_->field.derived(); }
void Session::rest(bool on) { impl_->field.course().rest(on); }
field::FieldState Session::state() {
  field::FieldState state = impl_->field.core().saved();
  impl_->tell_loss();
  return state;
}
BandedField Session::field_in_bands() { return impl_->field_in_bands(); }

std::shared_ptr<const Session::Kept> Session::kept() {
  return std::make_shared<const Kept>(
      Kept{impl_->field.core().kept(), impl_->untouched, impl_->stage.newest()});
}

std::uint64_t Session::bytes_of(const Kept& kept) {
  return session::bytes_of(kept.field.state) + kept.field.history.bytes();
}

void Session::go_back(const Kept& kept) {
  impl_->untouched = kept.untouched;
  impl_->field.go_back(kept.field, impl_->recorder.running());
  impl_->stage.go_back(kept.play);
  impl_->publish();
}

scene::Scene Session::scene_as_it_stands() { return impl_->field.core().scene_as_it_stands(); }

void Session::begin(scene::Scene scene) {
  go_back({.field = impl_->field.core().beginning(std::move(scene)), .untouched = true});
}

std::optional<LoggedMinute> Session::last_minute() const { return impl_->last_minute.logged(); }
void Session::hold_minute() { impl_->last_minute.hold(LastMinute::Clock::now()); }
void Session::resume_minute(bool as_before) {
  impl_->last_minute.go_on(LastMinute::Clock::now());
  if (!as_before) impl_->last_minute.forget();
}

std::vector<MeasuredRow> Session::take_rows() { return impl_->field.instruments().take_rows(); }

void Session::finish_exports() {
  impl_->field.finish_exports();
  if (impl_->recorder.running()) impl_->stop_recording();
  impl_->field.tell_of_exports();
  impl_->publish();
}

void Session::Impl::carry_out(Envelope envelope) {
  const std::int64_t step = field.live().step();
  const int newest_before = field.core().newest_item();
  const std::uint64_t survey_epoch = field.survey_epoch();
  try {
    if (const std::string why = why_not_permitted(envelope); !why.empty()) throw core::Error(why);
    hand_over(envelope);
  } catch (const std::bad_alloc&) {
    if (hub.manner != Manner::frame && envelope.client == kHome) {
      throw core::OutOfMemory("there is not enough memory for this");
    }
    refuse(envelope, "there is not enough memory for this");
    return;
  } catch (const std::exception& error) {
    if (hub.manner != Manner::frame && envelope.client == kHome) throw;
    refuse(envelope, error.what());
    return;
  }
  const int newest = field.core().newest_item();
  mailbox.answer(envelope, {.item = newest != newest_before ? newest : 0});
  record(std::move(envelope), step, field.survey_epoch() != survey_epoch);
}

void Session::Impl::hand_over(const Envelope& envelope) {
  std::visit(
      [&](const auto& each) {
        if constexpr (std::decay_t<decltype(each)>::kTraits.for_window) {
          hand_to_window(envelope);
        } else {
          auto& owner = std::apply(
              [&](auto&... part) -> auto& { return owner_of(each, part..., lab, stage, *this); },
              field.parts());
          owner.apply(each, gesture_of(envelope));
        }
      },
      envelope.command);
}

void Session::Impl::hand_to_window(const Envelope& envelope) {
  if (options.window) return options.window(envelope);
  // A lecture or a recording that runs without a window has nothing to show.
  if (envelope.origin == CommandOrigin::lecture || envelope.origin == CommandOrigin::replay) return;
  throw core::Error(
      fmt::format("'{}' is for the window, and there is none", traits_of(envelope.command).name));
}

void Session::Impl::refuse(const Envelope& envelope, const std::string& why) {
  mailbox.answer(envelope, {.refusal = why});
  if (envelope.client == kHome) notices.add(Notice::Kind::error, why);
}

template <typename Work>
void Session::Impl::go_on_without_recording(Work work) {
  try {
    work();
  } catch (const core::Error& error) {
    field.mark_history(false);
    if (hub.manner != Manner::frame) throw;
    notices.add(Notice::Kind::error, fmt::format("the recording has ended: {}", error.what()));
  }
}

Session::Impl::~Impl() {
  if (!recorder.running()) return;
  try {
    recorder.stop(field.copied());
  } catch (const std::exception&) {
    // A destructor cannot report the failure; callers that need it use finish_exports().
    return;
  }
}

void Session::Impl::record(Envelope envelope, std::int64_t step, bool replaced) {
  const auto from = field.core().take_from_before();
  if (!traits_of(envelope.command).recorded) return;
  untouched = false;
  log(envelope, step, replaced);
  if (!recorder.running()) return;
  if (from) envelope.command = *from;
  // The scene is recorded after the guard has limited it and its items have numbers.
  if (auto* load = std::get_if<LoadScene>(&envelope.command)) load->scene = field.live().scene();
  go_on_without_recording([&] { recorder.note(step, envelope); });
}

void Session::Impl::log(Envelope envelope, std::int64_t step, bool replaced) {
  if (last_minute.held() || !last_minute.has_begun()) return;
  const bool turns_back = std::holds_alternative<Undo>(envelope.command) ||
                          std::holds_alternative<Redo>(envelope.command);
  // Undo may restore a state from before the minute, so the state itself is logged.
  if (turns_back) {
    envelope.command =
        field.core().put_back_command(replaced ? std::optional(field.copied()) : std::nullopt);
  }
  if (auto* load = std::get_if<LoadScene>(&envelope.command)) load->scene = field.live().scene();
  last_minute.note(LastMinute::Clock::now(), step, std::move(envelope), field.live().step());
}

void Session::Impl::log_frame() {
  LiveField& live = field.core().live();
  const auto now = LastMinute::Clock::now();
  last_minute.pass(now, live.step());
  // The cells under a dragged item are not part of the field.
  if (!last_minute.wants_part(now, state_bytes(live.scene())) || !live.underlay().empty() ||
      field.course().has_pending_steps())
    return;
  PutBack start = field.core().put_back_command(field.copied());
  if (live.has_loss()) return;
  const auto end = LastMinute::Clock::now();
  last_minute.begin_part(end, std::move(start), end - now);
}

void Session::Impl::record_loss() {
  last_minute.forget();
  if (!recorder.running()) return;
  // No command caused this: the field went back to its saved state and continues from there.
  const PutBack back = field.core().put_back_command(field.copied());
  go_on_without_recording([&] { recorder.note(recorder.newest_step(), {.command = back}); });
}

void Session::Impl::keep_keyframe() {
  const LiveField& live = field.live();
  const bool watched = hub.manner == Manner::frame;
  if (!recorder.wants_keyframe(live.field_version(), live.step(), watched)) return;
  const auto start = std::chrono::steady_clock::now();
  const field::FieldState state = field.copied();
  if (live.has_loss()) return;
  const auto took = std::chrono::steady_clock::now() - start;
  go_on_without_recording([&] { recorder.keyframe(state, live.field_version(), took); });
}

void Session::Impl::stop_recording() {
  const auto written = recorder.stop(field.core().saved());
  field.mark_history(false);
  if (hub.manner != Manner::frame) return;  // the caller reports the file
  notices.add(Notice::Kind::info, fmt::format("Saved the recording as {}", written.string()));
}

void Session::Impl::apply(const StartRecording& command, Gesture /*gesture*/) {
  const LiveField& live = field.live();
  const scene::Scene& scene = live.scene();
  const std::string name = (scene.name.empty() ? "scene" : scene.name) + ".hwrec";
  // Otherwise readers begin with the scene's first field.
  std::optional<Envelope> first;
  if (!untouched || live.step() > 0) {
    first = Envelope{.command = field.core().put_back_command(field.core().saved())};
  }
  recorder.start({.path = command.path.empty() ? options.export_folder / name
                                               : std::filesystem::path(command.path),
                  .exact = !command.path.empty(),
                  .replace = command.replace,
                  .scene = scene},
                 live.step());
  field.mark_history(true);
  if (first) {
    field.settle();
    recorder.note(live.step(), *first);
  }
  if (const auto& play = stage.newest()) recorder.note(live.step(), Envelope{.command = *play});
}

void Session::Impl::apply(const StopRecording& /*command*/, Gesture /*gesture*/) {
  stop_recording();
}

void Session::Impl::apply(const DismissNotice& command, Gesture /*gesture*/) {
  notices.dismiss(command.id);
}

}  // namespace heatwave::session
