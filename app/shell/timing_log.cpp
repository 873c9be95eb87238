// Adds up the times of frames.
#include "app/shell/timing_log.h"

#include "app/shell/shell_context.h"
#include "app/system/process.h"

namespace heatwave::shell {

void TimingLog::begin_frame(double now, double frame_seconds) {
  timings_.now = now + frame_seconds;
  timings_.frame.add(timings_.now, frame_seconds * 1e3);
}

void TimingLog::add(Part part, std::chrono::steady_clock::duration took) {
  const double ms = std::chrono::duration<double, std::milli>(took).count();
  switch (part) {
    case Part::view:
      view_ms_ += ms;
      return;
    case Part::panels:
      panels_ms_ += ms;
      return;
    case Part::swap:
      swap_ms_ += ms;
      return;
  }
}

void TimingLog::note_drag(const session::Command& command, std::uint64_t scene_version) {
  if (!is_dragged(command) || dragged_frame_ >= 0) return;
  dragged_frame_ = frame_;
  dragged_scene_ = scene_version;
}

void TimingLog::note_drag_shown(const session::Snapshot& now) {
  constexpr std::int64_t kRefused = 100;  // frames, after which the drag counts as refused
  if (dragged_frame_ < 0) return;
  const std::int64_t frames = frame_ - dragged_frame_ + 1;
  const bool is_shown = now.scene_version != dragged_scene_;
  if (is_shown) timings_.frames_from_drag = static_cast<int>(frames);
  if (is_shown || frames > kRefused) dragged_frame_ = -1;
}

void TimingLog::begin_interval(const session::Snapshot& now) {
  interval_ = {.from = timings_.now, .first_step = now.step, .plays = now.playing};
}

void TimingLog::publish_rates(std::int64_t steps) {
  const double seconds = timings_.now - interval_.from;
  timings_.steps_per_second = static_cast<double>(steps) / seconds;
  timings_.frames_per_second = static_cast<double>(interval_.frames) / seconds;
  if (interval_.plays && interval_.timed_steps > 0) {
    timings_.step_ms = interval_.timed_ms / static_cast<double>(interval_.timed_steps);
  }
}

void TimingLog::note_timed_steps(const session::Snapshot& now) {
  if (now.report.advances_done == advances_seen_) return;
  advances_seen_ = now.report.advances_done;
  timings_.step.add(timings_.now, now.report.advance_ms);
  timings_.copy.add(timings_.now, now.report.display_ms);
  interval_.timed_ms += now.report.advance_ms;
  interval_.timed_steps += now.report.advance_steps;
  // A single step of a paused field is shown at once.
  const bool is_first = timings_.step_ms == 0.0;
  if ((is_first || !now.playing) && now.report.advance_steps > 0) {
    timings_.step_ms = now.report.advance_ms / static_cast<double>(now.report.advance_steps);
  }
}

void TimingLog::note_steps(const session::Snapshot& now) {
  constexpr double kCountFor = 0.5;  // seconds
  ++interval_.frames;
  note_timed_steps(now);
  const std::int64_t steps = now.step - interval_.first_step;
  if (now.playing != interval_.plays || steps < 0) {
    // An interval in which the field also rested, or was reset, has no rate.
    begin_interval(now);
  } else if (timings_.now - interval_.from >= kCountFor) {
    publish_rates(steps);
    begin_interval(now);
  }
  note_drag_shown(now);
}

void TimingLog::note_shown() {
  if (timings_.first_picture_ms == 0.0) timings_.first_picture_ms = system::process_age_ms();
}

double TimingLog::end_frame(bool is_quiet, bool draws_on_cpu, double gpu_draw_ms,
                            double gpu_interface_ms) {
  const double draw_ms = draws_on_cpu ? view_ms_ : gpu_draw_ms;
  if (!is_quiet) {
    timings_.draw.add(timings_.now, draw_ms);
    timings_.ui.add(timings_.now, panels_ms_ + gpu_interface_ms);
    timings_.present.add(timings_.now, swap_ms_);
  }
  const double drawn_ms = draws_on_cpu ? view_ms_ + swap_ms_ : draw_ms + gpu_interface_ms;
  const double seconds = (panels_ms_ + drawn_ms) * 1e-3;
  view_ms_ = panels_ms_ = swap_ms_ = 0.0;
  ++frame_;
  return seconds;
}

}  // namespace heatwave::shell
