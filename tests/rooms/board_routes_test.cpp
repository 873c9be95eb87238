// Arrows of the board go around the cards of other threads.
#include "app/rooms/stage/board_routes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "app/rooms/stage/board_layout.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage_room {
namespace {

/// Two rows of four cards, 40 by 50, with gaps of 4.
std::vector<ui::Box> two_rows() {
  std::vector<ui::Box> cards;
  for (int i = 0; i < 8; ++i) {
    const auto column = static_cast<float>(i % 4);
    const auto row = static_cast<float>(i / 4);
    cards.push_back(ui::Box::at(column * 44, 100 + row * 80, 40, 50));
  }
  return cards;
}

CardSite site_of(const ui::Box& card, const std::vector<ui::Box>& others) {
  return {.card = card,
          .block = {-10, 70, 190, 250},
          .others = others,
          .arrays = {},
          .top = 0,
          .unit = 1.0F};
}

std::vector<ui::Box> without(std::vector<ui::Box> cards, std::size_t card) {
  cards.erase(cards.begin() + static_cast<std::ptrdiff_t>(card));
  return cards;
}

TEST(BoardRoutes, AnArrowToTheLowerRowGoesThroughAGapOfTheUpperOne) {
  const std::vector<ui::Box> cards = two_rows();
  for (std::size_t card = 4; card < 8; ++card) {
    for (const float x : {0.0F, 70.0F, 150.0F}) {
      const ui::Box cell = ui::Box::at(x, 0, 20, 20);
      const Curve curve = curve_between(cell, cards[card]);
      ASSERT_TRUE(Arrow(curve).crosses(without(cards, card)));
      const std::vector<ui::Box> others = without(cards, card);
      const Arrow arrow = around_words_and_cards(curve, site_of(cards[card], others));
      EXPECT_FALSE(arrow.crosses(without(cards, card))) << card << ' ' << x;
      EXPECT_EQ(arrow.to().y, cards[card].top);
      EXPECT_GE(arrow.to().x, cards[card].left);
      EXPECT_LE(arrow.to().x, cards[card].right);
      EXPECT_EQ(arrow.reversed().to().x, arrow.from().x) << "a store has its head at the cell";
    }
  }
}

TEST(BoardRoutes, AnArrowFromBelowGoesThroughAGapOfTheLowerRow) {
  const std::vector<ui::Box> cards = two_rows();
  const ui::Box cell = ui::Box::at(10, 300, 20, 20);
  const Curve curve = curve_between(cell, cards[1]);
  ASSERT_TRUE(Arrow(curve).crosses(without(cards, 1)));
  const std::vector<ui::Box> others = without(cards, 1);
  const Arrow arrow = around_words_and_cards(curve, site_of(cards[1], others));
  EXPECT_FALSE(arrow.crosses(without(cards, 1)));
  EXPECT_EQ(arrow.to().y, cards[1].bottom);
}

TEST(BoardRoutes, AnArrowEntersABlockFromAboveClearOfItsWords) {
  const std::vector<ui::Box> cards = two_rows();
  const std::vector<ui::Box> others = without(cards, 2);
  const std::vector<ui::Box> words{{-10, 72, 80, 96}, {-10, 96, -2, 250}};  // title and names
  for (const ui::Box& cell : {ui::Box::at(-300, 0, 20, 20), ui::Box::at(-300, 200, 20, 20)}) {
    const Curve curve{{cell.right, 210}, {-100, 210}, {108, 40}, {108, 100}};
    const bool is_above = cell.bottom < 70;
    const Curve from = is_above ? curve_between(cell, cards[2]) : curve;
    ASSERT_TRUE(Arrow(from).crosses(words));
    const Arrow arrow = around_words_and_cards(from, site_of(cards[2], others));
    EXPECT_FALSE(arrow.crosses(words)) << is_above;
    EXPECT_EQ(arrow.to().x, 108);
  }
}

/// Returns the cards of all threads but one.
std::vector<ui::Box> others_of(const BoardLayout& layout, int thread) {
  std::vector<ui::Box> cards;
  for (const BlockPlace& block : layout.blocks) {
    for (const ThreadPlace& place : block.threads) {
      if (place.thread != thread) cards.push_back(place.card);
    }
  }
  return cards;
}

/// Plays the first version of a lesson by its own schedule or, where a person would choose, in
/// lockstep.
stage::Trace played(const stage::Lesson& lesson) {
  stage::PlaySettings settings{.schedule = lesson.schedule};
  if (!lesson.versions.empty()) settings.version = lesson.versions.front().id;
  if (settings.schedule.kind == stage::Schedule::Kind::chosen) {
    settings.schedule.kind = stage::Schedule::Kind::lockstep;
  }
  return stage::play(lesson, stage::completed(lesson, settings));
}

/// A lesson's first launch on a board, with its first block open.
struct LessonBoard {
  std::string lesson;
  stage::Trace trace;
  BoardLayout layout;
  ui::Box room = {};
};

/// Returns the boards of all lessons in each of these rooms.
std::vector<LessonBoard> boards_in(std::initializer_list<ui::Box> rooms) {
  std::vector<LessonBoard> boards;
  for (const stage::Lesson& lesson : stage::lessons()) {
    const stage::Trace trace = played(lesson);
    if (trace.launches.empty()) continue;
    for (const ui::Box& room : rooms) {
      boards.push_back({lesson.id, trace, lay_out_board(trace, 0, room, 1.0F), room});
      boards.back().layout.open(0);
    }
  }
  return boards;
}

TEST(BoardRoutes, NoArrowFromAnArrayAboveCrossesAnotherThreadInAnyLesson) {
  int around = 0;
  for (const auto& [lesson, trace, layout, room] :
       boards_in({ui::Box{20, 10, 556, 572}, ui::Box{12, 6, 900, 396}})) {
    for (const ArrayPlace& array : layout.arrays) {
      if (array.lanes || array.size == 0) continue;
      for (const ThreadPlace& thread : layout.blocks.front().threads) {
        if (array.cells.bottom > thread.card.top) continue;  // the array is beside the threads
        const ui::Box cell = array.cell(thread.thread % array.size);
        const std::vector<ui::Box> others = others_of(layout, thread.thread);
        const Arrow arrow = around_words_and_cards(curve_between(cell, thread.card),
                                                   {.card = thread.card,
                                                    .block = layout.blocks.front().box,
                                                    .others = others,
                                                    .arrays = {},
                                                    .top = room.top,
                                                    .unit = 1.0F});
        EXPECT_FALSE(arrow.crosses(others))
            << lesson << ' ' << room.width() << " thread " << thread.thread;
        around += arrow.legs() > 2 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(around, 0) << "some lesson has two rows of threads";
}

/// Returns the arrow between a cell of an array and a thread of the first block.
Arrow arrow_between(const BoardLayout& layout, const ArrayPlace& from, const ThreadPlace& thread,
                    const std::vector<ui::Box>& names = {}) {
  const std::vector<ui::Box> others = others_of(layout, thread.thread);
  const ui::Box cell = from.cell(thread.thread % from.size);
  return around_words_and_cards(curve_between(cell, thread.card),
                                {.card = thread.card,
                                 .block = layout.blocks.front().box,
                                 .others = others,
                                 .arrays = layout.arrays,
                                 .top = 10,
                                 .unit = 1.0F,
                                 .names = names});
}

/// Returns the boxes of an array's indices above its cells.
std::vector<ui::Box> indices_of(const ArrayPlace& array, float size) {
  std::vector<ui::Box> boxes;
  for (int i = 0; i < array.per_row && i < array.size; ++i) {
    const ui::Box cell = array.cell(i);
    const float middle = (cell.left + cell.right) / 2;
    const float half = 0.3F * size * static_cast<float>(std::to_string(i).size());
    boxes.push_back({middle - half, cell.top - size, middle + half, cell.top});
  }
  return boxes;
}

TEST(BoardRoutes, NoArrowCrossesAnIndexOfAnArrayOnItsWayInAnyLesson) {
  int passed = 0;
  for (const auto& [lesson, trace, layout, room] : boards_in({ui::Box{20, 10, 556, 572}})) {
    const BlockPlace& block = layout.blocks.front();
    for (const ArrayPlace& from : layout.arrays) {
      for (const ArrayPlace& between : layout.arrays) {
        const bool is_between =
            between.heading.bottom > from.cells.bottom && between.cells.bottom < block.box.top;
        // A single cell has no index.
        if (!is_between || between.grid || between.size == 1 || from.lanes) continue;
        const std::vector<ui::Box> indices = indices_of(between, layout.sizes.small);
        for (const ThreadPlace& thread : block.threads) {
          const Arrow arrow = arrow_between(layout, from, thread);
          EXPECT_FALSE(arrow.crosses(indices)) << lesson << " thread " << thread.thread;
          ++passed;
        }
      }
    }
  }
  EXPECT_GT(passed, 0) << "some lesson has one array above another";
}

/// Returns the arrow from a cell of an array to a thread of the first block, below `top`.
Arrow arrow_from_cell(const BoardLayout& layout, const ArrayPlace& from, int index,
                      const ThreadPlace& thread, float top) {
  const Curve curve = curve_out_of(from, from.cell(index), thread.card, 1.0F);
  const std::vector<ui::Box> others = others_of(layout, thread.thread);
  return around_words_and_cards(curve, {.card = thread.card,
                                        .block = layout.blocks.front().box,
                                        .others = others,
                                        .arrays = layout.arrays,
                                        .top = top,
                                        .unit = 1.0F});
}

TEST(BoardRoutes, NoArrowCrossesAnArrayThatItDoesNotTouchBesideTheBlocksOfAnyLesson) {
  int beside = 0;
  for (const auto& [lesson, trace, layout, room] :
       boards_in({ui::Box{0, 0, 640, 500}, ui::Box{12, 6, 900, 396}})) {
    const BlockPlace& block = layout.blocks.front();
    for (const ArrayPlace& from : layout.arrays) {
      if (from.lanes || from.size == 0 || from.cells.right > block.box.left) continue;
      std::vector<ui::Box> untouched;
      for (const ArrayPlace& array : layout.arrays) {
        // An array above the block is passed between two of its cells.
        const bool is_above = array.cells.bottom <= block.box.top;
        if (array.array != from.array && !is_above) {
          untouched.push_back(cells_with_indices(array));
        }
      }
      for (const ThreadPlace& thread : block.threads) {
        for (int index = 0; index < from.size; index += std::max(1, from.size / 16)) {
          const Arrow arrow = arrow_from_cell(layout, from, index, thread, room.top - 6);
          EXPECT_FALSE(arrow.crosses(untouched))
              << lesson << ' ' << room.width() << " thread " << thread.thread << " array "
              << trace.arrays[static_cast<std::size_t>(from.array)].name << ' ' << index;
          ++beside;
        }
      }
    }
  }
  EXPECT_GT(beside, 0) << "some lesson has arrays beside its blocks";
}

/// Returns the place of an array's name in its heading.
ui::Box name_of(const stage::Trace& trace, const ArrayPlace& array, float size) {
  const std::string name = array_title(trace, 0, array.array);
  const float width = 0.55F * size * static_cast<float>(name.size());
  const float middle = (array.heading.top + array.heading.bottom) / 2;
  return {array.heading.left, middle - size / 2, array.heading.left + width, middle + size / 2};
}

TEST(BoardRoutes, NoArrowCrossesTheNameOfAnArrayInAnyLesson) {
  int passed = 0;
  for (const auto& [lesson, trace, layout, room] : boards_in({ui::Box{20, 10, 556, 572}})) {
    const BlockPlace& block = layout.blocks.front();
    std::vector<ui::Box> names;
    for (const ArrayPlace& array : layout.arrays) {
      names.push_back(name_of(trace, array, layout.sizes.label));
    }
    for (const ArrayPlace& from : layout.arrays) {
      if (from.lanes || from.size == 0 || from.cells.bottom > block.box.top) continue;
      for (const ThreadPlace& thread : block.threads) {
        const Arrow arrow = arrow_between(layout, from, thread, names);
        EXPECT_FALSE(arrow.crosses(names)) << lesson << " thread " << thread.thread;
        ++passed;
      }
    }
  }
  EXPECT_GT(passed, 0) << "some lesson has an array above its threads";
}

TEST(BoardRoutes, NoArrowPassesBehindTheWordsOfAWarpInAnyLesson) {
  int beside = 0;
  for (const auto& [lesson, trace, layout, room] :
       boards_in({ui::Box{0, 0, 640, 500}, ui::Box{20, 10, 556, 572}})) {
    const BlockPlace& block = layout.blocks.front();
    const float first_row = block.threads.front().card.top;
    for (const ArrayPlace& from : layout.arrays) {
      if (from.lanes || from.size == 0) continue;
      for (const ThreadPlace& thread : block.threads) {
        if (thread.card.top > first_row || from.cells.bottom > thread.card.top) continue;
        const ui::Box cell = from.cell(thread.thread % from.size);
        const std::vector<ui::Box> others = others_of(layout, thread.thread);
        const Arrow arrow = around_words_and_cards(curve_out_of(from, cell, thread.card, 1.0F),
                                                   {.card = thread.card,
                                                    .block = block.box,
                                                    .others = others,
                                                    .arrays = layout.arrays,
                                                    .top = room.top,
                                                    .unit = 1.0F,
                                                    .titles = block.titles});
        EXPECT_FALSE(arrow.crosses(block.titles))
            << lesson << ' ' << room.width() << " thread " << thread.thread;
        beside += block.titles.empty() ? 0 : 1;
      }
    }
  }
  EXPECT_GT(beside, 0) << "some lesson has several warps in a block";
}

TEST(BoardRoutes, NoArrowRunsAlongTheUpperEdgeOfItsBlockInAnyLesson) {
  constexpr float kNear = 4.0F;
  constexpr float kMostAlong = 24.0F;
  int looked_at = 0;
  for (const auto& [lesson, trace, layout, room] :
       boards_in({ui::Box{12, 6, 383, 577}, ui::Box{0, 0, 640, 500}, ui::Box{20, 10, 556, 572}})) {
    const BlockPlace& block = layout.blocks.front();
    float top = room.top;
    for (const BlockPlace& folded : layout.folded) {
      const bool is_above = folded.box.height() > 0 && folded.box.bottom <= block.box.top &&
                            folded.box.right > block.box.left;
      if (is_above) top = std::max(top, folded.box.bottom + 8);
    }
    for (const ArrayPlace& from : layout.arrays) {
      if (from.lanes || from.size == 0 || from.cells.top > block.box.top) continue;
      for (const ThreadPlace& thread : block.threads) {
        for (int index = 0; index < from.size; index += std::max(1, from.size / 16)) {
          const Arrow arrow = arrow_from_cell(layout, from, index, thread, top);
          float along = 0.0F;
          constexpr int kPoints = 400;
          for (int i = 0; i < kPoints; ++i) {
            const ImVec2 a = arrow.at(static_cast<float>(i) / kPoints);
            const ImVec2 b = arrow.at(static_cast<float>(i + 1) / kPoints);
            const bool is_near =
                std::abs(a.y - block.box.top) < kNear && std::abs(b.y - block.box.top) < kNear;
            if (is_near) along += std::abs(b.x - a.x);
          }
          EXPECT_LE(along, kMostAlong)
              << lesson << ' ' << room.width() << " thread " << thread.thread << " cell " << index
              << " of " << trace.arrays[static_cast<std::size_t>(from.array)].name;
          ++looked_at;
        }
      }
    }
  }
  EXPECT_GT(looked_at, 0);
}

TEST(BoardRoutes, AReadAndAWriteOfOneThreadHaveWaysOfTheirOwn) {
  const stage::Trace trace = played(stage::find_lesson("divergence"));
  for (const ui::Box& room : {ui::Box{20, 10, 556, 572}, ui::Box{0, 0, 1100, 320}}) {
    BoardLayout layout = lay_out_board(trace, 0, room, 1.0F);
    const BlockPlace& block = layout.blocks.front();
    for (const ArrayPlace& from : layout.arrays) {
      for (std::size_t i = 0; i < 4; ++i) {
        const ui::Box& card = block.threads[i].card;
        const std::vector<ui::Box> others = others_of(layout, static_cast<int>(i));
        const auto way = [&](float shift) {
          const Curve usual = curve_out_of(from, from.cell(static_cast<int>(i)), card, 1.0F);
          return around_words_and_cards(shifted(usual, shift), {.card = card,
                                                                .block = block.box,
                                                                .others = others,
                                                                .arrays = layout.arrays,
                                                                .top = room.top,
                                                                .unit = 1.0F,
                                                                .titles = block.titles,
                                                                .shift = shift});
        };
        const Arrow read = way(-3.5F);
        const Arrow write = way(3.5F);
        const auto apart = [](ImVec2 a, ImVec2 b) { return std::hypot(b.x - a.x, b.y - a.y); };
        EXPECT_GE(apart(read.from(), write.from()), 5) << room.width() << ' ' << i;
        EXPECT_GE(apart(read.to(), write.to()), 5) << room.width() << ' ' << i;
        EXPECT_GE(write.to().x, read.to().x);
      }
    }
  }
}

TEST(BoardRoutes, CardsInSeveralRowsHaveRoomForAnArrowBetweenThem) {
  const stage::Trace trace = played(stage::find_lesson("histogram"));
  int rows = 0;
  for (float height = 480; height <= 580; height += 10) {
    const BoardLayout layout = lay_out_board(trace, 0, {12, 3, 436, 3 + height}, 1.0F);
    const std::vector<ThreadPlace>& threads = layout.blocks.front().threads;
    ASSERT_EQ(threads.size(), 4U);
    if (threads[2].card.top < threads[0].card.bottom) continue;
    EXPECT_GE(threads[1].card.left - threads[0].card.right, 10) << height;
    ++rows;
  }
  EXPECT_GT(rows, 0) << "cards stand in two rows in some of these rooms";
}

TEST(BoardRoutes, AnArrowFromTheLeftPassesOverTheBlocksBeforeItsOwn) {
  int passed = 0;
  for (const stage::Lesson& lesson : stage::lessons()) {
    const stage::Trace trace = played(lesson);
    if (trace.launches.empty()) continue;
    const ui::Box room{12, 16, 1240, 300};
    const BoardLayout layout = lay_out_board(trace, 0, room, 1.0F);
    if (!layout.folded.empty()) continue;
    std::vector<ui::Box> blocks;
    for (const BlockPlace& block : layout.blocks) blocks.push_back(block.box);
    for (std::size_t i = 1; i < blocks.size(); ++i) {
      const std::span before = std::span(blocks).first(i);
      const bool one_row = std::all_of(before.begin(), before.end(), [&](const ui::Box& other) {
        return other.top == blocks[i].top;
      });
      const ThreadPlace& thread = layout.blocks[i].threads.front();
      for (const ArrayPlace& from : layout.arrays) {
        if (!one_row || from.lanes || from.cells.right > blocks.front().left) continue;
        const Curve curve = curve_out_of(from, from.cell(0), thread.card, 1.0F);
        const std::vector<ui::Box> others = others_of(layout, thread.thread);
        const Arrow arrow = around_words_and_cards(curve, {.card = thread.card,
                                                           .block = blocks[i],
                                                           .others = others,
                                                           .blocks = blocks,
                                                           .arrays = layout.arrays,
                                                           .top = room.top - 6,
                                                           .unit = 1.0F});
        EXPECT_FALSE(arrow.crosses(before)) << lesson.id << " block " << i;
        ++passed;
      }
    }
  }
  EXPECT_GT(passed, 0) << "some lesson has arrays beside several blocks";
}

TEST(BoardRoutes, HeadsOfArrowsFromAbovePointDownAtTheCardsOfLowerRows) {
  int lower = 0;
  for (const auto& [lesson, trace, layout, room] : boards_in({ui::Box{20, 10, 556, 572}})) {
    const BlockPlace& block = layout.blocks.front();
    const float first_row = block.threads.front().card.bottom;
    for (const ArrayPlace& from : layout.arrays) {
      if (from.lanes || from.size == 0 || from.cells.bottom > block.box.top) continue;
      for (const ThreadPlace& thread : block.threads) {
        if (thread.card.top < first_row) continue;
        const ArrowHead head = head_of(arrow_between(layout, from, thread), kArrowHead);
        const float high = head.tip.y - (head.one.y + head.other.y) / 2;
        EXPECT_GE(high, 0.5F * kArrowHead) << lesson << " thread " << thread.thread;
        ++lower;
      }
    }
  }
  EXPECT_GT(lower, 0) << "some lesson has threads in several rows";
}

/// Beside a row, an arrow would seem to begin at the row's last cell.
TEST(BoardRoutes, ArrowsThatLeaveBesideARowBeginBelowTheirCellAndKeepOffTheOthers) {
  int below = 0;
  for (const LessonBoard& board : boards_in({ui::Box{0, 0, 640, 500}})) {
    const ThreadPlace& thread = board.layout.blocks.front().threads.front();
    for (const ArrayPlace& array : board.layout.arrays) {
      if (array.lanes || array.size < 2 || array.per_row < 2) continue;
      const ui::Box cell = array.cell(0);
      Curve curve = curve_out_of(array, cell, thread.card, 1.0F);
      const std::vector<Curve> legs = legs_below_row(array, cell, 0, 1.0F, curve);
      if (legs.empty()) continue;
      EXPECT_TRUE(cell.contains(legs.front().from)) << board.lesson;
      EXPECT_EQ(legs.back().to.x, curve.from.x) << board.lesson;
      EXPECT_EQ(legs.back().to.y, curve.from.y) << board.lesson;
      std::vector<ui::Box> others;
      for (int i = 1; i < array.size; ++i) others.push_back(array.cell(i));
      EXPECT_FALSE(Arrow(legs).crosses(others)) << board.lesson;
      // A write's head points up into the cell.
      const ArrowHead head = head_of(Arrow(curve).after(legs).reversed(), kArrowHead);
      EXPECT_LT(head.tip.y, head.one.y) << board.lesson;
      EXPECT_NEAR(head.tip.x, (head.one.x + head.other.x) / 2, 0.5F) << board.lesson;
      ++below;
    }
  }
  EXPECT_GT(below, 0) << "some lesson has an array beside its threads";
}

}  // namespace
}  // namespace heatwave::stage_room
