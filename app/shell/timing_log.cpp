// Sums up frames.
#include "app/shell/timing_log.h"

#include <algorithm>

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
  constexpr std::int64_t kRefused = 100;  // frames: nothing comes of it any more
  if (dragged_frame_ < 0) return;
  const std::int64_t frames = frame_ - dragged_frame_ + 1;
  const bool is_shown = now.scene_version != dragged_scene_;
  if (is_shown) timings_.frames_from_drag = static_cast<int>(frames);
  if (is_shown || frames > kRefused) dragged_frame_ = -1;
}

void TimingLog::note_steps(const session::Snapshot& now) {
  constexpr double kCountFor = 0.5;  // seconds
  if (now.report.advances_done != advances_seen_) {
    advances_seen_ = now.report.advances_done;
    timings_.step.add(timings_.now, now.report.advance_ms);
    timings_.copy.add(timings_.now, now.report.display_ms);
  }
  const double seconds = timings_.now - counted_at_;
  if (seconds >= kCountFor) {
    const auto steps = static_cast<double>(std::max<std::int64_t>(0, now.step - counted_step_));
    timings_.steps_per_second = steps / seconds;
    counted_step_ = now.step;
    counted_at_ = timings_.now;
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
