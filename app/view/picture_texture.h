// Textures for the pictures of experiments: coloured on the CPU and cached while they are drawn.
#pragma once

#include <map>
#include <memory>

#include "app/view/gl_objects.h"
#include "kernels/lab/lab_run.h"

namespace heatwave::view {

class PictureTextures {
 public:
  PictureTextures();

  /// Returns a picture's texture; valid until begin_frame() finds it unused. 0: no valid picture.
  GLuint of(const std::shared_ptr<const lab::Picture>& picture);
  /// Frees the textures that the last frame did not draw.
  void begin_frame();

 private:
  struct Kept {
    /// Shared ownership, so that no other picture can get the same address.
    std::shared_ptr<const lab::Picture> picture;
    GlTexture texture;
    bool drawn = false;
  };

  std::map<const lab::Picture*, Kept> kept_;
  int longest_side_ = 0;  ///< longest side of a texture, in cells
};

}  // namespace heatwave::view
