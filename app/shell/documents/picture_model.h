// An imported picture and its settings, until the user decides how to use it.
#pragma once

#include <memory>
#include <string>

#include "app/scene/picture_use.h"
#include "kernels/lab/lab_run.h"

namespace heatwave::shell {

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

}  // namespace heatwave::shell
