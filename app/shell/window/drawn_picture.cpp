// Rasterises triangles: a pixel belongs to a triangle that covers its centre, and a texture is read
// between its four nearest pixels.
#include "app/shell/window/drawn_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "kernels/core/geometry.h"

namespace heatwave::shell {
namespace {

/// Red, green, blue and opacity, from 0 to 1.
using Colour = std::array<float, 4>;

Colour colour_of(ImU32 packed) {
  const ImVec4 colour = ImGui::ColorConvertU32ToFloat4(packed);
  return {colour.x, colour.y, colour.z, colour.w};
}

const unsigned char* bytes_at(const ImTextureData& texture, int x, int y) {
  x = std::clamp(x, 0, texture.Width - 1);
  y = std::clamp(y, 0, texture.Height - 1);
  const std::size_t at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(texture.Width) +
                          static_cast<std::size_t>(x)) *
                         static_cast<std::size_t>(texture.BytesPerPixel);
  return texture.Pixels + at;
}

Colour pixel_of(const ImTextureData& texture, const unsigned char* bytes) {
  constexpr float kWhole = 255.0F;
  if (texture.Format == ImTextureFormat_Alpha8)
    return {1, 1, 1, static_cast<float>(bytes[0]) / kWhole};
  Colour colour{};
  for (std::size_t i = 0; i < colour.size(); ++i) colour[i] = static_cast<float>(bytes[i]) / kWhole;
  return colour;
}

/// Reads a texture as OpenGL does with linear filtering.
Colour texel(const ImTextureData& texture, ImVec2 uv) {
  const float x = uv.x * static_cast<float>(texture.Width) - 0.5F;
  const float y = uv.y * static_cast<float>(texture.Height) - 0.5F;
  const int left = static_cast<int>(std::floor(x));
  const int top = static_cast<int>(std::floor(y));
  const float right_part = x - static_cast<float>(left);
  const float lower_part = y - static_cast<float>(top);
  const std::array<const unsigned char*, 4> pixels{
      bytes_at(texture, left, top), bytes_at(texture, left + 1, top),
      bytes_at(texture, left, top + 1), bytes_at(texture, left + 1, top + 1)};
  const Colour a = pixel_of(texture, pixels[0]);
  const auto size = static_cast<std::size_t>(texture.BytesPerPixel);
  // In most areas the four texels have one colour, which needs no interpolation.
  if (std::all_of(pixels.begin() + 1, pixels.end(), [&](const unsigned char* other) {
        return std::memcmp(pixels[0], other, size) == 0;
      })) {
    return a;
  }
  const Colour b = pixel_of(texture, pixels[1]);
  const Colour c = pixel_of(texture, pixels[2]);
  const Colour d = pixel_of(texture, pixels[3]);
  Colour read{};
  for (std::size_t i = 0; i < read.size(); ++i) {
    const float upper = a[i] + (b[i] - a[i]) * right_part;
    const float lower = c[i] + (d[i] - c[i]) * right_part;
    read[i] = upper + (lower - upper) * lower_part;
  }
  return read;
}

struct Corner {
  ImVec2 at;  ///< in pixels
  ImVec2 uv;
  Colour colour;
};

/// The picture while it is drawn.
class DrawnPixels {
 public:
  DrawnPixels(core::Extent extent, const ImVec4& ground)
      : extent_(extent),
        pixels_(static_cast<std::size_t>(extent.cells()), {ground.x, ground.y, ground.z}) {}

  /// Draws the part of a triangle within `clip`: left, top, right, bottom in pixels.
  void draw(const std::array<Corner, 3>& corners, const ImTextureData& texture,
            const std::array<int, 4>& clip);
  [[nodiscard]] exporting::Image image() const;

 private:
  void blend(int x, int y, const Colour& colour);

  core::Extent extent_;
  std::vector<std::array<float, 3>> pixels_;
};

void DrawnPixels::blend(int x, int y, const Colour& colour) {
  std::array<float, 3>& pixel =
      pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(extent_.width) +
              static_cast<std::size_t>(x)];
  for (std::size_t i = 0; i < pixel.size(); ++i) pixel[i] += (colour[i] - pixel[i]) * colour[3];
}

