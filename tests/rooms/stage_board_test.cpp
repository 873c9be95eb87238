// The layout of the Stage's board: inside its room, without overlaps, legible.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/rooms/stage/board.h"
#include "app/rooms/stage/board_key.h"
#include "app/rooms/stage/board_layout.h"
#include "app/rooms/stage/board_scalars.h"
#include "kernels/stage/lesson_catalogue.h"
#include "tests/sanitized.h"

namespace heatwave::stage_room {
namespace {

stage::Trace played(const stage::Lesson& lesson, const std::string& version,
                    const std::map<std::string, std::vector<double>>& inputs = {}) {
  stage::PlaySettings settings{.version = version, .inputs = inputs, .schedule = lesson.schedule};
  if (settings.schedule.kind == stage::Schedule::Kind::chosen) {
    settings.schedule.kind = stage::Schedule::Kind::lockstep;  // plays to the end
  }
  return stage::play(lesson, stage::completed(lesson, settings));
}

bool overlap(const ui::Box& a, const ui::Box& b) {
  constexpr float kTouch = 0.5F;
  return a.left + kTouch < b.right && b.left + kTouch < a.right && a.top + kTouch < b.bottom &&
         b.top + kTouch < a.bottom;
}

bool holds(const ui::Box& outer, const ui::Box& inner) {
  constexpr float kTouch = 0.5F;
  return inner.left >= outer.left - kTouch && inner.right <= outer.right + kTouch &&
         inner.top >= outer.top - kTouch && inner.bottom <= outer.bottom + kTouch;
}

void expect_apart(const std::vector<ui::Box>& boxes, const std::string& what) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(boxes[i], boxes[j])) << what;
  }
}

std::vector<ui::Box> boxes_of(const std::vector<ArrayPlace>& places) {
  std::vector<ui::Box> boxes;
  for (const ArrayPlace& place : places) boxes.push_back(place.box);
  return boxes;
}

void expect_block_in_order(const BlockPlace& block, const std::string& what) {
  std::vector<ui::Box> boxes = boxes_of(block.shared);
  for (const ui::Box& warp : block.warps) boxes.push_back(warp);
  if (block.banks.height() > 0) boxes.push_back(block.banks);
  expect_apart(boxes, what);
  for (const ui::Box& box : boxes) EXPECT_TRUE(holds(block.box, box)) << what;
  std::vector<ui::Box> cards;
  for (const ThreadPlace& thread : block.threads) cards.push_back(thread.card);
  expect_apart(cards, what);
  for (const ui::Box& card : cards) EXPECT_TRUE(holds(block.box, card)) << what;
}

void expect_in_order(BoardLayout layout, const ui::Box& room, const std::string& what) {
  layout.open(0);
  std::vector<ui::Box> boxes = boxes_of(layout.arrays);
  for (const BlockPlace& block : layout.blocks) {
    boxes.push_back(block.box);
    expect_block_in_order(block, what);
  }
  expect_apart(boxes, what);
  for (const ui::Box& box : boxes) {
    EXPECT_GE(box.left, room.left - 0.5F) << what;
    EXPECT_LE(box.right, room.right + 0.5F) << what;
    EXPECT_GE(box.top, room.top) << what;
    EXPECT_LE(box.bottom, layout.box.bottom + 0.5F) << what;
  }
}

std::vector<std::string> versions_of(const stage::Lesson& lesson) {
  std::vector<std::string> ids;
  for (const stage::Version& version : lesson.versions) ids.push_back(version.id);
  if (ids.empty()) ids.emplace_back();
  return ids;
}

const std::vector<ui::Box>& rooms() {
  static const std::vector<ui::Box> kRooms{
      {20, 10, 556, 572}, {12, 6, 900, 396}, {12, 6, 1488, 770}, {0, 0, 780, 500}};
  return kRooms;
}

