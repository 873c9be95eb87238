// Measures the parts of a frame, for the timings panel.
#pragma once

#include <chrono>
#include <cstdint>

#include "app/rooms/room.h"
#include "app/session/session.h"

namespace heatwave::shell {

class TimingLog {
 public:
  /// The parts of a frame.
  enum class Part : std::uint8_t { view, panels, swap };

  void begin_frame(double now, double frame_seconds);
  /// Runs the work and adds its duration to the frame's.
  template <typename Work>
  void time(Part part, const Work& work) {
    const auto began = std::chrono::steady_clock::now();
    work();
    add(part, std::chrono::steady_clock::now() - began);
  }
  /// Starts timing a drag until a picture shows it; `scene_version` is the version before it.
  void note_drag(const session::Command& command, std::uint64_t scene_version);
  /// Records the session's progress before the field is drawn.
  void note_steps(const session::Snapshot& now);
  void note_shown();
  /// Ends a frame. `is_quiet`: its times say nothing and are left out. Returns the seconds of
  /// drawing that delay steps; a GPU draws beside them, OpenGL on the CPU does not.
  double end_frame(bool is_quiet, bool draws_on_cpu, double gpu_draw_ms, double gpu_interface_ms);

  void set_path(std::string path) { timings_.display_path = std::move(path); }
  [[nodiscard]] const rooms::Timings& timings() const { return timings_; }
  [[nodiscard]] std::int64_t frames() const { return frame_; }

 private:
  void add(Part part, std::chrono::steady_clock::duration took);
  void note_drag_shown(const session::Snapshot& now);
  void note_timed_steps(const session::Snapshot& now);
  /// Begins the interval of the rates at this frame.
  void begin_interval(const session::Snapshot& now);
  void publish_rates(std::int64_t steps);

  /// Counts of the time since the rates were published.
  struct Interval {
    double from = 0.0;  ///< seconds, the clock of the series
    std::int64_t first_step = 0;
    std::int64_t frames = 0;
    std::int64_t timed_steps = 0;
    double timed_ms = 0.0;
    bool plays = false;
  };

  rooms::Timings timings_;
  std::int64_t frame_ = 0;
  double view_ms_ = 0.0;  ///< this frame's times so far
  double panels_ms_ = 0.0;
  double swap_ms_ = 0.0;
  std::int64_t advances_seen_ = 0;
  Interval interval_;
  /// Frame in which the drag was sent; negative: no drag is being timed.
  std::int64_t dragged_frame_ = -1;
  std::uint64_t dragged_scene_ = 0;  ///< the scene's version before the drag
};

}  // namespace heatwave::shell
