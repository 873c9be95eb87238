// Pictures that experiments give, as textures: coloured on the CPU, kept while they are drawn.
#pragma once

#include <map>
#include <memory>

#include "app/view/gl_handles.h"
#include "kernels/lab/lab_run.h"

namespace heatwave::view {

class PictureTextures {
 public:
  PictureTextures();

  /// The texture of a picture; its name holds until the frame after the next.
  GLuint of(const std::shared_ptr<const lab::Picture>& picture);
  /// Frees what the last frame did not draw.
  void begin_frame();

 private:
  struct Kept {
    /// Owned, so that no other picture can come to lie at the same address.
    std::shared_ptr<const lab::Picture> picture;
    GlTexture texture;
    bool drawn = false;
  };

  std::map<const lab::Picture*, Kept> kept_;
  int longest_side_ = 0;  ///< in cells, that a texture may have here
};

}  // namespace heatwave::view