TEST(StageBoard, NothingStandsOnTopOfAnotherInAnyLesson) {
  for (const stage::Lesson& lesson : stage::lessons()) {
    for (const std::string& version : versions_of(lesson)) {
      const stage::Trace trace = played(lesson, version);
      for (const ui::Box& room : rooms()) {
        const std::string what = lesson.id + " " + version + " " + std::to_string(room.width());
        const int launch = trace.launches.empty() ? -1 : 0;
        expect_in_order(lay_out_board(trace, launch, room, 1.0F), room, what);
      }
    }
  }
}

/// Visits the board of each lesson's first launch, with its first block open, in each room.
template <typename Visit>
void visit_first_launches(const Visit& visit) {
  for (const stage::Lesson& lesson : stage::lessons()) {
    const stage::Trace trace = played(lesson, versions_of(lesson).front());
    if (trace.launches.empty()) continue;
    for (const ui::Box& room : rooms()) {
      BoardLayout layout = lay_out_board(trace, 0, room, 1.0F);
      layout.open(0);
      visit(layout, lesson.id + ' ' + std::to_string(room.width()));
    }
  }
}

TEST(StageBoard, NoHeadOfAnArrowLiesBehindTheWordsOfAWarp) {
  int titles = 0;
  visit_first_launches([&](const BoardLayout& layout, const std::string& what) {
    const BlockPlace& block = layout.blocks.front();
    const float half = kArrowHead * layout.sizes.unit / 2;
    for (const ui::Box& title : block.titles) {
      ++titles;
      for (const ThreadPlace& thread : block.threads) {
        const float middle = (thread.card.left + thread.card.right) / 2;
        const float point = thread.card.top - layout.sizes.tag();  // above the word of the action
        const ui::Box head{middle - half, point - 2 * half, middle + half, point};
        EXPECT_FALSE(overlap(title, head)) << what << " thread " << thread.thread;
      }
    }
  });
  EXPECT_GT(titles, 0) << "some lesson has several warps in a block";
}

TEST(StageBoard, EveryArrayAndThreadOfTheLaunchHasItsPlace) {
  for (const stage::Lesson& lesson : stage::lessons()) {
    const stage::Trace trace = played(lesson, versions_of(lesson).back());
    const int shown = trace.launches.empty() ? -1 : 0;
    const BoardLayout layout = lay_out_board(trace, shown, rooms().front(), 1.0F);
    for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
      const stage::ArrayInfo& info = trace.arrays[i];
      const bool in_cells = lesson.id == "coalescing" && info.name == "at";  // shown as lanes
      const bool here = !in_cells && (info.space != stage::Space::shared || info.launch == 0);
      EXPECT_EQ(layout.place_of_array(static_cast<int>(i)) != nullptr, here) << info.name;
    }
    if (shown < 0) continue;
    const stage::LaunchInfo& launch = trace.launches.front();
    const int threads = launch.blocks * launch.threads;
    for (int thread = 0; thread < threads; ++thread) {
      const ThreadPlace* place = layout.place_of_thread(thread);
      ASSERT_NE(place, nullptr) << lesson.id;
      EXPECT_EQ(place->thread, thread) << lesson.id;
    }
    EXPECT_EQ(layout.place_of_thread(threads), nullptr);
    EXPECT_EQ(layout.place_of_thread(-1), nullptr);
  }
}

TEST(StageBoard, EachArrayHasItsNameWhereNoArrowsEndAndRoomForTheirHeads) {
  int found = 0;
  visit_first_launches([&](const BoardLayout& layout, const std::string& what) {
    const float head = kArrowHead * layout.sizes.unit;
    for (const ArrayPlace& array : layout.arrays) {
      EXPECT_LE(array.heading.bottom, array.cells.top + 0.5F) << what;
    }
    for (const ArrayPlace& array : layout.blocks.front().shared) {
      EXPECT_GE(array.heading.top, array.cells.bottom) << what << ": arrows come from above";
      EXPECT_LE(array.box.top + head, array.cells.top + 0.5F) << what;
      EXPECT_TRUE(holds(array.box, array.heading)) << what;
      ++found;
    }
  });
  EXPECT_GT(found, 0) << "some lesson has shared memory";
}

