// Sizes a block of the board: warps of cards, with room for registers, barrier and shared memory.
#include "app/rooms/stage/board_block.h"

#include <algorithm>

#include "app/ui/box.h"

namespace heatwave::stage_room::board_parts {
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

/// Chooses how many lanes stand in a row, as evenly as it goes.
void fit_lanes(Cards& cards, const BoardSizes& sizes, float room) {
  constexpr float kNarrowest = 26;  // two digits and a sign
  for (int rows = 1; rows <= cards.lanes; ++rows) {
    if (cards.lanes > 8 && cards.lanes % rows != 0) continue;  // 32 as twice 16, not as 11, 11, 10
    cards.per_row = (cards.lanes + rows - 1) / rows;
    const float fits = (room + cards.gap) / static_cast<float>(cards.per_row) - cards.gap;
    if (fits >= cards.width) return;
    // Rather write some numbers a little smaller than begin another row.
    const bool enough = fits >= std::max(kNarrowest * sizes.unit, 0.75F * cards.width);
    if (sizes.tight && cards.lanes > 8 && enough) {
      cards.width = fits;
      return;
    }
  }
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
  const float sign = sizes.value * (sizes.tight ? 0.6F : 1.35F);
  const float number = letters_width(digits, sizes.value) + sign;
  const float value =
      registers ? letters_width(static_cast<std::size_t>(in.facts.local_letters), sizes.value) +
                      sizes.value * (sizes.tight ? 0.15F : 0.5F)
                : 0;
  cards.width = std::max({number, value, sizes.value * (sizes.tight ? 1.4F : 1.9F)});
  cards.height = sizes.head() +
                 (registers ? sizes.register_row() * static_cast<float>(in.facts.locals.size()) +
                                  4 * sizes.unit
                            : 0);
  cards.names =
      registers ? letters_width(longest(in.facts.locals), sizes.small) * 1.12F + 6 * sizes.unit : 0;
  cards.gap = (sizes.tight ? 2 : 4) * sizes.unit;
  cards.pad = (sizes.tight ? 3 : 5) * sizes.unit;
  fit_lanes(cards, sizes, width - cards.names - 2 * cards.pad);
  cards.warps_per_row = std::clamp(static_cast<int>((width - cards.names + 2 * cards.gap) /
                                                    (cards.warp_width() + 2 * cards.gap)),
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
    const float x =
        left + cards.names +
        static_cast<float>(warp % cards.warps_per_row) * (cards.warp_width() + 2 * cards.gap);
    const int line = warp / cards.warps_per_row;
    const float y = top + static_cast<float>(line) * warp_pitch;
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
    const ui::Box& warp = place.warps[static_cast<std::size_t>(info.warp)];
    const float x = warp.left + cards.pad +
                    static_cast<float>(info.lane % cards.per_row) * (cards.width + cards.gap);
    const int row = info.lane / cards.per_row;
    const float y = warp.top + title + static_cast<float>(row) * row_height + sizes.tag();
    place.threads.push_back({id, {x, y, x + cards.width, y + cards.height}, y + sizes.head()});
  }
  return place.warps.back().bottom;
}

}  // namespace

namespace {

/// Shared arrays below the cards, or at their right.
BlockPlace arranged(const LayoutInput& in, float width, bool beside) {
  const BoardSizes& sizes = in.sizes;
  const float pad = (sizes.tight ? 6 : 8) * sizes.unit;
  const float inner = width - 2 * pad;
  const float top = sizes.label * 1.25F;
  BlockPlace place;
  place.shared = flow_arrays(in, stage::Space::shared, 0, beside ? inner * 0.7F : inner);
  float shared_right = 0;
  for (const ArrayPlace& array : place.shared) {
    shared_right = std::max(shared_right, array.box.right);
  }
  const float between = 10 * sizes.unit;
  const Cards cards = size_cards(in, beside ? inner - shared_right - between : inner);
  float bottom = place_cards(place, in, cards, pad, top);
  float right = pad;
  for (const ui::Box& warp : place.warps) right = std::max(right, warp.right);
  const float shared_left = beside ? right + between : pad;
  const float shared_top = beside ? top : bottom + 6 * sizes.unit;
  for (ArrayPlace& array : place.shared) {
    move(array, shared_left, shared_top);
    right = std::max(right, array.box.right);
    bottom = std::max(bottom, array.box.bottom);
  }
  if (in.facts.banks && !place.shared.empty()) {
    const float high = 4 * sizes.value;
    place.banks = {pad, bottom + 4 * sizes.unit, right, bottom + 4 * sizes.unit + high};
    bottom = place.banks.bottom;
  }
  place.box = {0, 0, right + pad, bottom + pad};
  return place;
}

}  // namespace

BlockPlace model_block(const LayoutInput& in, float width) {
  BlockPlace below = arranged(in, width, false);
  if (below.shared.empty() || below.banks.height() > 0) return below;
  // Below is where one looks for what a block shares; beside must save much.
  BlockPlace beside = arranged(in, width, true);
  const bool fits = beside.box.width() <= width;
  return fits && beside.box.height() < 0.8F * below.box.height() ? beside : below;
}

BlockPlace block_like(const LayoutInput& in, const BlockPlace& model, int block) {
  const auto& launch = in.trace.launches[static_cast<std::size_t>(in.launch)];
  BlockPlace place = model;
  place.block = block;
  for (ThreadPlace& thread : place.threads) thread.thread += block * launch.threads;
  for (ArrayPlace& array : place.shared) {
    const std::string& name = in.trace.arrays[static_cast<std::size_t>(array.array)].name;
    array.array = -1;  // until it is found
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
