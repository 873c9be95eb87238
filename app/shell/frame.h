// One frame of the window: input, commands, steps, field, panels, swap.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/export/export_queue.h"
#include "app/session/mailbox.h"
#include "app/session/session.h"
#include "app/shell/interface/canvas.h"
#include "app/shell/owners.h"
#include "app/shell/start.h"
#include "app/shell/status_file.h"
#include "app/shell/timing_log.h"
#include "app/shell/window/frame_pacer.h"
#include "app/shell/window/glfw_window.h"
#include "app/shell/window/idle_watch.h"
#include "app/view/gpu_timer.h"

namespace heatwave::shell {

/// Where the parts of the window lie in a frame, in window units.
struct FrameLayout {
  ui::Box window;
  rooms::Layout parts;
  LecturePlaces lecture;
  ui::Box playback;   ///< without height: no recording is shown
  ui::Box presented;  ///< the room with the lecture's caption
};

class Frame {
 public:
  explicit Frame(const Start& start);

  void run_once();
  [[nodiscard]] bool should_close() const { return window_.should_close(); }
  /// Ends the exports that are under way, also where a library ends the program.
  void finish_exports();
  /// The window is being left: keeps what outlives it. Throws core::Error where a file could not be
  /// written.
  void end();

 private:
  void await_input();
  void take_input();
  void carry_out_commands();
  void take_steps();
  void draw_field();
  void draw_panels();
  /// Saves what is wanted of this frame. Returns true where it was drawn for a file alone.
  bool save_pictures();
  /// Shows the frame, unless it was drawn for a file alone.
  void swap(bool for_file);
  /// Waits until the next frame is due.
  void pace();

  void begin_interface();
  void lay_out();
  /// The room, the bars and what lies beside it.
  void draw_room(ShellView& view);
  /// What lies over the room: the pen's paper, notices, the tour, presenting.
  void draw_notes(ShellView& view);
  /// What lies over the window and takes the keys.
  void draw_questions(ShellView& view);
  [[nodiscard]] bool is_busy() const;
  /// Whether the room greets a person who is not known to have dragged anything.
  [[nodiscard]] bool greets() const;
  /// Seconds between frames while a CPU's variant is timed on processors that OpenGL takes, too.
  [[nodiscard]] double rest_beside_measuring() const;
  /// Has one of the session's large fields made ready, while the window goes on being drawn.
  void prepare(const std::string& told, const session::Preparation& work);
  [[nodiscard]] session::SessionOptions session_options();
  [[nodiscard]] ShellView view();
  [[nodiscard]] float unit() const;

  Start start_;
  std::shared_ptr<exporting::ExportQueue> writer_;
  GlfwWindow window_;
  Canvas canvas_;
  session::Mailbox mailbox_;  ///< commands that wait for the next frame
  rooms::CommandSender commands_;
  session::Session session_;
  std::unique_ptr<Owners> owners_;  ///< null: the first field is still being made ready
  bool opengl_uses_cpu_;
  view::GpuTimer draw_timer_{!opengl_uses_cpu_};
  view::GpuTimer interface_timer_{!opengl_uses_cpu_};
  FramePacer pacer_;
  IdleWatch idle_;
  StatusFile status_;
  TimingLog timing_;
  FrameLayout layout_;
  bool is_preparing_ = false;       ///< and the session is not to be asked for its field
  std::vector<ImDrawList*> aside_;  ///< what this frame keeps from the audience
  double touched_at_ = 0.0;         ///< by hand: a key, the pointer; in seconds
};

}  // namespace heatwave::shell
