// Records commands, and carries out the hub's own.
#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <utility>

#include "app/session/session_impl.h"
#include "kernels/core/error.h"

namespace heatwave::session {

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
  if (!first) return;
  field.settle();
  recorder.note(live.step(), *first);
}

void Session::Impl::apply(const StopRecording& /*command*/, Gesture /*gesture*/) {
  stop_recording();
}

void Session::Impl::apply(const DismissNotice& command, Gesture /*gesture*/) {
  notices.dismiss(command.id);
}

}  // namespace heatwave::session