TEST(StageBoard, EveryCellIsFoundWhereItStands) {
  const stage::Trace trace = played(stage::find_lesson("pitch"), "pitched");
  const BoardLayout layout = lay_out_board(trace, 0, rooms().front(), 1.0F);
  const ArrayPlace& place = layout.arrays.front();
  ASSERT_EQ(place.size, 24 * 128);
  EXPECT_FALSE(place.values);
  for (std::int64_t i = 0; i < place.size; ++i) {
    const ui::Box cell = place.cell(i);
    EXPECT_EQ(place.cell_at({(cell.left + cell.right) / 2, (cell.top + cell.bottom) / 2}), i);
  }
  EXPECT_EQ(place.cell_at({place.cells.right + 1, place.cells.top}), -1);
}

TEST(StageBoard, RowsThatNoThreadUsesAreOneLineSoThatTheOthersAreLarge) {
  const stage::Lesson& lesson = stage::find_lesson("banks");
  const ui::Box room{12, 3, 548, 571};  // the room of a window of 1280 × 800
  const stage::Trace trace = played(lesson, "stride", {{"stride", {2}}});
  const BoardLayout layout = lay_out_board(trace, 0, room, 1.0F);
  const ArrayPlace& place = layout.blocks.front().shared.front();
  ASSERT_EQ(place.rows(), 32);
  ASSERT_EQ(place.folds.size(), 1U);
  EXPECT_EQ(place.folds.front().first, 2) << "32 lanes with a stride of 2 use 64 words";
  EXPECT_EQ(place.folds.front().last, 31);
  EXPECT_GE(place.folds.front().height, layout.sizes.small) << "its words are legible";
  for (std::int64_t i = 0; i < place.size; ++i) {
    const ui::Box cell = place.cell(i);
    const ImVec2 middle{(cell.left + cell.right) / 2, cell.top + place.cell_height / 2};
    EXPECT_EQ(place.cell_at(middle), i < 64 ? i : -1) << i;
    EXPECT_TRUE(place.cells.contains(middle)) << i;
  }
  const stage::Trace all = played(lesson, "stride", {{"stride", {32}}});
  const BoardLayout whole = lay_out_board(all, 0, room, 1.0F);
  const ArrayPlace& rows = whole.blocks.front().shared.front();
  EXPECT_TRUE(rows.folds.empty()) << "each lane uses another row";
  EXPECT_GT(place.cell_height, rows.cell_height);
  EXPECT_GE(layout.sizes.value, whole.sizes.value);
}

TEST(StageBoard, LanesStandInCellsThatHoldTheirNumbersAndCanBeDraggedBeyondTheEdge) {
  const stage::Trace trace = played(stage::find_lesson("coalescing"), "strided");
  const ui::Box room{12, 3, 500, 551};  // the room of a window of 1280 × 800
  const BoardLayout layout = lay_out_board(trace, 0, room, 1.0F);
  const ArrayPlace& place = layout.arrays.front();
  ASSERT_TRUE(place.lanes);
  ASSERT_EQ(place.size, 256);
  EXPECT_GE(place.cell_height, 19) << "letters of an em of 16";
  EXPECT_GE(place.cell_width, 19) << "two digits must fit";
  EXPECT_EQ(place.cell_near({place.cells.left - 50, place.cells.top - 50}), 0);
  EXPECT_EQ(place.cell_near({place.cells.right + 50, place.cells.top + 1}), 15);
  EXPECT_EQ(place.cell_near({place.cells.right + 50, place.cells.bottom + 50}), 255);
  const ui::Box cell = place.cell(100);
  EXPECT_EQ(place.cell_near({cell.left + 1, cell.top + 1}), 100);
}

TEST(StageBoard, ThePointerBetweenRowsFindsNoCell) {
  const stage::Trace trace = played(stage::find_lesson("dot"), "");
  const BoardLayout layout = lay_out_board(trace, 0, {0, 0, 300, 572}, 1.0F);
  const ArrayPlace& a = layout.arrays.front();
  ASSERT_GT(a.size, a.per_row) << "the array wraps in a narrow room";
  const ui::Box first = a.cell(0);
  EXPECT_EQ(a.cell_at({first.left + 2, first.bottom + 2}), -1);
}

