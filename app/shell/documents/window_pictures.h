// Pictures of the window: all of it, a room's chart or board, a sequence of boards, and the last
// frame; the dialog that exports these and pictures of the field.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "app/export/export_queue.h"
#include "app/export/frame_sink.h"
#include "app/rooms/room.h"
#include "app/shell/documents/export_question.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"
#include "app/shell/window/glfw_window.h"
#include "app/view/window_copy.h"

namespace heatwave::shell {

class WindowPictures {
 public:
  WindowPictures(const ShellContext& shell, GlfwWindow& window,
                 std::shared_ptr<exporting::ExportQueue> writer)
      : shell_(shell), window_(window), writer_(std::move(writer)) {}

  void handle(const session::SaveWindowPng& command);
  void handle(const session::SaveRoomPng& command);
  void handle(const session::SaveSurfacePng& command);
  void handle(const session::StartRoomSequence& command);
  void handle(const session::StopRoomSequence& /*command*/) { end(); }
  void handle(const session::ShowExport& command);

  /// Call before a frame begins: a picture of another size than the window's is drawn in a frame of
  /// that size.
  void begin_frame();
  /// Saves the requested pictures from the framebuffer. Returns true when this frame was drawn for
  /// one picture alone and must not be shown.
  bool update(rooms::Room& room);
  /// Draws the dialog if it is open.
  void draw(ShellView& view, const rooms::Room& room);
  /// Saves the frame that the command line requests, before the window closes.
  void save_last_frame();
  /// Ends the running sequence.
  void end();

  [[nodiscard]] bool asks_something() const { return question_.is_open(); }
  [[nodiscard]] PictureStatus status() const;
  void add_status(nlohmann::ordered_json& status) const { question_.add_status(status); }

 private:
  /// A picture to be taken, alone in its frame.
  struct Shot {
    ExportSubject subject = ExportSubject::part;
    exporting::PictureSize size;
    std::function<void(exporting::Image)> take;
    ui::Box area{};  ///< its part of the window; empty: a frame has to be drawn to measure it
  };

  /// Takes the first picture that waits, or measures its part of the window.
  void take_shot(const rooms::Room& room);
  /// Saves a step of the sequence. Returns false when it was the last one or could not be saved.
  bool save_step(rooms::Room& room);
  /// Opens the sequence's files. Returns false when they cannot be created.
  bool open_sequence(const rooms::Room& room);
  /// Returns none, with a message, when the room has nothing to save in the window.
  [[nodiscard]] std::optional<exporting::Image> pixels_of(const ui::Box& area,
                                                          const exporting::PictureSize& size) const;
  /// Returns the part of the window that a picture shows, in window units. The room knows its part
  /// in a frame that is drawn for a picture.
  [[nodiscard]] ui::Box area_of(ExportSubject subject, const rooms::Room& room) const;
  void enlarge(const ui::Box& area, const exporting::PictureSize& size);
  /// Returns to frames of the window's size.
  void end_large();
  /// Requests a picture of the room whose file has the room's name and this ending.
  void shoot_room(ExportSubject subject, const session::PictureFile& file,
                  std::function<std::string()> ending);
  void write(exporting::Image image, const std::string& path, const std::string& otherwise);
  [[nodiscard]] exporting::FieldPicture field_picture() const;
  void ask_for_preview();
  void copy_picture();

  const ShellContext& shell_;
  GlfwWindow& window_;
  std::shared_ptr<exporting::ExportQueue> writer_;
  bool is_window_due_ = false;  ///< the window as it is shown
  std::deque<Shot> shots_;
  bool shoots_ = false;  ///< this frame is drawn for the first of them
  std::optional<session::StartRoomSequence> sequence_wanted_;  ///< none: no sequence is running
  std::unique_ptr<exporting::FrameSink> sequence_;             ///< null: its files are not open yet
  ui::Box sequence_area_{};  ///< part of the window in its newest picture
  std::int64_t frames_ = 0;  ///< pictures of the sequence so far
  bool was_large_ = false;   ///< the frame before was drawn for a large picture and was not shown
  std::unique_ptr<view::LargeFrame> large_;  ///< null: frames have the window's size
  ExportQuestion question_;
};

}  // namespace heatwave::shell
