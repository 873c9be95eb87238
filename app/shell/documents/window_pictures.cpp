// Reads pixels of the framebuffer and hands them to the writer.
#include "app/shell/documents/window_pictures.h"

#include <filesystem>
#include <string>
#include <utility>

#include "app/session/field/picture_exports.h"
#include "app/shell/interface/layout.h"
#include "app/system/write_files.h"
#include "app/view/window_copy.h"
#include "kernels/core/error.h"

namespace heatwave::shell {

void WindowPictures::save_window(const rooms::Room& room) {
  if (!writer_->has_room()) return;  // the action has reported it
  const session::Snapshot& now = shell_.session.snapshot();
  const std::filesystem::path folder = now.exporting.folder;
  writer_->write(view::window_pixels(window_.framebuffer()),
                 folder / (room.file_name(now) + "-window.png"), system::Naming::fresh);
}

std::optional<exporting::Image> WindowPictures::pixels_of(const rooms::Picture& picture) const {
  const core::Extent framebuffer = window_.framebuffer();
  const core::Rect part = core::intersection(in_pixels(picture.area, window_.pixels_per_unit()),
                                             core::whole(framebuffer));
  if (!part.empty()) return view::window_pixels(framebuffer, part);
  shell_.commands.tell("There is nothing to save.");
  return {};
}

bool WindowPictures::update(rooms::Room& room) {
  if (std::exchange(is_window_due_, false)) save_window(room);
  if (std::exchange(is_room_due_, false)) {
    save_room(room);
    return true;
  }
  // While the writer's queue is full, the sequence waits.
  if (saves_sequence_ && writer_->has_room() && !save_step(room)) end();
  return false;
}

void WindowPictures::save_room(const rooms::Room& room) {
  if (!writer_->has_room()) return;  // the action has reported it
  const session::Snapshot& now = shell_.session.snapshot();
  const rooms::Picture picture = room.picture(now);
  auto image = pixels_of(picture);
  if (!image) return;
  const std::string name = room.file_name(now) + '-' + picture.part + ".png";
  writer_->write(std::move(*image), std::filesystem::path(now.exporting.folder) / name,
                 system::Naming::fresh);
}

bool WindowPictures::save_step(rooms::Room& room) {
  const session::Snapshot& now = shell_.session.snapshot();
  const rooms::Picture picture = room.picture(now);
  if (picture.step < 0) {
    if (sequence_ == nullptr) shell_.commands.tell("There is nothing to save.");
    return false;
  }
  auto image = pixels_of(picture);
  if (!image) return false;
  if (sequence_ == nullptr) {
    try {
      const std::filesystem::path folder =
          session::made_fresh_folder(now.exporting.folder, room.file_name(now));
      sequence_ =
          std::make_unique<exporting::FrameSink>(writer_, folder, system::Naming::replacing);
      shell_.commands.tell("Saving a picture of every step into " + folder.string() + ".");
    } catch (const core::Error& error) {
      shell_.tell_why(error);
      return false;
    }
  }
  sequence_->add(std::move(*image), picture.step);
  return room.show_next_step();
}

void WindowPictures::save_last_frame() {
  if (shell_.start.screenshot.empty()) return;
  writer_->write(view::window_pixels(window_.framebuffer()), shell_.start.screenshot,
                 shell_.start.force ? system::Naming::replacing : system::Naming::exact);
}

void WindowPictures::end() {
  sequence_.reset();
  saves_sequence_ = false;
}

}  // namespace heatwave::shell
