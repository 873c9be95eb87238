// Lays out the blocks beside the first one: folded in a row, or of the same shape.
#include <algorithm>
#include <utility>

#include "app/rooms/stage/board_parts.h"

namespace heatwave::stage_room::board_parts {

std::vector<BlockPlace> folded_blocks(const LayoutInput& in, float width) {
  constexpr int kSignsPerRow = 8;
  const BoardSizes& sizes = in.sizes;
  const auto& launch = in.trace.launches[static_cast<std::size_t>(in.launch)];
  const float pad = 5 * sizes.unit;
  const float gap = 6 * sizes.unit;
  const float sign = sizes.value * 0.72F;
  const float number = letters_width(launch.blocks > 10 ? 2 : 1, sizes.label) + 6 * sizes.unit;
  const int rows = (launch.threads + kSignsPerRow - 1) / kSignsPerRow;
  const float signs_height = sign * static_cast<float>(rows);
  const float height = std::max(sizes.label, signs_height) + 2 * pad;
  const float wide =
      number + sign * static_cast<float>(std::min(launch.threads, kSignsPerRow)) + 2 * pad;
  const float word = letters_width(kBlockTitle, sizes.label);  // "blocks", left of the first
  std::vector<BlockPlace> places;
  float x = word;
  float y = 0;
  for (int block = 0; block < launch.blocks; ++block) {
    if (x > word && x + wide > width) {
      x = word;
      y += height + gap;
    }
    BlockPlace place{.block = block, .box = ui::Box::at(x, y, wide, height), .folded = true};
    for (int i = 0; i < launch.threads; ++i) {
      const int row = i / kSignsPerRow;
      const float left = x + pad + number + sign * static_cast<float>(i % kSignsPerRow);
      const float top = y + (height - signs_height) / 2 + sign * static_cast<float>(row);
      place.threads.push_back({.thread = launch.first_thread + block * launch.threads + i,
                               .card = ui::Box::at(left, top, sign, sign),
                               .head_bottom = top + sign});
    }
    places.push_back(std::move(place));
    x += wide + gap;
  }
  return places;
}

void hide(std::vector<BlockPlace>& folded) {
  for (BlockPlace& block : folded) {
    block.box = {};
    for (ThreadPlace& place : block.threads) place = {.thread = place.thread, .card = {}};
  }
}

BlockPlace block_like(const LayoutInput& in, const BlockPlace& model, int block) {
  const auto& launch = in.trace.launches[static_cast<std::size_t>(in.launch)];
  BlockPlace place = model;
  place.block = block;
  for (ThreadPlace& thread : place.threads) thread.thread += block * launch.threads;
  for (ArrayPlace& array : place.shared) {
    const std::string& name = in.trace.arrays[static_cast<std::size_t>(array.array)].name;
    array.array = -1;  // stays −1 if the array is not found
    for (std::size_t i = 0; i < in.trace.arrays.size(); ++i) {
      const stage::ArrayInfo& info = in.trace.arrays[i];
      if (info.space == stage::Space::shared && info.launch == in.launch && info.block == block &&
          info.name == name) {
        array.array = static_cast<int>(i);
      }
    }
  }
  return place;
}

}  // namespace heatwave::stage_room::board_parts
