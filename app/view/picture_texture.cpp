// Colours a picture by its own extremes and hands it to OpenGL.
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

/// More than any chart has pixels; larger pictures are thinned out.
constexpr int kEnough = 4096;

/// Every so many-th cell, where a picture is larger than a texture may be.
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

/// What is no number is not there.
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

void upload(GLuint texture, const exporting::FieldPicture& picture) {
  glBindTexture(GL_TEXTURE_2D, texture);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, picture.extent.width, picture.extent.height, 0, GL_RGBA,
               GL_UNSIGNED_BYTE, with_holes(picture).data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  // Cells stay squares with edges when they are enlarged; made smaller, none flickers.
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace

PictureTextures::PictureTextures() {
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &longest_side_);
  longest_side_ = std::clamp(longest_side_, 1, kEnough);
}

GLuint PictureTextures::of(const std::shared_ptr<const lab::Picture>& picture) {
  if (picture == nullptr || picture->extent.cells() < 1 ||
      picture->cells.size() != static_cast<std::size_t>(picture->extent.cells())) {
    return 0;
  }
  const auto [at, is_new] = kept_.try_emplace(picture.get());
  Kept& kept = at->second;
  if (is_new) {
    kept.picture = picture;
    upload(kept.texture.name(), thinned(*picture, longest_side_));
  }
  kept.drawn = true;
  return kept.texture.name();
}

void PictureTextures::begin_frame() {
  std::erase_if(kept_, [](const auto& entry) { return !entry.second.drawn; });
  for (auto& [picture, kept] : kept_) kept.drawn = false;
}

}  // namespace heatwave::view