TEST(StageBoard, LettersAreNeverSmallerThanCanBeReadAndGrowWithTheRoom) {
  for (const stage::Lesson& lesson : stage::lessons()) {
    const stage::Trace trace = played(lesson, versions_of(lesson).front());
    for (const float unit : {1.0F, 2.0F}) {
      const ui::Box narrow{0, 0, 540 * unit, 560 * unit};
      const ui::Box wide{0, 0, 1476 * unit, 760 * unit};
      const BoardSizes small = lay_out_board(trace, 0, narrow, unit).sizes;
      const BoardSizes large = lay_out_board(trace, 0, wide, unit).sizes;
      EXPECT_GE(small.value, 19 * unit) << lesson.id << ": an em of 16";
      EXPECT_GE(small.small, 19 * unit) << lesson.id << ": an em of 16";
      EXPECT_GE(large.value, small.value) << lesson.id;
    }
  }
}

/// The sizes of a layout: text, and cells without values.
struct Largeness {
  float value = 0.0F;
  float small = 0.0F;
  float dense_width = 1e6F;
  float dense_height = 1e6F;
};

Largeness largeness_of(const BoardLayout& layout) {
  Largeness all{layout.sizes.value, layout.sizes.small};
  for (const ArrayPlace& place : layout.arrays) {
    if (place.values) continue;
    all.dense_width = std::min(all.dense_width, place.cell_width);
    all.dense_height = std::min(all.dense_height, place.cell_height);
  }
  return all;
}

void expect_no_smaller(const Largeness& before, const Largeness& now, const std::string& what) {
  constexpr float kTouch = 0.1F;
  EXPECT_GE(now.value, before.value - kTouch) << what;
  EXPECT_GE(now.small, before.small - kTouch) << what;
  EXPECT_GE(now.dense_width, before.dense_width - kTouch) << what;
  EXPECT_GE(now.dense_height, before.dense_height - kTouch) << what;
}

TEST(StageBoard, MoreRoomNeverMakesAnythingSmaller) {
  for (const stage::Lesson& lesson : stage::lessons()) {
    for (const std::string& version : versions_of(lesson)) {
      const stage::Trace trace = played(lesson, version);
      const int launch = trace.launches.empty() ? -1 : 0;
      const std::string what = lesson.id + " " + version;
      for (const float fixed : {540.0F, 830.0F}) {
        Largeness wider{0, 0, 0, 0};
        Largeness higher = wider;
        for (float side = 440; side <= 1480; side += test::kSanitized ? 520.0F : 40.0F) {
          const ui::Box wide{0, 0, side, fixed};
          const ui::Box high{0, 0, fixed, side};
          const Largeness in_wide = largeness_of(lay_out_board(trace, launch, wide, 1.0F));
          const Largeness in_high = largeness_of(lay_out_board(trace, launch, high, 1.0F));
          expect_no_smaller(wider, in_wide, what + ", wide " + std::to_string(side));
          expect_no_smaller(higher, in_high, what + ", high " + std::to_string(side));
          wider = in_wide;
          higher = in_high;
        }
      }
    }
  }
}

TEST(StageBoard, NumbersOfLanesAreAsLargeAsTheOtherLetters) {
  for (const float width : {540.0F, 760.0F, 1000.0F, 1476.0F}) {
    const stage::Trace trace = played(stage::find_lesson("coalescing"), "aligned");
    const BoardLayout layout = lay_out_board(trace, 0, {0, 0, width, 540}, 1.0F);
    const ArrayPlace& place = layout.arrays.front();
    ASSERT_TRUE(place.lanes);
    EXPECT_FALSE(place.narrow) << width;
    EXPECT_GE(place.cell_width, 22) << "two digits of 16 px at " << width;
    EXPECT_GE(place.cell_height, 19) << width;
  }
}

