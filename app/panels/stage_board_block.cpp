// Sizes a block of the board: warps of cards, with room for registers, barrier and shared memory.
#include <algorithm>

#include "app/panels/stage_board_parts.h"

namespace heatwave::panels::board_parts {
namespace {

/// How the cards of a block stand.
struct Cards {
  float width = 0.0F;
  float height = 0.0F;
  float names = 0.0F;  ///< width of the column with the registers' names
  int lanes = 1;       ///< of a warp
  int warps = 1;
  int per_row = 1;        ///< lanes
  int warps_per_row = 1;  ///< side by side
  float gap = 0.0F;
  float pad = 0.0F;  ///< inside a warp's frame

  [[nodiscard]] float warp_width() const {
    return static_cast<float>(per_row) * (width + gap) - gap + 2 * pad;
  }
  [[nodiscard]] int rows() const { return (lanes + per_row - 1) / per_row; }
};

std::size_t longest(const std::vector<std::string>& names) {
  std::size_t most = 0;
  for (const std::string& name : names) most = std::max(most, name.size());
  return most;
}

Cards size_cards(const LayoutInput& in, float width) {
  const BoardSizes& sizes = in.sizes;
  const auto& launch = in.trace.launches[static_cast<std::size_t>(in.launch)];
  Cards cards;
  const auto first = static_cast<std::size_t>(launch.first_thread);
  for (std::size_t i = first; i < first + static_cast<std::size_t>(launch.threads); ++i) {
    cards.lanes = std::max(cards.lanes, in.trace.threads[i].lane + 1);
    cards.warps = std::max(cards.warps, in.trace.threads[i].warp + 1);
  }
  const bool registers = sizes.registers && !in.facts.locals.empty();
  const std::size_t digits = launch.threads > 10 ? 2 : 1;
  const float number = letters_width(digits, sizes.value) + sizes.value * 1.35F;
  const float value =
      registers ? letters_width(static_cast<std::size_t>(in.facts.local_letters), sizes.value) +
                      sizes.value * 0.5F
                : 0;
  cards.width = std::max({number, value, sizes.value * 1.9F});
  cards.height = sizes.head() + (registers ? sizes.register_row() *
                                                 static_cast<float>(in.facts.locals.size()) +
                                                 4 * sizes.unit
                                           : 0);
  cards.names = registers ? letters_width(longest(in.facts.locals), sizes.small) * 1.12F +
                                6 * sizes.unit
                          : 0;
  cards.gap = 4 * sizes.unit;
  cards.pad = 5 * sizes.unit;
  const float room = width - cards.names - 2 * cards.pad;
  const int most =
      std::max(1, static_cast<int>((room + cards.gap) / (cards.width + cards.gap)));
  cards.per_row = cards.lanes;
  for (int parts = 2; cards.per_row > most && parts <= cards.lanes; ++parts) {
    cards.per_row = (cards.lanes + parts - 1) / parts;
  }
  cards.warps_per_row = std::clamp(
      static_cast<int>((width - cards.names + 2 * cards.gap) / (cards.warp_width() + 2 * cards.gap)),
      1, cards.warps);
  // Rows of warps as even as they can be.
  const int rows = (cards.warps + cards.warps_per_row - 1) / cards.warps_per_row;
  cards.warps_per_row = (cards.warps + rows - 1) / rows;
  return cards;
}

/// Cards from (left, top) on; returns where they end.
float place_cards(BlockPlace& place, const LayoutInput& in, const Cards& cards, float left,
                  float top) {
  const BoardSizes& sizes = in.sizes;
  const auto& launch = in.trace.launches[static_cast<std::size_t>(in.launch)];
  const float barrier = in.facts.barriers ? 14 * sizes.unit : 0;
  const float title = cards.warps > 1 ? sizes.small : 0;
  const float row_height = sizes.tag() + cards.height + barrier + 2 * sizes.unit;
  const float warp_height =
      title + row_height * static_cast<float>(cards.rows()) + cards.pad * 0.6F;
  const float warp_pitch = warp_height + cards.gap;
  for (int warp = 0; warp < cards.warps; ++warp) {
    const float x = left + cards.names + static_cast<float>(warp % cards.warps_per_row) *
                                             (cards.warp_width() + 2 * cards.gap);
    const float y = top + static_cast<float>(warp / cards.warps_per_row) * warp_pitch;
    place.warps.push_back({x, y, x + cards.warp_width(), y + warp_height});
    if (warp % cards.warps_per_row != 0) continue;
    for (int row = 0; row < cards.rows(); ++row) {
      const float card_top = y + title + static_cast<float>(row) * row_height + sizes.tag();
      place.names.push_back({left + cards.names - 6 * sizes.unit, card_top + sizes.head()});
      if (barrier > 0) place.barriers.push_back(card_top + cards.height + barrier - 3 * sizes.unit);
    }
  }
  for (int thread = 0; thread < launch.threads; ++thread) {
    const int id = launch.first_thread + thread;
    const stage::ThreadInfo& info = in.trace.threads[static_cast<std::size_t>(id)];
    const Box& warp = place.warps[static_cast<std::size_t>(info.warp)];
    const float x = warp.left + cards.pad +
                    static_cast<float>(info.lane % cards.per_row) * (cards.width + cards.gap);
    const float y = warp.top + title +
                    static_cast<float>(info.lane / cards.per_row) * row_height + sizes.tag();
    place.threads.push_back(
        {id, {x, y, x + cards.width, y + cards.height}, y + sizes.head()});
  }
  return place.warps.back().bottom;
}

}  // namespace

BlockPlace model_block(const LayoutInput& in, float width) {
  const BoardSizes& sizes = in.sizes;
  const float pad = 8 * sizes.unit;
  BlockPlace place;
  const Cards cards = size_cards(in, width - 2 * pad);
  float bottom = place_cards(place, in, cards, pad, sizes.label * 1.25F);
  float right = place.warps.front().right;
  for (const Box& warp : place.warps) right = std::max(right, warp.right);
  place.shared = flow_arrays(in, stage::Space::shared, 0, width - 2 * pad);
  const float shared_top = bottom + 6 * sizes.unit;
  for (ArrayPlace& array : place.shared) {
    move(array, pad, shared_top);
    right = std::max(right, array.box.right);
    bottom = std::max(bottom, array.box.bottom);
  }
  if (in.facts.banks && !place.shared.empty()) {
    const float high = 3.2F * sizes.value;
    place.banks = {pad, bottom + 4 * sizes.unit, right, bottom + 4 * sizes.unit + high};
    bottom = place.banks.bottom;
  }
  place.box = {0, 0, right + pad, bottom + pad};
  return place;
}

BlockPlace block_like(const LayoutInput& in, const BlockPlace& model, int block) {
  const auto& launch = in.trace.launches[static_cast<std::size_t>(in.launch)];
  BlockPlace place = model;
  place.block = block;
  for (ThreadPlace& thread : place.threads) thread.thread += block * launch.threads;
  for (ArrayPlace& array : place.shared) {
    const std::string& name = in.trace.arrays[static_cast<std::size_t>(array.array)].name;
    array.array = -1;
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

}  // namespace heatwave::panels::board_parts
