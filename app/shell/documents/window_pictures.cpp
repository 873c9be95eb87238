// Reads pixels of the framebuffer and hands them to the writer.
#include "app/shell/documents/window_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "app/session/field/picture_exports.h"
#include "app/shell/interface/layout.h"
#include "app/system/child_process.h"
#include "app/system/write_files.h"
#include "kernels/core/error.h"

namespace heatwave::shell {
namespace {

/// Returns the picture in the middle of another size, on its own background; parts beyond that size
/// are cut off.
exporting::Image centred(const exporting::Image& image, core::Extent extent) {
  exporting::Image all{extent, {}};
  all.rgb.reserve(3 * static_cast<std::size_t>(extent.cells()));
  for (std::int64_t i = 0; i < extent.cells(); ++i) {
    all.rgb.insert(all.rgb.end(), image.rgb.begin(), image.rgb.begin() + 3);
  }
  const int left = (extent.width - image.extent.width) / 2;
  const int top = (extent.height - image.extent.height) / 2;
  const core::Rect seen = core::intersection(
      {left, top, left + image.extent.width, top + image.extent.height}, core::whole(extent));
  for (int y = seen.y0; y < seen.y1; ++y) {
    std::memcpy(&all.rgb[3 * core::whole(extent).index(seen.x0, y)],
                &image.rgb[3 * core::whole(image.extent).index(seen.x0 - left, y - top)],
                3 * static_cast<std::size_t>(seen.width()));
  }
  return all;
}

/// Returns a program that puts a PNG from its standard input on the clipboard; empty: there is
/// none.
std::vector<std::string> clipboard_program() {
  const char* wayland = std::getenv("WAYLAND_DISPLAY");
  if (wayland != nullptr && system::is_installed("wl-copy")) {
    return {"wl-copy", "--type", "image/png"};
  }
  if (system::is_installed("xclip")) {
    return {"xclip", "-selection", "clipboard", "-t", "image/png", "-i"};
  }
  return {};
}

std::string why_no_copy() {
  return clipboard_program().empty()
             ? "No program puts pictures on the clipboard: install wl-clipboard or xclip"
             : "";
}

/// Throws core::Error when the program fails.
void put_on_clipboard(const exporting::Image& image) {
  const std::vector<std::string> program = clipboard_program();
  if (program.empty()) throw core::Error(why_no_copy());
  constexpr std::chrono::seconds kTimeout(20);
  system::ChildProcess child(program);
  const bool is_written =
      child.write(exporting::encoded_png(image), kTimeout) == system::ChildProcess::Written::all;
  const auto status = child.finish({.idle = kTimeout, .total = kTimeout});
  if (!is_written || status != 0) {
    throw core::Error(
        fmt::format("{} did not take the picture: {}", program.front(), child.errors()));
  }
}

/// Returns how many times as large the part has to be drawn for a picture of this size.
double times_of(const exporting::PictureSize& size, core::Extent part) {
  if (!size.is_exact()) return std::max(1, size.times);
  return std::min(static_cast<double>(size.exact.width) / std::max(1, part.width),
                  static_cast<double>(size.exact.height) / std::max(1, part.height));
}

}  // namespace

void WindowPictures::write(exporting::Image image, const std::string& path,
                           const std::string& otherwise) {
  const session::Snapshot& now = shell_.session.snapshot();
  const std::filesystem::path fresh = std::filesystem::path(now.exporting.folder) / otherwise;
  writer_->write(std::move(image), path.empty() ? fresh : std::filesystem::path(path),
                 path.empty() ? system::Naming::fresh : system::Naming::exact);
}

void WindowPictures::handle(const session::SaveWindowPng& command) {
  exporting::check_size(command.size);
  if (command.path.empty() && !command.size.is_given()) {
    is_window_due_ = true;
    return;
  }
  shots_.push_back(
      {ExportSubject::window, command.size, [this, path = command.path](exporting::Image image) {
         write(std::move(image), path, "window.png");
       }});
}

void WindowPictures::shoot_room(ExportSubject subject, const session::PictureFile& file,
                                std::function<std::string()> ending) {
  exporting::check_size(file.size);
  shots_.push_back({subject, file.size,
                    [this, path = file.path, ending = std::move(ending)](exporting::Image image) {
                      const session::Snapshot& now = shell_.session.snapshot();
                      write(std::move(image), path,
                            shell_.room().file_name(now) + '-' + ending() + ".png");
                    }});
}

void WindowPictures::handle(const session::SaveRoomPng& command) {
  shoot_room(ExportSubject::part, command,
             [this] { return shell_.room().picture(shell_.session.snapshot()).part; });
}

void WindowPictures::handle(const session::SaveSurfacePng& command) {
  shoot_room(ExportSubject::surface, command, [] { return std::string("surface"); });
}

void WindowPictures::handle(const session::StartRoomSequence& command) {
  exporting::check_size(command.size);
  if (!command.format.empty() && !exporting::is_one_file("film" + command.format)) {
    throw core::Error(fmt::format("'{}' is not a sequence format", command.format));
  }
  end();
  sequence_wanted_ = command;
}

void WindowPictures::handle(const session::ShowExport& command) {
  if (command.on) {
    question_.open(shell_.room(), command.format);
  } else {
    question_.close();
  }
}

PictureStatus WindowPictures::status() const {
  return {.takes_room = shoots_ || sequence_wanted_.has_value(),
          .saves_sequence = sequence_wanted_.has_value(),
          .frames = frames_,
          .is_working = !shots_.empty() || question_.is_waiting() || question_.needs_preview(),
          .sized_field = question_.sized_field()};
}

ui::Box WindowPictures::area_of(ExportSubject subject, const rooms::Room& room) const {
  if (subject == ExportSubject::surface) return room.surface_area();
  if (subject == ExportSubject::part) return room.picture(shell_.session.snapshot()).area;
  const core::Extent size = window_.size();
  return {0, 0, static_cast<float>(size.width), static_cast<float>(size.height)};
}

void WindowPictures::enlarge(const ui::Box& area, const exporting::PictureSize& size) {
  const core::Rect part = in_pixels(area, window_.pixels_per_unit());
  window_.draw_enlarged(times_of(size, {part.width(), part.height()}));
  try {
    large_ = std::make_unique<view::LargeFrame>(window_.framebuffer());
  } catch (const core::Error& error) {
    end_large();
    shots_.clear();
    shoots_ = false;
    end();
    shell_.tell_why(error);
  }
}

void WindowPictures::end_large() {
  large_.reset();
  window_.draw_enlarged(1.0);
}

void WindowPictures::begin_frame() {
  end_large();
  shoots_ = !shots_.empty();
  if (shoots_) {
    const Shot& next = shots_.front();
    if (next.area.width() > 0) enlarge(next.area, next.size);
    return;
  }
  // Frames that are shown alternate with those of a large sequence.
  const bool is_large = sequence_wanted_ && sequence_wanted_->size.is_given() && sequence_;
  if (is_large && !std::exchange(was_large_, !was_large_)) {
    enlarge(sequence_area_, sequence_wanted_->size);
  }
}

std::optional<exporting::Image> WindowPictures::pixels_of(
    const ui::Box& area, const exporting::PictureSize& size) const {
  const core::Extent framebuffer = window_.framebuffer();
  const core::Rect part =
      core::intersection(in_pixels(area, window_.pixels_per_unit()), core::whole(framebuffer));
  if (part.empty()) {
    shell_.commands.tell("There is nothing to save.");
    return {};
  }
  exporting::Image image = view::window_pixels(framebuffer, part);
  if (size.is_exact() && image.extent != size.exact) return centred(image, size.exact);
  return image;
}

void WindowPictures::take_shot(const rooms::Room& room) {
  if (shots_.front().size.is_given() && large_ == nullptr) {
    shots_.front().area = area_of(shots_.front().subject, room);
    if (shots_.front().area.width() > 0) return;
  }
  const Shot shot = std::move(shots_.front());
  shots_.pop_front();
  if (!writer_->has_room()) return;  // the action has reported it
  auto image = pixels_of(area_of(shot.subject, room), shot.size);
  if (image) shot.take(std::move(*image));
}

bool WindowPictures::update(rooms::Room& room) {
  // The action has reported a full writer.
  if (std::exchange(is_window_due_, false) && writer_->has_room()) {
    write(view::window_pixels(window_.framebuffer()), "",
          room.file_name(shell_.session.snapshot()) + "-window.png");
  }
  if (std::exchange(shoots_, false)) {
    take_shot(room);
    end_large();
    return true;
  }
  // While the writer's queue is full, the sequence waits.
  if (!sequence_wanted_ || !writer_->has_room()) return false;
  if (sequence_ == nullptr && !open_sequence(room)) {
    end();
    return false;
  }
  const bool was_large = large_ != nullptr;
  sequence_area_ = area_of(ExportSubject::part, room);
  const bool is_due = !sequence_wanted_->size.is_given() || was_large;
  if (is_due && !save_step(room)) end();
  end_large();
  return was_large;
}

bool WindowPictures::open_sequence(const rooms::Room& room) {
  const session::Snapshot& now = shell_.session.snapshot();
  if (room.picture(now).step < 0) {
    shell_.commands.tell("There is nothing to save.");
    return false;
  }
  const session::StartRoomSequence& wanted = *sequence_wanted_;
  try {
    const std::filesystem::path folder = now.exporting.folder;
    const std::string name = room.file_name(now);
    std::filesystem::path path = wanted.path;
    auto naming = system::Naming::exact;
    if (path.empty() && wanted.format.empty()) {
      path = session::made_fresh_folder(folder, name);
      naming = system::Naming::replacing;
    } else if (path.empty()) {
      std::filesystem::create_directories(folder);
      path = folder / (name + wanted.format);
      naming = system::Naming::fresh;
    }
    sequence_ = std::make_unique<exporting::FrameSink>(writer_, path, naming);
    shell_.commands.tell("Saving a picture of every step into " + path.string() + ".");
  } catch (const std::exception& error) {
    shell_.tell_why(error);
    return false;
  }
  return true;
}

bool WindowPictures::save_step(rooms::Room& room) {
  const rooms::Picture picture = room.picture(shell_.session.snapshot());
  if (picture.step < 0) return false;
  auto image = pixels_of(picture.area, sequence_wanted_->size);
  if (!image) return false;
  ++frames_;
  sequence_->add(std::move(*image), picture.step);
  return room.show_next_step();
}

void WindowPictures::save_last_frame() {
  if (shell_.start.screenshot.empty()) return;
  writer_->write(view::window_pixels(window_.framebuffer()), shell_.start.screenshot,
                 shell_.start.force ? system::Naming::replacing : system::Naming::exact);
}

void WindowPictures::end() {
  if (sequence_ != nullptr) sequence_->close();
  sequence_.reset();
  sequence_wanted_.reset();
  frames_ = 0;
}

exporting::FieldPicture WindowPictures::field_picture() const {
  session::Session& session = shell_.session;
  return session::picture_of(session.snapshot().scene, session.state(), session.cell_flags(),
                             question_.choice().parts(), session.derived());
}

void WindowPictures::ask_for_preview() {
  if (!question_.needs_preview() || !shots_.empty()) return;
  const ExportChoice& choice = question_.choice();
  if (choice.is_of_field()) {
    session::Session& session = shell_.session;
    scene::Scene scene = session.snapshot().scene;
    scene.given = scene::GivenField(std::make_shared<const field::FieldState>(session.state()));
    scene.initial.clear();
    return question_.make_preview(field_picture(), std::move(scene));
  }
  // The preview has the window's pixels, so that it is drawn at once.
  shots_.push_back(
      {choice.subject, {}, [this, size = choice.picture_size()](exporting::Image image) {
         const double times = times_of(size, image.extent);
         question_.make_preview(std::move(image), times);
       }});
}

void WindowPictures::copy_picture() {
  const auto copy = [writer = writer_](std::size_t bytes, auto make) {
    writer->add(bytes, [make = std::move(make)] {
      put_on_clipboard(make());
      return std::filesystem::path();
    });
  };
  const ExportChoice& choice = question_.choice();
  if (choice.is_of_field()) {
    exporting::FieldPicture picture = field_picture();
    const std::size_t bytes = bytes_of(picture);
    copy(bytes, [picture = std::move(picture)] { return exporting::coloured(picture); });
  } else {
    shots_.push_back({choice.subject, choice.picture_size(), [copy](exporting::Image image) {
                        const std::size_t bytes = bytes_of(image);
                        copy(bytes, [image = std::move(image)] { return image; });
                      }});
  }
  shell_.commands.tell("The picture is put on the clipboard.");
}

void WindowPictures::draw(ShellView& view, const rooms::Room& room) {
  if (!question_.is_open()) return;
  ask_for_preview();
  const ExportAnswer answer = question_.draw(view, room, why_no_copy());
  if (answer == ExportAnswer::none) return;
  if (answer == ExportAnswer::save) {
    // The queue's state may have changed since the dialog opened.
    if (!writer_->has_room()) return shell_.commands.tell(rooms::kNoRoomForPictures);
    shell_.commands.send(command_of(question_.choice()));
  }
  if (answer == ExportAnswer::copy) copy_picture();
  shell_.commands.send(session::ShowExport{false});
}

}  // namespace heatwave::shell
