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
#include "app/view/gl_objects.h"

namespace heatwave::shell {

/// Positions of the window's parts in a frame, in window units.
struct FrameLayout {
  ui::Box window;
  rooms::Layout parts;
  LecturePlaces lecture;
  ui::Box playback;   ///< empty: no recording is shown
  ui::Box presented;  ///< the room with the lecture's caption and the lane
  ui::Box lane;       ///< captions of keys, below the room; empty: the room has a place for them
};

class Frame {
 public:
  explicit Frame(const Start& start);

  void run_once();
  /// Returns whether the newest frame is the last one, whose picture has been saved if one is
  /// wanted.
  [[nodiscard]] bool is_last() const { return is_last_; }
  /// Finishes pending exports, also when a library ends the program.
  void finish_exports();
  /// Saves the data that outlives the window. Throws core::Error when a file cannot be written.
  void end();

 private:
  void await_input();
  void take_input();
  void carry_out_commands();
  void take_steps();
  void draw_field();
  void draw_panels();
  /// Saves the pictures that this frame was requested for. Returns true when it was drawn for a
  /// file alone.
  bool save_pictures();
  /// Shows the frame, unless it was drawn for a file alone.
  void swap(bool for_file);
  /// Waits until the next frame is due.
  void pace();

  void begin_interface();
  void lay_out();
  /// Draws the room, the bars and the panels beside it.
  void draw_room(ShellView& view);
  /// Draws the layers over the room: the pen's strokes, notices, the tour, presenting.
  void draw_notes(ShellView& view);
  /// Draws the dialogs over the window; an open dialog receives the keyboard input.
  void draw_questions(ShellView& view);
  [[nodiscard]] bool is_busy() const;
  /// Returns whether the room greets a person who has never dragged anything, as far as is known.
  [[nodiscard]] bool greets() const;
  /// Returns the seconds between frames while a CPU variant is timed on processors that OpenGL uses
  /// too.
  [[nodiscard]] double rest_beside_measuring() const;
  /// Prepares a large field of the session while the window keeps drawing.
  void prepare(const std::string& told, const session::Preparation& work);
  [[nodiscard]] session::SessionOptions session_options();
  [[nodiscard]] ShellView view();
  [[nodiscard]] float unit() const;

  Start start_;
  std::shared_ptr<exporting::ExportQueue> writer_;
  GlfwWindow window_;
  Canvas canvas_;
  session::Mailbox mailbox_;  ///< commands for the next frame
  rooms::CommandSender commands_;
  session::Session session_;
  std::unique_ptr<Owners> owners_;  ///< null: the first field is still being prepared
  bool opengl_uses_cpu_;
  view::GpuTimer draw_timer_{!opengl_uses_cpu_};
  view::GpuTimer interface_timer_{!opengl_uses_cpu_};
  FramePacer pacer_;
  IdleWatch idle_;
  StatusFile status_;
  TimingLog timing_;
  FrameLayout layout_;
  bool is_preparing_ = false;  ///< the session's field must not be read while this is true
  bool is_last_ = false;
  std::vector<ImDrawList*> aside_;  ///< draw lists of this frame that no audience sees
  double touched_at_ = 0.0;         ///< time of the last key or pointer input, in seconds
};

}  // namespace heatwave::shell
