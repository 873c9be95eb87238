// Draws the banks of shared memory: below each one stands its number, and above it the lanes that
// it serves, pass by pass.
#include <algorithm>
#include <string>
#include <vector>

#include "app/rooms/stage/board_view.h"
#include "app/ui/box.h"
#include "kernels/core/warp_access.h"
#include "kernels/stage/contention.h"

namespace heatwave::stage_room {
namespace {

/// The piles of a block's banks: one piece for each pass, from the base up.
struct BankPiles {
  ui::Box box;
  float base = 0.0F;   ///< lower edge of the lowest pieces
  float piece = 0.0F;  ///< height of a piece
  float start = 0.0F;  ///< left edge of bank 0
  float width = 0.0F;  ///< width of a bank

  [[nodiscard]] ui::Box piece_at(std::size_t bank, std::size_t pass) const {
    const float left = start + static_cast<float>(bank) * width;
    const float bottom = base - static_cast<float>(pass) * piece;
    return {left, bottom - piece, left + width, bottom};
  }
};

BankPiles piles_of(const BoardView& view, const BlockPlace& block, std::size_t most) {
  const BoardSizes& sizes = view.layout.sizes;
  BankPiles piles{.box = block.banks};
  piles.base = piles.box.bottom - kBankNumbers * sizes.small;
  const float room = piles.base - piles.box.top - kBankCaption * sizes.label;
  const float passes = static_cast<float>(std::max<std::size_t>(most, 1));
  piles.piece = std::min(kBankPass * sizes.small, room / passes);
  // Aligned with the array's columns if its rows are at least as wide as all banks, otherwise over
  // the whole width.
  const ArrayPlace& first = block.shared.front();
  const bool aligned = first.per_row >= core::kBanks;
  piles.start = aligned ? first.cells.left : piles.box.left;
  piles.width = aligned ? first.cell_width : piles.box.width() / static_cast<float>(core::kBanks);
  return piles;
}

/// Draws numbers below as many banks as fit, and below the last one and the named one.
void draw_numbers(const BoardView& view, const BankPiles& piles, int named) {
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  const float small = view.layout.sizes.small;
  const float y = piles.base + small * 0.55F;
  const std::string word = "bank";
  const bool is_beside =
      piles.start - pen.sized_width(word, small) - 6 * u >= piles.box.left - 4 * u;
  if (is_beside) {
    pen.sized(piles.start - 6 * u, y, word, small, pen.theme().dim, ui::Align::right);
  }
  const float widest = pen.sized_width("31", small, true) + 6 * u;
  // The word before the number of bank 0 takes the place of the next one's.
  const int closest = is_beside ? 1 : 2;
  const int each = widest <= piles.width ? closest : 8;
  float free = piles.start - 2 * u;  // where the next number may begin
  for (int bank = 0; bank < core::kBanks; ++bank) {
    const bool is_named = bank == named;
    const ui::Box piece = piles.piece_at(static_cast<std::size_t>(bank), 0);
    pen.line({piece.left + 1 * u, piles.base}, {piece.right - 1 * u, piles.base}, pen.neutral(0.5F),
             2 * u);
    if (bank % each != 0 && bank + 1 != core::kBanks && !is_named) continue;
    const std::string number = (bank == 0 && !is_beside ? "bank " : "") + std::to_string(bank);
    const float wide = pen.sized_width(number, small, is_named);
    const float centred = bank == 0 && !is_beside ? piece.left : middle(piece).x - wide / 2;
    const float begin = std::min(centred, piles.box.right - wide);
    if (begin < free) continue;
    pen.sized(begin, y, number, small, is_named ? pen.waiting() : pen.theme().dim, ui::Align::left,
              is_named);
    free = begin + wide + 4 * u;
  }
}

/// Says above the pile of the named bank, or of the bank with a word for several lanes, how many
/// passes it needs, and that the piles are the lanes of the array above once more.
void draw_caption(const BoardView& view, const BankPiles& piles, int named) {
  const BoardPen& pen = view.pen;
  std::string text = "1 pass";
  std::size_t bank = 0;
  if (named >= 0) {
    bank = static_cast<std::size_t>(named);
    const std::string words = std::to_string(view.banks[bank].size());
    text = words + " words in bank " + std::to_string(named) + ", " + words + " passes";
  } else {
    const auto shared = std::find_if(view.banks.begin(), view.banks.end(), [](const auto& words) {
      return words.size() == 1 && words.front().actions.size() > 1;
    });
    if (shared != view.banks.end()) {
      bank = static_cast<std::size_t>(shared - view.banks.begin());
      text = "1 word for " + std::to_string(shared->front().actions.size()) + " lanes, 1 pass";
    }
  }
  const float size = view.layout.sizes.label;
  const std::size_t passes = std::max<std::size_t>(view.banks[bank].size(), 1);
  const ui::Box top = piles.piece_at(bank, passes - 1);
  const std::string in_full = "the same lanes by bank: " + text;
  const bool has_room = pen.sized_width(in_full, size, true) <= piles.box.width();
  text = has_room ? in_full : "by bank: " + text;
  const float wide = pen.sized_width(text, size, true);
  const float left = std::max(piles.box.left, std::min(top.left, piles.box.right - wide));
  const bool is_read = view.last->actions.front().op == stage::Op::load;
  const ImVec4 good = is_read ? pen.reading() : pen.theme().accent;
  pen.sized(left, top.top - size * 0.55F, text, size, named >= 0 ? pen.waiting() : good,
            ui::Align::left, true, piles.box.right - left);
}

/// Says left of the piles which pass serves the lanes beside it.
void draw_passes(const BoardView& view, const BankPiles& piles, std::size_t most) {
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  const float small = view.layout.sizes.small;
  if (piles.piece < 0.8F * small) return;
  for (std::size_t pass = 0; pass < most; ++pass) {
    const std::string text = "pass " + std::to_string(pass + 1);
    const float wide = pen.sized_width(text, small);
    if (piles.start - wide - 6 * u < piles.box.left - 4 * u) return;
    pen.sized(piles.start - 6 * u, middle(piles.piece_at(0, pass)).y, text, small,
              pass == 0 ? pen.theme().text : pen.waiting(), ui::Align::right);
  }
}

}  // namespace

void draw_board_banks(const BoardView& view, const BlockPlace& block) {
  if (block.banks.height() <= 0) return;
  const BoardPen& pen = view.pen;
  const float u = pen.unit();
  const bool is_active = view.last != nullptr && view.last->block == block.block;
  const std::size_t busiest = stage::busiest_bank(view.banks);
  const std::size_t most = is_active ? view.banks[busiest].size() : 0;
  const int named = most > 1 ? static_cast<int>(busiest) : -1;  // by the sentence, too
  const BankPiles piles = piles_of(view, block, most);
  draw_numbers(view, piles, named);
  if (most == 0) {
    const float size = view.layout.sizes.small;
    return pen.sized(piles.start, piles.base - size * 0.7F, "lanes by bank, pass by pass", size,
                     pen.theme().dim, ui::Align::left, false, piles.box.right - piles.start);
  }
  draw_passes(view, piles, most);
  const bool is_separate = piles.piece > 3 * u;  // otherwise one bar for all
  float size = 1e6F;                             // all numbers are equally large, or none is drawn
  for (const std::vector<stage::BankWord>& words : view.banks) {
    for (const stage::BankWord& word : words) {
      const ImVec2 room{piles.width - 3 * u, piles.piece - 1 * u};
      size = std::min(size, pen.size_within(room, view.lanes_of(word.actions)));
    }
  }
  for (std::size_t bank = 0; bank < view.banks.size(); ++bank) {
    const std::vector<stage::BankWord>& words = view.banks[bank];
    for (std::size_t pass = 0; pass < words.size(); ++pass) {
      const bool is_read = words[pass].actions.front()->op == stage::Op::load;
      const ImVec4 colour = pass > 0 ? pen.waiting() : is_read ? pen.reading() : pen.theme().accent;
      ui::Box piece = piles.piece_at(bank, pass);
      piece = {piece.left + 1.5F * u, piece.top + (is_separate ? 0.5F : 0.0F) * u,
               piece.right - 1.5F * u, piece.bottom - (is_separate ? 0.5F : 0.0F) * u};
      pen.fill(piece, colour, is_separate ? 2 * u : 0);
      pen.word_in(piece, view.lanes_of(words[pass].actions), size, pen.theme().on_accent);
    }
  }
  if (named >= 0) {
    const auto bank = static_cast<std::size_t>(named);
    const ui::Box pile = piles.piece_at(bank, 0).around(piles.piece_at(bank, most - 1));
    pen.frame(pile, pen.theme().text, 2 * u, 3 * u);
  }
  draw_caption(view, piles, named);
}

}  // namespace heatwave::stage_room