/// Expects a place for each block in the row, none of them in the way of the open block.
void expect_folded_in_order(const BoardLayout& layout, const ui::Box& room,
                            const std::string& what) {
  if (layout.folded.empty()) return;
  ASSERT_EQ(layout.folded.size(), layout.blocks.size()) << what;
  std::vector<ui::Box> boxes = boxes_of(layout.arrays);
  for (const BlockPlace& place : layout.folded) {
    if (place.box.height() > 0) boxes.push_back(place.box);
  }
  for (std::size_t open = 0; open < layout.blocks.size(); ++open) {
    BoardLayout opened = layout;
    opened.open(static_cast<int>(open));
    boxes.push_back(opened.blocks[open].box);
    expect_apart(boxes, what);
    for (const ui::Box& box : boxes) EXPECT_TRUE(holds(room, box)) << what;
    boxes.pop_back();
    for (std::size_t i = 0; i < opened.blocks.size(); ++i) {
      EXPECT_EQ(opened.blocks[i].folded, i != open) << what;
      const int first = opened.blocks[i].threads.front().thread;
      EXPECT_EQ(opened.block_of_thread(first), &opened.blocks[i]) << what;
      EXPECT_EQ(opened.place_of_thread(first)->thread, first) << what;
    }
  }
}

/// Expects that each lesson fits in one of two rooms, beside a source of its usual width or of its
/// minimum, with no text below `least` times body text.
void expect_all_lessons_fit(const std::array<ui::Box, 2>& rooms, float unit, float least,
                            const std::set<std::string>& except = {}) {
  for (const stage::Lesson& lesson : stage::lessons()) {
    if (except.contains(lesson.id)) continue;
    for (const std::string& version : versions_of(lesson)) {
      const stage::Trace trace = played(lesson, version);
      const std::string what = lesson.id + " " + version;
      bool fits = false;
      for (const ui::Box& room : rooms) {
        const BoardLayout layout =
            lay_out_board(trace, trace.launches.empty() ? -1 : 0, room, unit, least);
        if (fits || !layout.fits(room)) continue;
        fits = true;
        EXPECT_GE(layout.sizes.small, 19 * unit * std::min(1.0F, least) - 0.01F) << what;
        expect_folded_in_order(layout, room, what);
      }
      EXPECT_TRUE(fits) << what;
    }
  }
}

TEST(StageBoard, EveryLessonFitsInASmallWindowWithoutScrolling) {
  // A window of 1280 × 800: the board beside the panel, and beside a lecture's text with the source
  // at its minimum width.
  expect_all_lessons_fit({{{12, 3, 487, 541}, {12, 3, 500, 541}}}, 1, 1);
}

TEST(StageBoard, EveryLessonFitsWhereItIsPresented) {
  // 1280 × 800, where 32 lanes with their numbers in the cells of an array need more room.
  expect_all_lessons_fit({{{36, 21, 698, 632}, {36, 21, 800, 632}}}, 1.5F, 800 / 40.0F / 24,
                         {"coalescing", "banks"});
  // 1920 × 1080
  expect_all_lessons_fit({{{40, 23, 1193, 877}, {40, 23, 1193, 877}}}, 1.6875F, 1);
}

TEST(StageBoard, ABoardThatWouldBeCutAtScale2IsSmallerAsAWholeButNotThanAtScale1) {
  const ui::Box room{32, 116, 1120, 384};  // above the source in a window of 1280 × 800
  for (const stage::Lesson& lesson : stage::lessons()) {
    // Arrays and many threads, which scroll at scale 1 in a room of this height, too.
    for (const std::string& version : versions_of(lesson)) {
      const stage::Trace trace = played(lesson, version);
      const int launch = trace.launches.empty() ? -1 : 0;
      const BoardLayout layout = lay_out_board(trace, launch, room, 2.0F);
      const std::string what = lesson.id + " " + version;
      EXPECT_GE(layout.sizes.unit, 1.0F) << what;
      EXPECT_GE(layout.sizes.small, 19 - 0.01F) << what;
      const bool fits_at_1 = lay_out_board(trace, launch, room, 1.05F).fits(room);
      EXPECT_TRUE(layout.fits(room) || !fits_at_1) << what;
      if (layout.fits(room)) expect_folded_in_order(layout, room, what);
    }
  }
  const stage::Trace tiles = played(stage::find_lesson("matmul-tile"), "");
  EXPECT_TRUE(lay_out_board(tiles, 0, room, 2.0F).fits(room));
}

