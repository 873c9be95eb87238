// A picture that came in, until it is said what becomes of it.
#pragma once

#include <memory>
#include <string>

#include "app/scene/picture_use.h"
#include "kernels/lab/lab_run.h"

namespace heatwave::shell {

struct PictureModel {
  std::shared_ptr<const scene::GrayPicture> picture;  ///< null: there is none to ask about
  std::string name;                                   ///< of its file
  scene::PictureChoice choice;
  scene::PlacedPicture placed;  ///< on the grid of the scene
  core::Extent grid{0, 0};      ///< that it was placed on
  /// What of it is taken, to be laid over the field: with no number where nothing is.
  std::shared_ptr<const lab::Picture> preview;
  scene::PictureChoice previewed;

  [[nodiscard]] bool open() const { return picture != nullptr; }
  /// Asks about it; what was chosen for the one before stays.
  void ask(scene::GrayPicture next, std::string name_of_file);
  void close();
  /// Brings the preview up to what is chosen.
  void look(core::Extent extent);
};

}  // namespace heatwave::shell
