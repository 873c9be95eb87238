// Pictures of the window: all of it, a room's chart or board, a sequence of boards, and the last
// frame.
#pragma once

#include <memory>
#include <optional>

#include "app/export/export_queue.h"
#include "app/export/frame_sink.h"
#include "app/rooms/room.h"
#include "app/shell/shell_context.h"
#include "app/shell/window/glfw_window.h"

namespace heatwave::shell {

class WindowPictures {
 public:
  WindowPictures(const ShellContext& shell, const GlfwWindow& window,
                 std::shared_ptr<exporting::ExportQueue> writer)
      : shell_(shell), window_(window), writer_(std::move(writer)) {}

  void handle(const session::SaveWindowPng& /*command*/) { is_window_due_ = true; }
  void handle(const session::SaveRoomPng& /*command*/) { is_room_due_ = true; }
  void handle(const session::StartRoomSequence& /*command*/) { saves_sequence_ = true; }
  void handle(const session::StopRoomSequence& /*command*/) { end(); }

  /// Saves the requested pictures from the framebuffer. Returns true when this frame was drawn for
  /// one picture alone and must not be shown.
  bool update(rooms::Room& room);
  /// Saves the frame that the command line requests, before the window closes.
  void save_last_frame();
  /// Ends the running sequence.
  void end();

  [[nodiscard]] PictureStatus status() const {
    return {.takes_room = is_room_due_ || saves_sequence_, .saves_sequence = saves_sequence_};
  }

 private:
  void save_window(const rooms::Room& room);
  void save_room(const rooms::Room& room);
  /// Saves a step of the sequence. Returns false when it was the last one or could not be saved.
  bool save_step(rooms::Room& room);
  /// Returns none, with a message, when the room has nothing to save in the window.
  [[nodiscard]] std::optional<exporting::Image> pixels_of(const rooms::Picture& picture) const;

  const ShellContext& shell_;
  const GlfwWindow& window_;
  std::shared_ptr<exporting::ExportQueue> writer_;
  std::unique_ptr<exporting::FrameSink> sequence_;  ///< null: no step has been saved yet
  bool saves_sequence_ = false;
  bool is_window_due_ = false;  ///< the window is saved at the frame's end
  bool is_room_due_ = false;    ///< the room's picture is saved at the frame's end
};

}  // namespace heatwave::shell