TEST(StageBoard, SeveralBlocksKeepTheirRowWhereOneIsPresented) {
  struct Presented {
    const char* lesson;
    const char* version;
    ui::Box room;
    float unit;
    float least;
  };
  // A window of 1280 × 800 at scale 2, above the source, and at scale 1, beside it.
  for (const Presented& each : {Presented{"matmul-tile", "", {48, 28, 1232, 388}, 2.0F, 0.625F},
                                Presented{"dot", "", {36, 21, 602, 653}, 1.5F, 800 / 40.0F / 24}}) {
    const stage::Trace trace = played(stage::find_lesson(each.lesson), each.version);
    const BoardLayout layout = lay_out_board(trace, 0, each.room, each.unit, each.least);
    EXPECT_TRUE(layout.fits(each.room)) << each.lesson;
    EXPECT_GE(layout.sizes.small, 19 * each.unit * each.least - 0.01F) << each.lesson;
    if (layout.folded.empty()) continue;  // all blocks are open
    for (const BlockPlace& place : layout.folded) EXPECT_GT(place.box.height(), 0) << each.lesson;
    expect_folded_in_order(layout, each.room, each.lesson);
  }
}

TEST(StageBoard, OtherBlocksAreInSightWhereOneIsOpenAtScale2) {
  const stage::Trace trace = played(stage::find_lesson("dot"), "");
  const ui::Box room{48, 120, 996, 700};  // beside the source in a window of 1920 × 1080
  const BoardLayout layout = lay_out_board(trace, 0, room, 2.0F);
  EXPECT_TRUE(layout.fits(room));
  for (const BlockPlace& place : layout.folded) EXPECT_GT(place.box.height(), 0);
  expect_folded_in_order(layout, room, "dot");
}

TEST(StageBoard, NoArrayStandsBetweenAMutexAndTheThreadsThatWaitForIt) {
  const stage::Trace trace = played(stage::find_lesson("lock"), "");
  ASSERT_TRUE(board_facts(trace).circle);
  // Presented at scale 2 in a window of 1920 × 1080, and beside the panel in one of 1280 × 800.
  struct Room {
    ui::Box box;
    float unit;
    float least;
  };
  for (const Room& room : {Room{{59, 36, 731, 660}, 2.25F, 0.75F}, Room{{12, 3, 500, 541}, 1, 1}}) {
    const BoardLayout layout = lay_out_board(trace, 0, room.box, room.unit, room.least);
    ASSERT_EQ(layout.arrays.size(), 2U);
    const ArrayPlace& mutex = layout.arrays.back();
    ASSERT_TRUE(trace.arrays[static_cast<std::size_t>(mutex.array)].is_mutex);
    EXPECT_GE(mutex.cells.bottom, layout.arrays.front().cells.bottom) << room.unit;
    // The words above the blocks and below them have room on the board.
    const float word = layout.sizes.label;
    const ui::Box& block = layout.blocks.front().box;
    EXPECT_GE(block.top - mutex.box.bottom, 1.2F * word + 18 * room.unit) << room.unit;
    EXPECT_LE(block.bottom + word / 2, room.box.bottom + 0.5F) << room.unit;
    EXPECT_TRUE(layout.fits(room.box)) << room.unit;
  }
}

