// The question of how to use an imported picture.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/rooms/room.h"
#include "app/scene/picture_use.h"
#include "app/shell/shell_view.h"
#include "kernels/lab/lab_run.h"

namespace heatwave::shell {

/// An imported picture and its settings, until the user decides how to use it.
struct PictureModel {
  std::shared_ptr<const scene::GrayPicture> picture;  ///< null: no question is open
  std::string name;                                   ///< name of its file
  scene::PictureChoice choice;
  scene::PlacedPicture placed;  ///< the picture scaled to the scene's grid
  core::Extent grid{0, 0};      ///< the grid that it was placed on
  /// Preview to draw over the field; cells that the picture does not change are not a number.
  std::shared_ptr<const lab::Picture> preview;
  scene::PictureChoice previewed;

  [[nodiscard]] bool open() const { return picture != nullptr; }
  /// Opens the question for a picture. The settings of the previous one stay.
  void ask(scene::GrayPicture next, std::string name_of_file);
  void close();
  /// Updates the preview to the current settings.
  void look(core::Extent extent);
};

enum class PictureAnswer : std::uint8_t { none, put_in, leave };

/// Draws the preview over the field and the question beside it. Returns the answer.
PictureAnswer draw_picture_question(ShellView& shell, PictureModel& model,
                                    const rooms::Room& shown);

}  // namespace heatwave::shell
