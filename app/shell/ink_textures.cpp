// Tells by its version whether ink was drawn on.
#include "app/shell/ink_textures.h"

namespace heatwave::shell {

GLuint InkTextures::of(const ui::Ink& ink) {
  if (ink.pixels().empty()) return 0;
  Kept& kept = kept_[&ink];
  if (kept.version != ink.version()) kept.texture.take({ink.width(), ink.height()}, ink.pixels());
  kept.version = ink.version();
  return kept.texture.name();
}

}  // namespace heatwave::shell
