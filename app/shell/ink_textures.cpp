// Tells by its version whether ink was drawn on.
#include "app/shell/ink_textures.h"

namespace heatwave::shell {

void InkTextures::begin_frame() {
  std::erase_if(kept_, [](const auto& entry) { return !entry.second.shown; });
  for (auto& [ink, kept] : kept_) kept.shown = false;
}

GLuint InkTextures::of(const ui::Ink& ink) {
  if (ink.pixels().empty()) return 0;
  Kept& kept = kept_[&ink];
  kept.shown = true;
  if (kept.version != ink.version()) {
    kept.version = ink.version();
    kept.newest = 1 - kept.newest;
    kept.textures[kept.newest].take({ink.width(), ink.height()}, ink.pixels());
  }
  return kept.textures[kept.newest].name();
}

}  // namespace heatwave::shell