TEST(StageBoard, IndicesOfASharedArrayAreClearOfTheArrowsToItsCells) {
  for (const char* lesson : {"dot", "banks"}) {
    const stage::Trace trace = played(stage::find_lesson(lesson), "");
    const BoardLayout layout = lay_out_board(trace, 0, rooms().front(), 1.0F);
    for (const BlockPlace& block : layout.blocks) {
      for (const ArrayPlace& place : block.shared) {
        EXPECT_TRUE(place.index_below) << lesson;
        EXPECT_GE(place.box.bottom, place.cells.bottom + layout.sizes.small) << lesson;
      }
    }
  }
}

TEST(StageBoard, AGridBelowTheThreadsIsAsWideAsTheirCards) {
  const stage::Trace trace = played(stage::find_lesson("banks"), "", {{"stride", {32}}});
  const BoardLayout layout = lay_out_board(trace, 0, {12, 6, 1000, 770}, 1.0F);
  const BlockPlace& block = layout.blocks.front();
  const ArrayPlace& grid = block.shared.front();
  ASSERT_FALSE(grid.values);
  float right = 0;
  for (const ThreadPlace& thread : block.threads) right = std::max(right, thread.card.right);
  EXPECT_NEAR(grid.cells.right, right, 0.5F);
  EXPECT_TRUE(holds(block.box, grid.box));
}

TEST(StageBoard, AnArrayIsNamedAsTheKernelNamesItToo) {
  const stage::Trace heat = played(stage::find_lesson("heat"), "global");
  EXPECT_EQ(array_title(heat, 0, 0), "u (from)");
  EXPECT_EQ(array_title(heat, 0, 1), "v (to)");
  EXPECT_EQ(array_title(heat, 1, 0), "u (to)");
  EXPECT_EQ(array_title(heat, -1, 0), "u");
  const stage::Trace dot = played(stage::find_lesson("dot"), "");
  for (int i = 0; i < static_cast<int>(dot.arrays.size()); ++i) {
    EXPECT_EQ(array_title(dot, 0, i), dot.arrays[static_cast<std::size_t>(i)].name);
  }
}

TEST(StageBoard, TheNumbersOfALaunchIncludeThoseOfItsTemplate) {
  const stage::Trace trace = stage::play(stage::find_lesson("matmul-tile"), {});
  EXPECT_EQ(scalars_text(trace, 0), "n = 4, TILE = 2");
}

TEST(StageBoard, TheNumbersOfALaunchHaveAPlaceOfTheirOwn) {
  int found = 0;
  for (const stage::Lesson& lesson : stage::lessons()) {
    const stage::Trace trace = played(lesson, versions_of(lesson).front());
    if (trace.launches.empty() || scalars_text(trace, 0).empty()) continue;
    for (const ui::Box& room : rooms()) {
      const BoardLayout layout = lay_out_board(trace, 0, room, 1.0F);
      if (layout.arrays.empty()) continue;  // they stand beside the title of the block
      const std::string what = lesson.id + " " + std::to_string(room.width());
      ASSERT_GT(layout.scalars.width(), 0) << what;
      std::vector<ui::Box> boxes = boxes_of(layout.arrays);
      boxes.push_back(layout.scalars);
      for (const BlockPlace& block : layout.blocks) {
        if (layout.folded.empty()) boxes.push_back(block.box);
      }
      expect_apart(boxes, what);
      EXPECT_GE(layout.scalars.left, room.left - 0.5F) << what;
      EXPECT_LE(layout.scalars.right, room.right + 0.5F) << what;
      EXPECT_GE(layout.scalars.top, room.top - 0.5F) << what;
      ++found;
    }
  }
  EXPECT_GT(found, 10);
}

TEST(StageBoard, TheKeyOfSignsHasASecondLineWhereTheFirstIsTooShort) {
  EXPECT_EQ(board_key_height({0, 0, 630, 541}, 1.0F), 26);
  EXPECT_EQ(board_key_height({0, 0, 490, 541}, 1.0F), 52);
  EXPECT_EQ(board_key_height({0, 0, 760, 700}, 2.25F), 117);
  EXPECT_EQ(board_key_height({0, 0, 440, 170}, 1.0F), 0) << "a low board needs its room";
}

