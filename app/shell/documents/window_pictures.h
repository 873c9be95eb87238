// Pictures of the window as it is drawn: all of it, a part that a room asks for, a series of parts,
// and the last frame.
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

  void handle(const session::SaveWindowPng& command);

  /// Saves what is wanted of the framebuffer. Returns true where this frame was drawn for the
  /// picture alone, and is not to be shown.
  bool update(rooms::Room& room, const rooms::Frame& frame);
  /// Saves the frame that the start asks for before the window closes.
  void save_last_frame();
  /// Ends a series that is under way.
  void end();

 private:
  void save_window(const rooms::Room& room);
  /// None where the part lies outside the window.
  [[nodiscard]] std::optional<exporting::Image> pixels_of(const rooms::Picture& picture) const;
  void save_of_series(rooms::Room& room, const rooms::Picture& picture);

  const ShellContext& shell_;
  const GlfwWindow& window_;
  std::shared_ptr<exporting::ExportQueue> writer_;
  std::unique_ptr<exporting::FrameSink> series_;  ///< null: none is under way
  bool is_window_due_ = false;                    ///< the window is saved at the frame's end
};

}  // namespace heatwave::shell
