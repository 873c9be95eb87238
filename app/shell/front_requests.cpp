// What only the window can do, as the panels asked for it: saving what is seen, copying, leaving.
#include <fmt/format.h>
#include <imgui.h>

#include <utility>

#include "app/export/lab_table.h"
#include "app/session/field/picture_exports.h"
#include "app/shell/front.h"
#include "app/system/write_files.h"
#include "app/view/window_pixels.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::shell {

void Front::do_requests() {
  if (!asks_.told.empty()) tell(std::exchange(asks_.told, {}));
  if (std::exchange(asks_.save_window, false)) save_window();
  turn_comparing();
  turn_audience();
  save_picture();
  ask_about_files();
  answer_about_files();
  answer_about_picture();
  answer_about_crash();
  open_search();
  do_what_was_found();
  do_what_help_has();
  lead_tour();
  keep_for_crash();
  remember();
  if (asks_.copied) {
    ImGui::SetClipboardText(exporting::lab_markdown({*asks_.copied}).c_str());
    asks_.copied.reset();
    tell("Copied the measurements as a Markdown table.");
  }
  if (asks_.visit) {
    model_.room = asks_.visit->room;
    room().show(asks_.visit->what);
    asks_.visit.reset();
  }
  if (std::exchange(model_.wants_full_screen_turned, false)) {
    window_.set_full_screen(!window_.is_full_screen());
  }
  if (model_.wants_to_leave) window_.close();
  model_.is_full_screen = window_.is_full_screen();
  window_.set_title(room().title(session_.snapshot()) + " – Heatwave");
  if (start_.frames > 0 && frame_ + 1 >= start_.frames) window_.close();
  if (window_.should_close()) save_last_frame();
}

void Front::tell(std::string text) {
  model_.told = std::move(text);
  model_.told_at = ImGui::GetTime();
}

void Front::tell_why(const std::exception& error) {
  tell(words::sentence(words::printable(error.what())));
}

void Front::save_last_frame() {
  if (start_.screenshot.empty()) return;
  writer_->write(view::window_pixels(window_.framebuffer()), start_.screenshot,
                 start_.force ? system::Naming::replacing : system::Naming::exact);
}

void Front::save_window() {
  if (!writer_->has_room()) return;  // the action has said so
  const std::filesystem::path folder = session_.snapshot().exporting.folder;
  writer_->write(view::window_pixels(window_.framebuffer()),
                 folder / (room().file_name(session_.snapshot()) + "-window.png"),
                 system::Naming::fresh);
}

std::optional<exporting::Image> Front::pixels_of(const rooms::Picture& picture) const {
  const core::Extent framebuffer = window_.framebuffer();
  const core::Rect part = core::intersection(in_pixels(picture.area), core::whole(framebuffer));
  if (part.empty()) return {};
  return view::window_pixels(framebuffer, part);
}

void Front::save_picture() {
  const auto picture = room().wants_picture() ? room().picture(frame_of_room()) : std::nullopt;
  const bool is_of_series = picture && picture->number >= 0;
  if (!is_of_series && !room().wants_picture()) series_.reset();
  if (!picture) return;
  only_for_a_picture_ = picture->hidden;
  if (!writer_->has_room()) return;  // the action has said so; a series waits
  if (is_of_series) return save_of_series(*picture);
  auto image = pixels_of(*picture);
  if (!image) return tell("There is nothing to save.");
  const std::filesystem::path folder = session_.snapshot().exporting.folder;
  writer_->write(std::move(*image), folder / picture->name, system::Naming::fresh);
}

void Front::save_of_series(const rooms::Picture& picture) {
  if (series_ == nullptr) {
    // From the next frame on the room is drawn for pictures: at rest, with nothing over it.
    try {
      const std::filesystem::path folder =
          session::made_fresh_folder(session_.snapshot().exporting.folder, picture.name);
      series_ = std::make_unique<exporting::FrameSink>(writer_, folder, system::Naming::replacing);
      tell("Saving a picture of every step into " + folder.string() + ".");
    } catch (const core::Error& error) {
      tell(error.what());
      room().picture_taken(false);
    }
    return;
  }
  auto image = pixels_of(picture);
  if (!image) {
    tell("There is nothing to save.");
    room().picture_taken(false);
    return;
  }
  series_->add(std::move(*image), picture.number);
  room().picture_taken(true);
}

}  // namespace heatwave::shell