TEST(StageBoard, FourBlocksAreAllOpenWhereSmallerTextLetsThemFit) {
  const stage::Trace trace = played(stage::find_lesson("heat"), "global");
  const ui::Box room{36, 21, 698, 632};  // presented in a window of 1280 × 800
  EXPECT_FALSE(lay_out_board(trace, 0, room, 1.5F).folded.empty());
  const BoardLayout small = lay_out_board(trace, 0, room, 1.5F, 0.83F);
  EXPECT_TRUE(small.folded.empty());
  EXPECT_LT(small.sizes.value, 19 * 1.5F);
  expect_in_order(small, room, "heat");
}

TEST(StageBoard, TheLessonsOfTheCourseFitBesideTheirSource) {
  const ui::Box room{12, 3, 548, 571};  // the room of a window of 1280 × 800
  for (const char* id : {"memory", "pitch", "coalescing", "banks", "dot", "race", "lock"}) {
    const stage::Lesson& lesson = stage::find_lesson(id);
    for (const std::string& version : versions_of(lesson)) {
      const BoardLayout layout = lay_out_board(played(lesson, version), 0, room, 1.0F);
      EXPECT_LE(layout.box.bottom, room.bottom + 0.5F) << id << " " << version;
    }
  }
}

TEST(StageBoard, ManyBlocksAndThreadsStayInOrderEvenWhereTheyMustScroll) {
  const stage::Trace trace =
      played(stage::find_lesson("reverse"), "shared", {{"blocks", {8}}, {"threads", {32}}});
  const ui::Box room{0, 0, 540, 560};
  const BoardLayout layout = lay_out_board(trace, 0, room, 1.0F);
  expect_in_order(layout, room, "8 blocks of 32");
  EXPECT_EQ(layout.blocks.size(), 8U);
  EXPECT_GT(layout.box.bottom, room.bottom);
}

TEST(StageBoard, ALaunchToComeStandsWhereItWillStand) {
  const stage::Trace trace = played(stage::find_lesson("heat"), "global");
  EXPECT_EQ(shown_launch(trace, trace.start), 0);
  EXPECT_EQ(shown_launch(trace, trace.at(static_cast<int>(trace.steps.size()))),
            static_cast<int>(trace.launches.size()) - 1);
  const ui::Box room = rooms().front();
  const BoardLayout first = lay_out_board(trace, 0, room, 1.0F);
  const BoardLayout second = lay_out_board(trace, 1, room, 1.0F);
  ASSERT_EQ(first.blocks.size(), second.blocks.size());
  for (std::size_t i = 0; i < first.blocks.size(); ++i) {
    EXPECT_EQ(first.blocks[i].box.left, second.blocks[i].box.left);
    EXPECT_EQ(first.blocks[i].box.bottom, second.blocks[i].box.bottom);
  }
}

TEST(StageBoard, ValuesAreWrittenInAsFewLettersAsSayThem) {
  EXPECT_EQ(board_value(0), "0");
  EXPECT_EQ(board_value(-0.0), "0");
  EXPECT_EQ(board_value(183), "183");
  EXPECT_EQ(board_value(-12), "-12");
  EXPECT_EQ(board_value(14.0625), "14.06");
  EXPECT_EQ(board_value(0.5), "0.5");
}

TEST(StageBoard, KnowsRegistersBarriersAndBanksOfAPlay) {
  const BoardFacts dot = board_facts(played(stage::find_lesson("dot"), ""));
  EXPECT_EQ(dot.locals, (std::vector<std::string>{"tid", "temp", "i"}));
  EXPECT_TRUE(dot.barriers);
  EXPECT_FALSE(dot.banks);
  const BoardFacts banks = board_facts(played(stage::find_lesson("banks"), "padded-column"));
  EXPECT_TRUE(banks.banks) << "banks are shown without a conflict too, for comparison";
  EXPECT_FALSE(banks.barriers);
}

}  // namespace
}  // namespace heatwave::stage_room
