// Colours a picture over its own range and uploads it.
#include "app/view/picture_texture.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/colour/colouring.h"
#include "app/export/field_picture.h"

namespace heatwave::view {
namespace {

/// More pixels than any chart has; larger pictures are thinned out.
constexpr int kEnough = 4096;

/// Takes every n-th cell of a picture that is larger than the texture limit.
exporting::FieldPicture thinned(const lab::Picture& picture, int longest_side) {
  const core::Extent full = picture.extent;
  const int longest = std::max(full.width, full.height);
  const int stride = std::max(1, (longest + longest_side - 1) / longest_side);
  exporting::FieldPicture thin{
      .extent = {(full.width + stride - 1) / stride, (full.height + stride - 1) / stride},
      .cells = {},
      .flags = {},
      .scale = colour::scale_of(picture.cells)};
  thin.cells.reserve(static_cast<std::size_t>(thin.extent.cells()));
  for (int y = 0; y < full.height; y += stride) {
    const std::size_t row = static_cast<std::size_t>(y) * static_cast<std::size_t>(full.width);
    for (int x = 0; x < full.width; x += stride) {
      thin.cells.push_back(picture.cells[row + static_cast<std::size_t>(x)]);
    }
  }
  return thin;
}

/// Returns RGBA bytes; NaN becomes transparent.
std::vector<std::uint8_t> with_holes(const exporting::FieldPicture& picture) {
  const exporting::Image image = exporting::coloured(picture);
  std::vector<std::uint8_t> rgba;
  rgba.reserve(4 * picture.cells.size());
  for (std::size_t i = 0; i < picture.cells.size(); ++i) {
    const std::uint8_t* from = image.rgb.data() + 3 * i;
    rgba.insert(rgba.end(), from, from + 3);
    rgba.push_back(std::isnan(picture.cells[i]) ? 0 : 255);
  }
  return rgba;
}

struct Filters {
  GLint reduced = GL_LINEAR;   ///< for a picture that is drawn smaller than it is
  GLint enlarged = GL_LINEAR;  ///< for one that is drawn larger
};

/// Fills the texture with pixels of this format.
void upload(GLuint texture, core::Extent extent, GLenum format,
            const std::vector<std::uint8_t>& pixels, const Filters& filters) {
  glBindTexture(GL_TEXTURE_2D, texture);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, extent.width, extent.height, 0, format, GL_UNSIGNED_BYTE,
               pixels.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  if (filters.reduced == GL_LINEAR_MIPMAP_LINEAR) glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filters.reduced);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filters.enlarged);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace

PictureTextures::PictureTextures() {
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &longest_side_);
  longest_side_ = std::clamp(longest_side_, 1, kEnough);
}

template <typename Upload>
GLuint PictureTextures::texture_of(const std::shared_ptr<const void>& picture, Upload upload_to) {
  const auto [at, is_new] = kept_.try_emplace(picture.get());
  Kept& kept = at->second;
  if (is_new) {
    kept.picture = picture;
    upload_to(kept.texture.name());
  }
  kept.drawn = true;
  return kept.texture.name();
}

GLuint PictureTextures::of(const std::shared_ptr<const lab::Picture>& picture) {
  if (picture == nullptr || picture->extent.cells() < 1 ||
      picture->cells.size() != static_cast<std::size_t>(picture->extent.cells())) {
    return 0;
  }
  return texture_of(picture, [&](GLuint texture) {
    const exporting::FieldPicture thin = thinned(*picture, longest_side_);
    // Enlarged cells stay sharp squares; mipmaps prevent flicker when the picture is reduced.
    upload(texture, thin.extent, GL_RGBA, with_holes(thin), {GL_LINEAR_MIPMAP_LINEAR, GL_NEAREST});
  });
}

GLuint PictureTextures::of(const std::shared_ptr<const exporting::Image>& image) {
  if (image == nullptr || image->extent.cells() < 1) return 0;
  return texture_of(
      image, [&](GLuint texture) { upload(texture, image->extent, GL_RGB, image->rgb, {}); });
}

void PictureTextures::begin_frame() {
  std::erase_if(kept_, [](const auto& entry) { return !entry.second.drawn; });
  for (auto& [picture, kept] : kept_) kept.drawn = false;
}

}  // namespace heatwave::view
