// Reads pixels of the framebuffer and hands them to the writer.
#include "app/shell/documents/window_pictures.h"

#include <filesystem>
#include <string>
#include <utility>

#include "app/session/field/picture_exports.h"
#include "app/shell/interface/layout.h"
#include "app/system/write_files.h"
#include "app/view/window_pixels.h"
#include "kernels/core/error.h"

namespace heatwave::shell {

void WindowPictures::handle(const session::SaveWindowPng& /*command*/) { is_window_due_ = true; }

void WindowPictures::save_window(const rooms::Room& room) {
  if (!writer_->has_room()) return;  // the action has said so
  const session::Snapshot& now = shell_.session.snapshot();
  const std::filesystem::path folder = now.exporting.folder;
  writer_->write(view::window_pixels(window_.framebuffer()),
                 folder / (room.file_name(now) + "-window.png"), system::Naming::fresh);
}

std::optional<exporting::Image> WindowPictures::pixels_of(const rooms::Picture& picture) const {
  const core::Extent framebuffer = window_.framebuffer();
  const core::Rect part = core::intersection(in_pixels(picture.area, window_.pixels_per_unit()),
                                             core::whole(framebuffer));
  if (part.empty()) return {};
  return view::window_pixels(framebuffer, part);
}

bool WindowPictures::update(rooms::Room& room, const rooms::Frame& frame) {
  if (std::exchange(is_window_due_, false)) save_window(room);
  const auto picture = room.wants_picture() ? room.picture(frame) : std::nullopt;
  const bool is_of_series = picture && picture->number >= 0;
  if (!is_of_series && !room.wants_picture()) series_.reset();
  if (!picture) return false;
  if (!writer_->has_room()) return picture->hidden;  // the action has said so; a series waits
  if (is_of_series) {
    save_of_series(room, *picture);
    return picture->hidden;
  }
  if (auto image = pixels_of(*picture)) {
    const std::filesystem::path folder = frame.snapshot.exporting.folder;
    writer_->write(std::move(*image), folder / picture->name, system::Naming::fresh);
  } else {
    shell_.commands.tell("There is nothing to save.");
  }
  return picture->hidden;
}

void WindowPictures::save_of_series(rooms::Room& room, const rooms::Picture& picture) {
  if (series_ == nullptr) {
    // From the next frame on the room is drawn for pictures: at rest, with nothing over it.
    try {
      const std::filesystem::path folder =
          session::made_fresh_folder(shell_.session.snapshot().exporting.folder, picture.name);
      series_ = std::make_unique<exporting::FrameSink>(writer_, folder, system::Naming::replacing);
      shell_.commands.tell("Saving a picture of every step into " + folder.string() + ".");
    } catch (const core::Error& error) {
      shell_.commands.tell(error.what());
      room.picture_taken(false);
    }
    return;
  }
  auto image = pixels_of(picture);
  if (!image) {
    shell_.commands.tell("There is nothing to save.");
    room.picture_taken(false);
    return;
  }
  series_->add(std::move(*image), picture.number);
  room.picture_taken(true);
}

void WindowPictures::save_last_frame() {
  if (shell_.start.screenshot.empty()) return;
  writer_->write(view::window_pixels(window_.framebuffer()), shell_.start.screenshot,
                 shell_.start.force ? system::Naming::replacing : system::Naming::exact);
}

void WindowPictures::end() { series_.reset(); }

}  // namespace heatwave::shell
