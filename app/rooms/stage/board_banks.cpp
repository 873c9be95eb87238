// The 32 banks of shared memory: the words that the last step wanted, one above the other.
#include "app/rooms/stage/board_banks.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "app/ui/box.h"
#include "kernels/core/warp_access.h"

namespace heatwave::stage_room {
namespace {

/// The different words that the last step wanted of each bank.
std::array<std::set<std::int64_t>, core::kBanks> words_by_bank(const BoardView& view, int block) {
  std::array<std::set<std::int64_t>, core::kBanks> words;
  if (view.last == nullptr || view.last->block != block) return words;
  for (const stage::Action& action : view.last->actions) {
    if (action.array < 0) continue;
    const auto& info = view.moment.trace.arrays[static_cast<std::size_t>(action.array)];
    if (info.space != stage::Space::shared) continue;
    const std::int64_t word = info.address / core::kWordBytes + action.index;
    if (word >= 0) words[static_cast<std::size_t>(word % core::kBanks)].insert(word);
  }
  return words;
}

}  // namespace

void draw_banks(const BoardView& view, const BlockPlace& block) {
  if (block.banks.height() <= 0) return;
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  const float small = view.layout.sizes.small;
  const auto words = words_by_bank(view, block.block);
  std::size_t most = 0;
  for (const auto& bank : words) most = std::max(most, bank.size());
  const ui::Box& box = block.banks;
  const float base = box.bottom - small * 1.1F;
  // Below the columns of an array whose rows are as wide, else over the whole width.
  const ArrayPlace& first = block.shared.front();
  const bool aligned = first.per_row >= core::kBanks;
  const float start = aligned ? first.cells.left : box.left;
  const float width = aligned ? first.cell_width : box.width() / static_cast<float>(core::kBanks);
  // Room above the highest pile for its number.
  const float room = base - box.top - view.layout.sizes.value * 1.1F;
  const float piece = std::min(7 * u, most > 0 ? room / static_cast<float>(most) : room);
  for (std::size_t bank = 0; bank < words.size(); ++bank) {
    const float left = start + static_cast<float>(bank) * width;
    const std::size_t count = words[bank].size();
    pen.line({left + 1 * u, base}, {left + width - 1 * u, base}, pen.neutral(0.5F), 2 * u);
    if (bank == 0) {
      pen.sized(left, base + small * 0.6F, "bank 0", small, pen.theme().dim);
    } else if (bank % 8 == 0 || bank + 1 == words.size()) {
      pen.sized(left + width / 2, base + small * 0.6F, std::to_string(bank), small, pen.theme().dim,
                ui::Align::centre);
    }
    const ImVec4 colour = count > 1 ? pen.waiting() : pen.theme().accent;
    const bool separate = piece > 3 * u;  // else one bar for all
    for (std::size_t i = 0; i < count && separate; ++i) {
      const float bottom = base - 2 * u - static_cast<float>(i) * piece;
      pen.fill({left + 1.5F * u, bottom - piece + 1 * u, left + width - 1.5F * u, bottom}, colour);
    }
    if (!separate) {
      const float high = static_cast<float>(count) * piece;
      pen.fill({left + 1.5F * u, base - 2 * u - high, left + width - 1.5F * u, base - 2 * u},
               colour);
    }
    if (count > 1) {
      const float top = base - 2 * u - static_cast<float>(count) * piece;
      pen.sized(left + width / 2, top - view.layout.sizes.value * 0.5F, std::to_string(count),
                view.layout.sizes.value, colour, ui::Align::centre, true, width * 1.6F);
    }
  }
}

}  // namespace heatwave::stage_room
