// What the processor has drawn, as textures: uploaded where it was drawn anew.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

#include "app/ui/ink.h"
#include "app/view/pixel_texture.h"

namespace heatwave::shell {

class InkTextures {
 public:
  /// Forgets what was not shown in the frame before.
  void begin_frame();
  /// 0 where nothing was drawn. An OpenGL context must be current; the ink must stay where it is.
  GLuint of(const ui::Ink& ink);

 private:
  struct Kept {
    bool shown = false;
    std::uint64_t version = 0;
    // OpenGL may not be done with the one before.
    std::array<view::PixelTexture, 2> textures;
    std::size_t newest = 0;
  };
  std::map<const ui::Ink*, Kept> kept_;
};

}  // namespace heatwave::shell
