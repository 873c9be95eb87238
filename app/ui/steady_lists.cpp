// Knows them by a sum over what they were drawn by.
#include "app/ui/steady_lists.h"

#include <algorithm>
#include <cmath>

#include "app/ui/byte_sum.h"

namespace heatwave::ui {
namespace {

/// Software OpenGL blends about as many pixels of a picture in the time of a triangle of a letter.
constexpr float kPixelsOfTriangle = 256;

/// Nothing where it is drawn as soon itself, or shows more than letters.
std::optional<Box> picture_pixels(const ImDrawList& list, ImTextureID letters, ImVec2 scale) {
  const bool only_letters =
      std::all_of(list.CmdBuffer.begin(), list.CmdBuffer.end(),
                  [&](const ImDrawCmd& command) { return command.GetTexID() == letters; });
  if (!only_letters) return {};
  const Box pixels = pixels_of(list, scale);
  const float triangles = static_cast<float>(list.IdxBuffer.Size) / 3.0F;
  const bool is_worth_it = pixels.width() > 0 && pixels.height() > 0 &&
                           pixels.width() * pixels.height() < kPixelsOfTriangle * triangles;
  return is_worth_it ? std::optional(pixels) : std::nullopt;
}

}  // namespace

Box pixels_of(const ImDrawList& list, ImVec2 scale) {
  Box all{1e9F, 1e9F, -1e9F, -1e9F};
  for (const ImDrawCmd& command : list.CmdBuffer) {
    Box box{1e9F, 1e9F, -1e9F, -1e9F};
    for (unsigned i = 0; i < command.ElemCount; ++i) {
      const int corner = list.IdxBuffer[static_cast<int>(command.IdxOffset + i)];
      const ImVec2 p = list.VtxBuffer[static_cast<int>(command.VtxOffset) + corner].pos;
      box = {std::min(box.left, p.x), std::min(box.top, p.y), std::max(box.right, p.x),
             std::max(box.bottom, p.y)};
    }
    const ImVec4 clip = command.ClipRect;
    box = {std::max(box.left, clip.x), std::max(box.top, clip.y), std::min(box.right, clip.z),
           std::min(box.bottom, clip.w)};
    if (box.left >= box.right || box.top >= box.bottom) continue;
    all = {std::min(all.left, box.left), std::min(all.top, box.top), std::max(all.right, box.right),
           std::max(all.bottom, box.bottom)};
  }
  return {std::floor(all.left * scale.x), std::floor(all.top * scale.y),
          std::ceil(all.right * scale.x), std::ceil(all.bottom * scale.y)};
}

std::uint64_t sum_of(const ImDrawList& list) {
  ByteSum bytes;
  for (const ImDrawCmd& command : list.CmdBuffer) {
    bytes.add(command.GetTexID());
    bytes.add(command.ClipRect);
    bytes.add(command.ElemCount);
  }
  bytes.add(std::span<const ImDrawVert>(list.VtxBuffer.begin(), list.VtxBuffer.end()));
  bytes.add(std::span<const ImDrawIdx>(list.IdxBuffer.begin(), list.IdxBuffer.end()));
  return bytes.sum();
}

void SteadyLists::forget_others(std::span<const ImDrawList* const> lists) {
  std::erase_if(known_, [&](const auto& known) {
    return std::find(lists.begin(), lists.end(), known.first) == lists.end();
  });
}

std::optional<SteadyLists::Picture> SteadyLists::picture_of(const ImDrawList& list,
                                                            ImTextureID letters, ImVec2 scale) {
  const std::uint64_t sum = sum_of(list);
  Known& known = known_[&list];
  if (known.sum != sum || known.scale.x != scale.x || known.scale.y != scale.y) {
    known = {.sum = sum, .scale = scale, .is_steady = false, .pixels = {}};
    return {};
  }
  const bool is_new = !known.is_steady;
  if (is_new) known.pixels = picture_pixels(list, letters, scale);
  known.is_steady = true;
  if (!known.pixels) return {};
  return Picture{*known.pixels, is_new};
}

}  // namespace heatwave::ui