/// Twice the area of a triangle, positive if the corners go clockwise on the screen.
float area(ImVec2 a, ImVec2 b, ImVec2 c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Only one of two triangles with a common edge has the pixels whose centres lie on it.
bool owns_edge(ImVec2 from, ImVec2 to) {
  return (from.y == to.y && to.x > from.x) || to.y < from.y;
}

void DrawnPixels::draw(const std::array<Corner, 3>& corners, const ImTextureData& texture,
                       const std::array<int, 4>& clip) {
  std::array<const Corner*, 3> p{&corners[0], &corners[1], &corners[2]};
  float whole = area(p[0]->at, p[1]->at, p[2]->at);
  if (whole < 0) {
    std::swap(p[1], p[2]);
    whole = -whole;
  }
  if (!(whole > 0)) return;
  const auto [left, right] = std::minmax({p[0]->at.x, p[1]->at.x, p[2]->at.x});
  const auto [top, bottom] = std::minmax({p[0]->at.y, p[1]->at.y, p[2]->at.y});
  const int first_x = std::max(clip[0], static_cast<int>(std::floor(left)));
  const int first_y = std::max(clip[1], static_cast<int>(std::floor(top)));
  const int end_x = std::min(clip[2], static_cast<int>(std::ceil(right)));
  const int end_y = std::min(clip[3], static_cast<int>(std::ceil(bottom)));
  for (int y = first_y; y < end_y; ++y) {
    bool has_begun = false;
    for (int x = first_x; x < end_x; ++x) {
      const ImVec2 centre{static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F};
      std::array<float, 3> weight{};
      bool covers = true;
      for (std::size_t i = 0; i < 3 && covers; ++i) {
        const ImVec2 from = p[(i + 1) % 3]->at;
        const ImVec2 to = p[(i + 2) % 3]->at;
        weight[i] = area(from, to, centre);
        covers = weight[i] > 0 || (weight[i] == 0 && owns_edge(from, to));
      }
      // Rounding is monotonic, so the covered pixels of a row are contiguous.
      if (!covers && has_begun) break;
      if (!covers) continue;
      has_begun = true;
      ImVec2 uv{};
      Colour colour{};
      for (std::size_t i = 0; i < 3; ++i) {
        const float part = weight[i] / whole;
        uv.x += p[i]->uv.x * part;
        uv.y += p[i]->uv.y * part;
        for (std::size_t k = 0; k < colour.size(); ++k) colour[k] += p[i]->colour[k] * part;
      }
      const Colour read = texel(texture, uv);
      for (std::size_t k = 0; k < colour.size(); ++k) colour[k] *= read[k];
      blend(x, y, colour);
    }
  }
}

exporting::Image DrawnPixels::image() const {
  exporting::Image image{.extent = extent_, .rgb = {}};
  image.rgb.reserve(3 * pixels_.size());
  for (const auto& pixel : pixels_) {
    for (const float part : pixel) {
      image.rgb.push_back(
          static_cast<std::uint8_t>(std::lround(std::clamp(part, 0.0F, 1.0F) * 255.0F)));
    }
  }
  return image;
}

/// Maps the display's units to pixels.
struct Mapping {
  ImVec2 origin;
  ImVec2 scale;

  [[nodiscard]] ImVec2 pixels(ImVec2 at) const {
    return {(at.x - origin.x) * scale.x, (at.y - origin.y) * scale.y};
  }
};

void draw_command(DrawnPixels& pixels, const Mapping& mapping, core::Extent extent,
                  const ImDrawList& list, const ImDrawCmd& command) {
  const ImTextureData* const texture = command.TexRef._TexData;
  if (command.UserCallback != nullptr || texture == nullptr || texture->Pixels == nullptr) return;
  const ImVec2 from = mapping.pixels({command.ClipRect.x, command.ClipRect.y});
  const ImVec2 to = mapping.pixels({command.ClipRect.z, command.ClipRect.w});
  const std::array<int, 4> clip{std::max(0, static_cast<int>(from.x)),
                                std::max(0, static_cast<int>(from.y)),
                                std::min(extent.width, static_cast<int>(to.x)),
                                std::min(extent.height, static_cast<int>(to.y))};
  for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
    std::array<Corner, 3> corners{};
    for (unsigned k = 0; k < 3; ++k) {
      const ImDrawIdx index = list.IdxBuffer[static_cast<int>(command.IdxOffset + i + k)];
      const ImDrawVert& vertex = list.VtxBuffer[static_cast<int>(command.VtxOffset + index)];
      corners[k] = {mapping.pixels(vertex.pos), vertex.uv, colour_of(vertex.col)};
    }
    pixels.draw(corners, *texture, clip);
  }
}

}  // namespace

void take_textures(const ImDrawData& drawn) {
  if (drawn.Textures == nullptr) return;
  for (ImTextureData* const each : *drawn.Textures) {
    if (each->Status == ImTextureStatus_WantDestroy) {
      each->SetTexID(ImTextureID_Invalid);
      each->SetStatus(ImTextureStatus_Destroyed);
    } else if (each->Status != ImTextureStatus_OK) {
      each->SetTexID(static_cast<ImTextureID>(each->UniqueID) + 1);
      each->SetStatus(ImTextureStatus_OK);
    }
  }
}

exporting::Image drawn_picture(const ImDrawData& drawn, const core::Rect& part,
                               const ImVec4& ground) {
  const ImVec2 scale = drawn.FramebufferScale;
  const Mapping mapping{{drawn.DisplayPos.x + static_cast<float>(part.x0) / scale.x,
                         drawn.DisplayPos.y + static_cast<float>(part.y0) / scale.y},
                        scale};
  const core::Extent extent = core::Extent{part.x1 - part.x0, part.y1 - part.y0};
  DrawnPixels pixels(extent, ground);
  for (const ImDrawList* const list : drawn.CmdLists) {
    for (const ImDrawCmd& command : list->CmdBuffer) {
      draw_command(pixels, mapping, extent, *list, command);
    }
  }
  return pixels.image();
}

}  // namespace heatwave::shell
