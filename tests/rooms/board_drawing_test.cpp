// The parts that the Stage's board only draws: heads of arrows, marks of sectors, faces of cards.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "app/rooms/stage/board_changes.h"
#include "app/rooms/stage/board_key.h"
#include "app/rooms/stage/board_parts.h"
#include "app/rooms/stage/board_sectors.h"
#include "app/rooms/stage/board_view.h"
#include "app/rooms/stage/play_rules.h"
#include "app/ui/look.h"
#include "kernels/stage/lesson_catalogue.h"
#include "tests/ui/without_a_screen.h"

namespace heatwave::stage_room {
namespace {

float apart(ImVec2 a, ImVec2 b) { return std::hypot(b.x - a.x, b.y - a.y); }

/// A pen without a window, in one of the two themes.
struct Pen {
  explicit Pen(bool dark) : theme(ui::theme_of(dark)) {}

  ui::Theme theme;
  ui::FontSet fonts;
  ui::Memory memory;
  ui::Look look{.theme = theme,
                .fonts = fonts,
                .unit = 1.0F,
                .memory = memory,
                .places = nullptr,
                .is_for_picture = false};
  /// Nothing can be drawn into it without a context of Dear ImGui.
  ImDrawList list{ImGui::GetCurrentContext() == nullptr ? nullptr : ImGui::GetDrawListSharedData()};
  BoardPen board{look, list, nullptr, 16.0F};
};

TEST(BoardDrawing, AHeadEndsWhereItsArrowDoesAndIsAsLongAsWide) {
  const ui::Box cell{40, 20, 70, 50};
  for (const ui::Box& card : {ui::Box{30, 200, 80, 260}, ui::Box{300, 10, 350, 60}}) {
    const Arrow arrow{curve_between(cell, card)};
    for (const float unit : {1.0F, 2.0F}) {
      const float length = head_length(2.5F * unit, unit);
      const ArrowHead head = head_of(arrow, length);
      EXPECT_EQ(apart(head.tip, arrow.to()), 0.0F);
      EXPECT_NEAR(apart(head.one, head.other), length, 0.01F);
      const ImVec2 back{(head.one.x + head.other.x) / 2, (head.one.y + head.other.y) / 2};
      EXPECT_NEAR(apart(head.tip, back), length, 0.01F);
      EXPECT_GE(length, 10 * unit) << "a head is seen from the last row";
      const bool at_edge = head.tip.x == card.left || head.tip.y == card.top;
      EXPECT_TRUE(at_edge) << "an arrow ends at the edge of a card";
    }
  }
  EXPECT_FLOAT_EQ(head_length(2.5F, 1), kArrowHead) << "the layout keeps room for it";
}

ArrayPlace array_of(int cells, int per_row, bool values) {
  ArrayPlace place{.array = 0, .size = cells, .per_row = per_row, .values = values};
  place.cell_width = place.cell_height = 20;
  place.row_pitch = 40;
  const auto rows = static_cast<float>((cells + per_row - 1) / per_row);
  place.cells = {100, 100, 100 + 20.0F * static_cast<float>(per_row), 100 + 40 * rows - 20};
  return place;
}

TEST(BoardDrawing, ASectorInOneRowHasAFrameAroundItsCells) {
  const ArrayPlace place = array_of(16, 16, true);
  const std::vector<ui::Box> marks = sector_marks(place, 8, 16, 1);
  ASSERT_EQ(marks.size(), 1U);
  EXPECT_LT(marks.front().top, place.cell(8).top);
  EXPECT_GT(marks.front().bottom, place.cell(8).bottom);
  EXPECT_NEAR(marks.front().left, place.cell(8).left, 2);
  EXPECT_NEAR(marks.front().right, place.cell(15).right, 2);
  const std::vector<ui::Box> before = sector_marks(place, 0, 8, 1);
  ASSERT_EQ(before.size(), 1U);
  EXPECT_LT(before.front().right, marks.front().left) << "sectors side by side are told apart";
}

TEST(BoardDrawing, ASectorThatFillsSeveralRowsHasOneFrameAroundAll) {
  const ArrayPlace place = array_of(16, 4, true);
  const std::vector<ui::Box> marks = sector_marks(place, 8, 16, 1);
  ASSERT_EQ(marks.size(), 1U) << "it counts as one";
  const ui::Box& frame = marks.front();
  EXPECT_LT(frame.top, place.cell(8).top);
  EXPECT_GT(frame.bottom, place.cell(12).bottom);
  EXPECT_GT(frame.top, place.cell(4).bottom) << "the rows above belong to another sector";
}

TEST(BoardDrawing, ASectorThatBeginsInARowHasAFrameInEach) {
  const ArrayPlace place = array_of(12, 6, true);
  EXPECT_EQ(sector_marks(place, 2, 10, 1).size(), 2U);
}

TEST(BoardDrawing, ASectorOfCellsWithoutValuesIsTheCellsThemselves) {
  const ArrayPlace place = array_of(32, 16, false);
  const std::vector<ui::Box> marks = sector_marks(place, 12, 20, 1);
  ASSERT_EQ(marks.size(), 2U);
  EXPECT_EQ(marks[0].left, place.cell(12).left);
  EXPECT_EQ(marks[0].right, place.cell(15).right);
  EXPECT_EQ(marks[1].left, place.cell(16).left);
  EXPECT_EQ(marks[1].bottom, place.cell(19).bottom);
}

TEST(BoardDrawing, BelowAnArrayWithLanesIsRoomForTheBytesOfItsSectors) {
  const stage::Trace trace = stage::play(stage::find_lesson("coalescing"), {});
  // The rooms of a board beside its source in a small window and in a large one.
  for (const ui::Box& room : {ui::Box{0, 0, 520, 541}, ui::Box{0, 0, 900, 800}}) {
    const BoardLayout layout = lay_out_board(trace, 0, room, 1.0F);
    const auto data = std::find_if(layout.arrays.begin(), layout.arrays.end(), has_sector_columns);
    ASSERT_NE(data, layout.arrays.end());
    EXPECT_GE(data->box.bottom, data->cells.bottom + layout.sizes.small);
    const auto columns = static_cast<float>(kSectorCells);
    EXPECT_GE(columns * data->cell_width, board_parts::letters_width(8, layout.sizes.small))
        << "32 bytes";
  }
}

TEST(BoardDrawing, RowsWithoutLanesAreOneLineUnlessALaneCanBeDraggedThere) {
  const auto played = [](const char* version) {
    const stage::Lesson& lesson = stage::find_lesson("coalescing");
    return stage::play(lesson, stage::completed(lesson, {.version = version}));
  };
  const ui::Box room{12, 56, 900, 470};  // the room of a window of 1280 × 800
  const BoardLayout layout = lay_out_board(played("aligned"), 0, room, 1.0F);
  const ArrayPlace& place = layout.arrays.front();
  ASSERT_EQ(place.folds.size(), 1U) << "32 lanes read the cells of two rows of 16";
  EXPECT_EQ(place.folds.front().first, 2);
  EXPECT_EQ(place.folds.front().last, 15);
  const float in_fold = place.cells.top + place.folds.front().top + 3;
  EXPECT_GE(place.cell_near({place.cells.left + 1, in_fold}), 32);
  EXPECT_TRUE(layout.sizes.registers) << "the cards show the lanes' values";
  const BoardLayout own = lay_out_board(played("own"), 0, room, 1.0F);
  EXPECT_TRUE(own.arrays.front().folds.empty());
}

bool is_equal(const ImVec4& a, const ImVec4& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

TEST(BoardDrawing, AWaitingCardIsBlueAndFilledOnlyWhereItActs) {
  for (const bool dark : {true, false}) {
    const Pen pen(dark);
    const CardFace rests = card_face(pen.board, Doing::waiting, false);
    const CardFace acts = card_face(pen.board, Doing::waiting, true);
    EXPECT_GT(rests.rim.z, rests.rim.x) << "blue";
    EXPECT_GT(rests.rim.z, rests.rim.y) << "blue";
    EXPECT_TRUE(is_equal(rests.rim, acts.rim));
    EXPECT_LT(rests.head.w, 0.5F);
    EXPECT_EQ(acts.head.w, 1.0F);
    EXPECT_TRUE(is_equal(acts.head, pen.board.waiting()));
  }
}

TEST(BoardDrawing, EachStateOfACardHasAFaceOfItsOwn) {
  for (const bool dark : {true, false}) {
    const Pen pen(dark);
    const std::vector<Doing> different{Doing::ready, Doing::acting, Doing::spinning, Doing::waiting,
                                       Doing::done};
    for (const Doing one : different) {
      for (const Doing other : different) {
        const CardFace a = card_face(pen.board, one, false);
        const CardFace b = card_face(pen.board, other, false);
        EXPECT_EQ(is_equal(a.rim, b.rim), one == other);
      }
    }
    EXPECT_EQ(card_face(pen.board, Doing::done, false).head.w, 0.0F) << "its head is not filled";
    EXPECT_TRUE(is_equal(card_face(pen.board, Doing::acting, true).head, pen.theme.accent));
  }
}

/// The board after a step of a lesson.
struct Shown {
  Shown(const std::string& lesson, const stage::PlaySettings& settings, int after)
      : trace(stage::play(stage::find_lesson(lesson), settings)),
        step(after < 0 ? static_cast<int>(trace.steps.size()) : after),
        state(trace.at(step)) {}

  stage::Trace trace;
  int step;
  stage::State state;
  StageMoment moment{.trace = trace, .state = state, .step = step};
  StageModel model;
  BoardLayout layout;
  Pen pen{true};
  BoardView view{.moment = moment,
                 .model = model,
                 .layout = layout,
                 .pen = pen.board,
                 .last = &trace.steps[static_cast<std::size_t>(step) - 1]};
};

TEST(BoardDrawing, AThreadHasTheTickOfDoneOnlyAfterItsLastAction) {
  const Shown end("banks", {.version = "stride"}, -1);
  for (int thread = 0; thread < 32; ++thread) {
    EXPECT_EQ(end.view.doing(thread), Doing::done);
    EXPECT_EQ(end.view.sign_of(thread), Doing::acting) << "it acts in this step";
  }
  const Shown later("divergence", {.version = "lanes"}, -1);
  EXPECT_EQ(later.view.sign_of(0), Doing::done) << "its last action was in an earlier step";
}

TEST(BoardDrawing, AThreadWhoseAtomicWaitsHasTheSignOfWaiting) {
  const stage::Trace trace = stage::play(stage::find_lesson("histogram"), {});
  const auto waits = std::find_if(trace.steps.begin(), trace.steps.end(),
                                  [](const stage::Step& step) { return step.cost.waiting > 0; });
  ASSERT_NE(waits, trace.steps.end());
  const Shown shown("histogram", {}, static_cast<int>(waits - trace.steps.begin()) + 1);
  int waiting = 0;
  for (const stage::Action& action : shown.view.last->actions) {
    waiting += shown.view.sign_of(action.thread) == Doing::waiting ? 1 : 0;
  }
  EXPECT_EQ(waiting, waits->cost.waiting);
}

/// Returns the number of steps up to the first one that fulfils the condition.
template <typename Condition>
int steps_until(const std::string& lesson, const Condition& condition) {
  const stage::Trace trace = stage::play(stage::find_lesson(lesson), {});
  const auto found = std::find_if(trace.steps.begin(), trace.steps.end(), condition);
  EXPECT_NE(found, trace.steps.end());
  return static_cast<int>(found - trace.steps.begin()) + 1;
}

/// Draws on the board in a frame of Dear ImGui.
class BoardInAFrame : public ui::WithoutAScreen {
 protected:
  BoardInAFrame() { ImGui::NewFrame(); }
  ~BoardInAFrame() override { ImGui::EndFrame(); }

  static void lay_out(Shown& shown) {
    ImFont* font = ImGui::GetFont();
    shown.pen.fonts.body = shown.pen.fonts.strong = font;
    shown.pen.list._ResetForNewFrame();
    shown.layout = lay_out_board(shown.trace, 0, {0, 0, 600, 500}, 1.0F);
  }
};

TEST_F(BoardInAFrame, TheLineAndTheHeadOfAnArrowFollowTheWayThatWasFoundOnce) {
  const int step = steps_until("histogram", [](const stage::Step& each) {
    return !each.actions.empty() && each.actions.front().op == stage::Op::atomic;
  });
  Shown shown("histogram", {}, step);
  lay_out(shown);
  const std::size_t actions = shown.view.last->actions.size();
  const auto ways = ways_of_accesses(shown.view);
  ASSERT_EQ(ways.size(), actions);
  for (const auto& way : ways) EXPECT_TRUE(way.has_value());
  // The way of each arrow lies outside of the board.
  constexpr float kFar = 5000;
  shown.view.ways.assign(
      actions, Arrow(curve_between({kFar, 0, kFar + 20, 20}, {kFar, 200, kFar + 40, 260})));
  const auto expect_far = [&](const char* what) {
    EXPECT_GT(shown.pen.list.VtxBuffer.Size, 0) << what;
    for (const ImDrawVert& corner : shown.pen.list.VtxBuffer) EXPECT_GT(corner.pos.x, 4000) << what;
    shown.pen.list._ResetForNewFrame();
  };
  draw_board_accesses(shown.view);
  expect_far("lines");
  draw_board_heads_at_cells(shown.view);
  expect_far("heads");
}

/// Returns the colour of a corner without its opacity.
ImU32 hue(ImU32 colour) { return colour & ~IM_COL32_A_MASK; }
ImU32 hue(const ImVec4& colour) { return hue(ui::packed_colour(colour)); }

TEST_F(BoardInAFrame, AValueThatALaterLineSetsHasItsOldOneBesideIt) {
  const int step = steps_until("histogram", [](const stage::Step& each) {
    return std::any_of(each.changes.begin(), each.changes.end(), [&](const auto& change) {
      return change.kind() == stage::Change::Kind::local && change.local().before.is_set &&
             change.local().after.line != each.actions.front().line;
    });
  });
  Shown shown("histogram", {}, step);
  lay_out(shown);
  draw_board_threads(shown.view);
  const int both = shown.pen.list.VtxBuffer.Size;
  stage::Step last = *shown.view.last;
  std::vector<stage::Change> changes(last.changes.begin(), last.changes.end());
  for (stage::Change& change : changes) {
    if (auto* values = std::get_if<stage::Change::Values<stage::LocalState>>(&change.values)) {
      values->before.is_set = false;
    }
  }
  last.changes = changes;
  shown.view.last = &last;
  shown.pen.list._ResetForNewFrame();
  draw_board_threads(shown.view);
  EXPECT_GT(both, shown.pen.list.VtxBuffer.Size) << "the old values and the arrows between";
}

TEST_F(BoardInAFrame, TheOldAndTheNewValueLeaveSpaceWithinTheirCard) {
  const int step = steps_until("histogram", [](const stage::Step& each) {
    return std::any_of(each.changes.begin(), each.changes.end(), [&](const auto& change) {
      return change.kind() == stage::Change::Kind::local && change.local().before.is_set &&
             change.local().after.line != each.actions.front().line;
    });
  });
  Shown shown("histogram", {}, step);
  lay_out(shown);
  const float size = size_of_changes(shown.view);
  ASSERT_GT(size, 0.0F);
  const stage::Action& action = shown.view.last->actions.front();
  const ui::Box& card = shown.layout.place_of_thread(action.thread)->card;
  const auto change =
      std::find_if(shown.view.last->changes.begin(), shown.view.last->changes.end(),
                   [&](const auto& each) { return is_set_after(shown.view, each); });
  ASSERT_NE(change, shown.view.last->changes.end());
  shown.pen.list._ResetForNewFrame();
  draw_value_set_after(shown.view, card, *change, size);
  int inside = 0;
  for (const ImDrawVert& corner : shown.pen.list.VtxBuffer) {
    const bool on_frame = corner.pos.x < card.left + 2 || corner.pos.x > card.right - 2 ||
                          corner.pos.y < card.top + 2 || corner.pos.y > card.bottom - 2;
    if (on_frame || hue(corner.col) == 0) continue;
    EXPECT_GE(corner.pos.x, card.left + kBesideChange + kInFrameOfChange - 1);
    EXPECT_LE(corner.pos.x, card.right - kBesideChange - kInFrameOfChange + 1);
    ++inside;
  }
  EXPECT_GT(inside, 0) << "the arrow between the values";
  const float both = shown.pen.board.sized_width("8", kOldValue * size) +
                     shown.pen.board.sized_width("16", size) + kChangeSign * size;
  EXPECT_LE(both, card.width() - 2 * (kBesideChange + kInFrameOfChange) + 1);
}

TEST(BoardKey, EntriesStandInColumnsOfEqualWidthAndAWideOneTakesSeveral) {
  const std::vector<float> widths{60, 70, 110, 60, 80, 260};
  const auto grid = key_grid(widths, {.lines = 2, .width = 480, .gap = 20});
  ASSERT_TRUE(grid.has_value());
  EXPECT_NEAR(grid->width * static_cast<float>(grid->columns), 500, 0.1F);
  ASSERT_EQ(grid->cells.size(), widths.size());
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const int span = grid->span_of(widths[i] + 20);
    EXPECT_LE(grid->cells[i] % grid->columns + span, grid->columns) << "it ends in its line";
    if (i == 0) continue;
    EXPECT_GE(grid->cells[i], grid->cells[i - 1] + grid->span_of(widths[i - 1] + 20));
  }
  EXPECT_FALSE(key_grid(std::vector<float>(40, 100.0F), {.lines = 2, .width = 480, .gap = 20}));
  const auto beside =
      key_grid(std::vector<float>(3, 100.0F), {.lines = 1, .width = 480, .gap = 20, .kept = 100});
  ASSERT_TRUE(beside.has_value());
  EXPECT_LE(static_cast<float>(beside->cells.back() + 1) * beside->width, 400)
      << "the note has its room";
}

TEST(BoardDrawing, CardsHaveRoomForTheOldAndTheNewValueThatALaterLineSets) {
  const stage::Trace trace = stage::play(stage::find_lesson("histogram"), {});
  EXPECT_EQ(board_facts(trace).changing_letters, 4) << "12 → 16";
  // The room of a board beside its source in a small window.
  const BoardLayout layout = lay_out_board(trace, 0, {0, 0, 412, 541}, 1.0F);
  constexpr float kDigitOfBody = 9.1F;
  const ui::Box& card = layout.blocks.front().threads.front().card;
  EXPECT_GE(card.width() - 4, 4 * kDigitOfBody + kChangeSign * layout.sizes.small);
}

/// The board at the end of a lock on which all threads wait.
struct ShownDeadlock : Shown {
  ShownDeadlock() : Shown("lock", {}, -1) {
    for (const stage::Fault& fault : trace.faults) view.faults.push_back(&fault);
  }
};

TEST_F(BoardInAFrame, ADeadlockHasTheColourOfFaultsAlone) {
  ShownDeadlock shown;
  lay_out(shown);
  ASSERT_TRUE(shown.view.is_stuck());
  shown.view.ways = ways_of_accesses(shown.view);
  draw_board_blocks(shown.view);
  draw_board_arrays(shown.view, true);
  draw_board_accesses(shown.view);
  draw_board_heads_at_cells(shown.view);
  draw_board_threads(shown.view);
  draw_board_faults(shown.view);
  const BoardPen& pen = shown.pen.board;
  int marked = 0;
  for (const ImDrawVert& corner : shown.pen.list.VtxBuffer) {
    marked += hue(corner.col) == hue(pen.theme().error) ? 1 : 0;
    for (const ImVec4& other : {pen.waiting(), pen.spinning(), pen.reading(), pen.theme().accent}) {
      ASSERT_NE(hue(corner.col), hue(other)) << corner.pos.x << ' ' << corner.pos.y;
    }
  }
  EXPECT_GT(marked, 0);
}

TEST_F(BoardInAFrame, EachArrowOfADeadlockHasAnEndOfItsOwnAtTheLock) {
  ShownDeadlock shown;
  lay_out(shown);
  shown.layout = lay_out_board(shown.trace, 0, {0, 0, 412, 541}, 1.0F);  // the lock is above
  draw_board_accesses(shown.view);
  const ArrayPlace* lock = shown.layout.place_of_array(shown.trace.faults.front().array);
  ASSERT_NE(lock, nullptr);
  const float edge = lock->cell(0).bottom + 3;
  std::set<int> tips;
  for (const ImDrawVert& corner : shown.pen.list.VtxBuffer) {
    if (std::abs(corner.pos.y - edge) < 1) tips.insert(static_cast<int>(corner.pos.x));
  }
  EXPECT_EQ(tips.size(), 3U) << "one for each thread that wants the lock";
  const ui::Box cell = lock->cell(0);
  ASSERT_FALSE(tips.empty());
  EXPECT_GT(*tips.begin(), cell.left + cell.width() / 4)
      << "the holder's arrow begins left of them";
  const float words = lock->box.right - lock->cells.right;
  EXPECT_GE(words, board_parts::letters_width(16, shown.layout.sizes.label)) << "held by thread 0";
}

TEST_F(BoardInAFrame, TheArrowOfWhoWaitsHasAHeadAtEachThreadThatItWaitsFor) {
  ShownDeadlock shown;
  lay_out(shown);
  draw_board_faults(shown.view);
  int awaited = 0;
  for (const ThreadPlace& place : shown.layout.blocks.front().threads) {
    if (shown.view.doing(place.thread) != Doing::spinning) continue;
    ++awaited;
    const ImVec2 below{(place.card.left + place.card.right) / 2, place.card.bottom + 1};
    EXPECT_TRUE(std::any_of(shown.pen.list.VtxBuffer.begin(), shown.pen.list.VtxBuffer.end(),
                            [&](const ImDrawVert& at) { return apart(at.pos, below) < 1; }))
        << place.thread;
  }
  EXPECT_EQ(awaited, 3);
}

/// Returns whether the board has drawn this colour in full at the upper edge of a box.
bool has_upper_edge(const Shown& shown, const ui::Box& box, const ImVec4& colour) {
  const auto& corners = shown.pen.list.VtxBuffer;
  return std::any_of(corners.begin(), corners.end(), [&](const ImDrawVert& at) {
    const bool on_edge =
        at.pos.x >= box.left && at.pos.x <= box.right && std::abs(at.pos.y - box.top) <= 2;
    return on_edge && at.col == ui::packed_colour(colour);
  });
}

TEST_F(BoardInAFrame, LanesThatTheirBankServesLaterHaveTheColourOfWaiting) {
  const int step = steps_until("banks", [](const stage::Step& each) { return each.cost.ways > 1; });
  Shown shown("banks", {}, step);
  lay_out(shown);
  shown.view.banks = stage::words_by_bank(shown.trace, *shown.view.last);
  draw_board_threads(shown.view);
  const BoardPen& pen = shown.pen.board;
  int waiting = 0;
  for (const ThreadPlace& place : shown.layout.blocks.front().threads) {
    const bool waits = shown.view.sign_of(place.thread) == Doing::waiting;
    waiting += waits ? 1 : 0;
    if (!is_seen(grown(place.card, 2))) continue;
    EXPECT_EQ(has_upper_edge(shown, place.card, pen.waiting()), waits) << place.thread;
    EXPECT_EQ(has_upper_edge(shown, place.card, pen.theme().accent), !waits) << place.thread;
  }
  EXPECT_EQ(waiting, 16) << "with stride 2 each of 16 banks serves its second lane later";
}

TEST_F(BoardInAFrame, ManyLanesStandInTheCellsOfAGridInsteadOfArrowsAndInThePassesOfTheirBanks) {
  const int step = steps_until("banks", [](const stage::Step& each) { return each.cost.ways > 1; });
  Shown shown("banks", {}, step);
  lay_out(shown);
  shown.view.banks = stage::words_by_bank(shown.trace, *shown.view.last);
  for (const auto& way : ways_of_accesses(shown.view)) EXPECT_FALSE(way.has_value());
  const BoardPen& pen = shown.pen.board;
  draw_board_arrays(shown.view, false);
  const BlockPlace& block = shown.layout.blocks.front();
  const ArrayPlace& words = block.shared.front();
  EXPECT_TRUE(has_upper_edge(shown, words.cell(0), pen.theme().accent)) << "lane 0";
  EXPECT_TRUE(has_upper_edge(shown, words.cell(32), pen.waiting())) << "lane 16, in bank 0, too";
  EXPECT_FALSE(has_upper_edge(shown, words.cell(1), pen.theme().accent)) << "no lane";
  int waiting = 0;  // corners of the second pass
  for (const ImDrawVert& corner : shown.pen.list.VtxBuffer) {
    const bool in_banks = corner.pos.y >= block.banks.top && corner.pos.y <= block.banks.bottom;
    waiting += in_banks && corner.col == ui::packed_colour(pen.waiting()) ? 1 : 0;
  }
  EXPECT_GE(waiting, 16 * 4) << "16 banks have a second pass";
}

/// Returns whether the board has drawn this colour, in full or as a tint, at the upper edge of a
/// box.
bool has_hue_at_upper_edge(const Shown& shown, const ui::Box& box, const ImVec4& colour) {
  const auto& corners = shown.pen.list.VtxBuffer;
  return std::any_of(corners.begin(), corners.end(), [&](const ImDrawVert& at) {
    const bool on_edge =
        at.pos.x >= box.left && at.pos.x <= box.right && std::abs(at.pos.y - box.top) <= 2;
    const bool is_seen = (at.col & IM_COL32_A_MASK) != 0;
    return on_edge && is_seen && hue(at.col) == hue(colour);
  });
}

/// Returns whether a play has this sign in its key.
bool is_in_key(const PlaySigns& signs, Doing sign) {
  switch (sign) {
    case Doing::absent:
    case Doing::ready:
    case Doing::acting:
      return true;
    case Doing::idle:
      return signs.idle;
    case Doing::barrier:
      return signs.barrier;
    case Doing::spinning:
      return signs.spinning;
    case Doing::waiting:
      return signs.waiting || signs.queue || signs.conflict;
    case Doing::done:
      return signs.done;
  }
  return false;
}

TEST_F(BoardInAFrame, EachThreadOfAnyLessonHasASignAndAColourThatTheKeyExplains) {
  int waiting = 0;
  for (const stage::Lesson& lesson : stage::lessons()) {
    for (const stage::Version& version : lesson.versions) {
      stage::PlaySettings settings{.version = version.id, .schedule = lesson.schedule};
      if (settings.schedule.kind == stage::Schedule::Kind::chosen) settings.schedule = {};
      const auto play = std::make_shared<const stage::Trace>(
          stage::play(lesson, stage::completed(lesson, settings)));
      if (play->steps.empty() || play->threads.empty()) continue;
      ShownPlay signs(play, {});
      Shown shown(lesson.id, stage::completed(lesson, settings), 1);
      lay_out(shown);
      const int steps = static_cast<int>(play->steps.size());
      for (int step = 1; step <= steps; step += std::max(1, steps / 20)) {
        shown.state = play->at(step);
        shown.moment.step = step;
        shown.view.last = &shown.trace.steps[static_cast<std::size_t>(step) - 1];
        shown.view.banks = stage::words_by_bank(shown.trace, *shown.view.last);
        shown.pen.list._ResetForNewFrame();
        draw_board_threads(shown.view);
        for (const BlockPlace& block : shown.layout.blocks) {
          for (const ThreadPlace& place : block.threads) {
            const Doing sign = shown.view.sign_of(place.thread);
            EXPECT_TRUE(is_in_key(signs.signs(), sign))
                << lesson.id << ' ' << version.id << " step " << step;
            if (block.folded || !is_waiting(sign)) continue;
            const ui::Box card = shown.view.card_of(place);
            if (!is_seen(grown(card, 2))) continue;
            ++waiting;
            EXPECT_TRUE(has_hue_at_upper_edge(shown, card, shown.view.colour_of(sign)))
                << lesson.id << ' ' << version.id << " step " << step << " thread " << place.thread;
          }
        }
      }
    }
  }
  EXPECT_GT(waiting, 100);
}

}  // namespace
}  // namespace heatwave::stage_room
