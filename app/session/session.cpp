// The frame: passes commands to their owners, runs steps, and publishes the snapshot.
#include "app/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "app/session/dispatch.h"
#include "app/session/session_impl.h"
#include "kernels/core/error.h"

namespace heatwave::session {

Session::Impl::Impl(scene::Scene scene, SessionOptions given)
    : options(std::move(given)),
      hub{.notices = notices,
          .export_folder = options.export_folder,
          .record_loss = [this] { record_loss(); },
          .is_measuring = [this] { return lab.is_measuring(); }},
      field(std::move(scene), options, hub),
      lab(hub),
      stage(hub),
      recorder(options.make_journal),
      last_minute(options.most_minute_bytes) {
  lab.introduce(snapshot.lab, options);
  observe();
  publish();
}

Session::Session(scene::Scene scene, SessionOptions options)
    : impl_(std::make_unique<Impl>(std::move(scene), std::move(options))) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

void Session::submit(Command command, Gesture gesture) {
  submit({.gesture = gesture, .command = std::move(command)});
}
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
std::vector<float> Session::averaged() { return impl_->field.averaged(); }
void Session::rest(bool on) { impl_->field.course().rest(on); }
field::FieldState Session::state() {
  field::FieldState state = impl_->field.core().saved();
  if (impl_->hub.manner != Manner::frame && impl_->field.live().has_loss()) {
    impl_->field.course().tell_loss();
    impl_->publish();
  }
  return state;
}

std::shared_ptr<const Session::Kept> Session::kept() {
  return std::make_shared<const Kept>(Kept{impl_->field.core().kept(), impl_->untouched});
}

std::uint64_t Session::bytes_of(const Kept& kept) {
  return session::bytes_of(kept.field.state) + kept.field.history.bytes();
}

void Session::go_back(const Kept& kept) {
  impl_->untouched = kept.untouched;
  impl_->field.go_back(kept.field, impl_->recorder.running());
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

void Session::finish_exports() {
  impl_->field.finish_exports();
  if (impl_->recorder.running()) impl_->stop_recording();
  impl_->field.tell_of_exports();
  impl_->publish();
}

Gesture gesture_of(const Envelope& envelope) {
  constexpr unsigned kBitsOfNumber = 40;
  if (envelope.gesture == 0) return 0;
  return envelope.gesture ^ Gesture { envelope.client } << kBitsOfNumber;
}

void Session::Impl::carry_out(Envelope envelope) {
  const std::int64_t step = field.live().step();
  const int newest_before = field.core().newest_item();
  const std::uint64_t story = field.story();
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
  record(std::move(envelope), step, field.story() != story);
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

}  // namespace heatwave::session
