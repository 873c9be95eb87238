// Textures for images and for the pictures of experiments, which are coloured on the CPU; cached
// while they are drawn.
#pragma once

#include <map>
#include <memory>

#include "app/export/field_picture.h"
#include "app/view/gl_objects.h"
#include "kernels/lab/lab_run.h"

namespace heatwave::view {

class PictureTextures {
 public:
  PictureTextures();

  /// Returns a picture's texture; valid until begin_frame() finds it unused. 0: no valid picture.
  GLuint of(const std::shared_ptr<const lab::Picture>& picture);
  GLuint of(const std::shared_ptr<const exporting::Image>& image);
  /// Frees the textures that the last frame did not draw.
  void begin_frame();

 private:
  struct Kept {
    /// Shared ownership, so that no other picture can get the same address.
    std::shared_ptr<const void> picture;
    GlTexture texture;
    bool drawn = false;
  };

  /// Returns the texture of a picture; `upload` fills a new one.
  template <typename Upload>
  GLuint texture_of(const std::shared_ptr<const void>& picture, Upload upload);

  std::map<const void*, Kept> kept_;
  int longest_side_ = 0;  ///< longest side of a texture, in cells
};

}  // namespace heatwave::view
