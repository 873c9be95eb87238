// Places a picture on the grid and shows what of it counts.
#include "app/shell/documents/picture_model.h"

#include <limits>
#include <utility>

namespace heatwave::shell {

void PictureModel::ask(scene::GrayPicture next, std::string name_of_file) {
  close();
  picture = std::make_shared<const scene::GrayPicture>(std::move(next));
  name = std::move(name_of_file);
}

void PictureModel::close() {
  const scene::PictureChoice chosen = choice;
  *this = {};
  choice = chosen;
}

void PictureModel::look(core::Extent extent) {
  const bool moved = grid != extent;
  if (moved) placed = scene::fitted(*picture, extent);
  if (!moved && preview != nullptr && previewed == choice) return;
  grid = extent;
  previewed = choice;
  lab::Picture shown{{placed.area.width(), placed.area.height()}, {}};
  const bool all = choice.use == scene::PictureUse::field;
  for (const std::uint8_t place : scene::chosen_places(placed, choice)) {
    shown.cells.push_back(all || place != 0 ? static_cast<float>(place)
                                            : std::numeric_limits<float>::quiet_NaN());
  }
  preview = std::make_shared<const lab::Picture>(std::move(shown));
}

}  // namespace heatwave::shell
