// Stepping through a play: time, jumps, choices, and stories.
#include "app/rooms/stage/play_rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <set>
#include <string>

#include "app/rooms/stage/stage_view.h"
#include "app/rooms/stage/thread_badges.h"
#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/text_lesson.h"
#include "tests/rooms/desk.h"
#include "tests/ui/without_a_screen.h"

namespace heatwave::stage_room {
namespace {

using Kind = stage::Schedule::Kind;

stage::Trace played(const std::string& lesson, const stage::PlaySettings& settings) {
  return stage::play(stage::find_lesson(lesson), settings);
}

bool has(const std::vector<StageEvent>& events, StageEventKind kind) {
  return std::any_of(events.begin(), events.end(),
                     [kind](const StageEvent& event) { return event.kind == kind; });
}

TEST(StagePlay, TimeBringsStepsAndStopsAtTheEnd) {
  StageModel ui;
  ui.pace.steps_per_second = 4.0;
  pass_time(ui, 10, 1.0);
  EXPECT_EQ(ui.step, 0) << "it is not playing";
  ui.playing = true;
  pass_time(ui, 10, 0.2);
  EXPECT_EQ(ui.step, 0);
  pass_time(ui, 10, 0.1);
  EXPECT_EQ(ui.step, 1) << "0.3 s at 4 steps a second";
  pass_time(ui, 10, 1.0);
  EXPECT_EQ(ui.step, 5);
  EXPECT_TRUE(ui.playing);
  pass_time(ui, 10, 100.0);
  EXPECT_EQ(ui.step, 10);
  EXPECT_FALSE(ui.playing);
}

TEST(StagePlay, KnowsOnWhichLinesThreadsAct) {
  const auto trace = std::make_shared<const stage::Trace>(played("race", {}));
  const ShownPlay play(trace, {});
  const int store = trace->steps.back().actions.front().line;
  EXPECT_TRUE(play.acts_on(store));
  EXPECT_FALSE(play.acts_on(store + 1)) << "the brace that ends the kernel";
}

TEST(StagePlay, AWriteKnowsTheReadsOfItsLine) {
  const stage::Lesson& lesson = stage::find_lesson("pairwise-sum");
  const stage::Trace trace = stage::play(lesson, stage::completed(lesson, {}));
  int writes = 0;
  for (int step = 0; step < last_step(trace); ++step) {
    const stage::Step& shown = trace.steps[static_cast<std::size_t>(step)];
    const auto reads = reads_before_write(trace, step);
    if (shown.actions.front().op != stage::Op::store) {
      EXPECT_TRUE(reads.empty()) << "step " << step;
      continue;
    }
    ++writes;
    ASSERT_EQ(reads.size(), 2 * shown.actions.size()) << "a[t] + a[t + half]";
    for (const stage::Action& write : shown.actions) {
      double sum = 0.0;
      for (const stage::Action* read : reads) sum += read->thread == write.thread ? read->value : 0;
      EXPECT_EQ(sum, write.value) << "thread " << write.thread;
    }
  }
  EXPECT_GT(writes, 0);
}

TEST(StagePlay, TheSignsSayWhetherAWarpActsWithoutSomeOfItsThreads) {
  stage::PlaySettings lockstep{.schedule = {.kind = Kind::lockstep}};
  const auto signs = [](const std::string& id, const stage::PlaySettings& settings) {
    const stage::Lesson& lesson = stage::find_lesson(id);
    return ShownPlay(std::make_shared<const stage::Trace>(
                         stage::play(lesson, stage::completed(lesson, settings))),
                     {})
        .signs();
  };
  EXPECT_TRUE(signs("dot", lockstep).idle) << "half of the threads add in the last rounds";
  EXPECT_TRUE(signs("dot", lockstep).read);
  lockstep.version = "column";
  EXPECT_FALSE(signs("banks", lockstep).idle) << "all lanes do the same";
}

TEST(StagePlay, GoingSomewhereStaysInsideThePlayAndPauses) {
  StageModel ui;
  ui.playing = true;
  go_to(ui, 10, 99);
  EXPECT_EQ(ui.step, 10);
  EXPECT_FALSE(ui.playing);
  go_to(ui, 10, -1);
  EXPECT_EQ(ui.step, 0);
}

TEST(StagePlay, JumpsGoFromMomentToMomentAndEndAtTheEnds) {
  const std::vector<StageEvent> events{
      {3, StageEventKind::divides}, {3, StageEventKind::barrier}, {7, StageEventKind::fault}};
  EXPECT_EQ(next_event(events, 0, 9), 3);
  EXPECT_EQ(next_event(events, 3, 9), 7);
  EXPECT_EQ(next_event(events, 7, 9), 9);
  EXPECT_EQ(previous_event(events, 9), 7);
  EXPECT_EQ(previous_event(events, 4), 3);
  EXPECT_EQ(previous_event(events, 3), 0);
  EXPECT_EQ(next_event({}, 2, 9), 9);
  EXPECT_EQ(previous_event({}, 2), 0);
}

TEST(StagePlay, TheDotProductHasBarriersAndDividedWarpsButNoFaults) {
  const stage::Trace trace = played("dot", {});
  const auto events = events_of(trace);
  EXPECT_TRUE(has(events, StageEventKind::barrier));
  EXPECT_TRUE(has(events, StageEventKind::divides));
  EXPECT_FALSE(has(events, StageEventKind::fault));
  const auto barriers = std::count_if(events.begin(), events.end(), [](const StageEvent& e) {
    return e.kind == StageEventKind::barrier;
  });
  EXPECT_EQ(barriers, 6) << "three in each of two blocks of four threads";
  EXPECT_TRUE(std::is_sorted(events.begin(), events.end(),
                             [](const auto& a, const auto& b) { return a.step < b.step; }));
}

TEST(StagePlay, AHangIsAMomentOfThePlay) {
  const stage::Trace trace = played("lock", {.schedule = {.kind = Kind::lockstep}});
  const auto events = events_of(trace);
  ASSERT_TRUE(has(events, StageEventKind::fault));
  EXPECT_LE(events.back().step, last_step(trace));
}

TEST(StagePlay, BankConflictsAreMoments) {
  EXPECT_TRUE(has(events_of(played("banks", {.version = "column"})), StageEventKind::conflict));
  EXPECT_FALSE(
      has(events_of(played("banks", {.version = "padded-column"})), StageEventKind::conflict));
}

TEST(StagePlay, AnyStepOfALongPlayIsFoundWithinAFrame) {
  constexpr const char* kEndless = R"cuda(
// heatwave: input a float[2048] = 1; input sum float[512]; launch 2, 256
__global__ void loop(const float* a, float* sum) {
  for (int i = threadIdx.x;; i = (i + blockDim.x) % 2048) sum[blockIdx.x * 256 + threadIdx.x] += a[i];
}
)cuda";
  const auto trace = std::make_shared<const stage::Trace>(
      stage::play(stage::lesson_of_text(kEndless, "endless"), {}));
  const int last = last_step(*trace);
  ASSERT_EQ(last, 100'000);
  ShownPlay play(trace, {});
  const auto milliseconds = [&](int step) {
    const std::clock_t begin = std::clock();
    (void)play.at(step);
    (void)play.layout({0, 0, 900, 600}, 1);
    return 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  };
  for (const int step : {last, last - 1, 1, last / 2 + 255, last / 2 - 1, 255, last - 255, 0}) {
    double fastest = 1e6;
    for (int round = 0; round < 5; ++round) {
      (void)play.at((step + last / 2) % last);
      fastest = std::min(fastest, milliseconds(step));
    }
    EXPECT_LT(fastest, 33) << "step " << step;
  }
}

TEST(StagePlay, WhatIsKeptOfAPlayIsWhatWorkingItOutAnewGives) {
  const auto trace = std::make_shared<const stage::Trace>(played("heat", {}));
  ShownPlay play(trace, stage::totals(*trace));
  EXPECT_EQ(play.events(), events_of(*trace));
  EXPECT_EQ(play.totals().sectors, stage::totals(*trace).sectors);
  const ui::Box wide{0, 0, 900, 600};
  const ui::Box narrow{0, 0, 500, 600};
  const int last = last_step(*trace);
  for (const int step : {0, last, 7, 7, last - 1}) {
    SCOPED_TRACE(step);
    EXPECT_EQ(play.at(step), trace->at(step));
    for (const ui::Box& room : {wide, narrow, narrow}) {
      const BoardLayout anew =
          lay_out_board(*trace, shown_launch(*trace, trace->at(step)), room, 1);
      const BoardLayout& kept = play.layout(room, 1);
      EXPECT_EQ(kept.launch, anew.launch);
      EXPECT_EQ(kept.box, anew.box);
      EXPECT_EQ(kept.arrays.front().cells, anew.arrays.front().cells);
    }
  }

  for (const StageCell& cell : {StageCell{0, 1}, StageCell{0, 1}, StageCell{}}) {
    const auto anew = cell.array >= 0 ? story_of_cell(*trace, cell) : story_of_thread(*trace, 2);
    const auto& kept = play.story(cell, 2);
    ASSERT_EQ(kept.size(), anew.size());
    EXPECT_EQ(kept.back().text, anew.back().text);
  }
  const ui::Box large{0, 0, 1800, 1200};
  EXPECT_EQ(play.layout(large, 1).sizes.unit, 1.0F);
  EXPECT_EQ(play.layout(large, 2).sizes.unit, 2.0F) << "another scale needs a new layout";
}

TEST(StagePlay, ByHandOneChoosesWhereThePlayStopped) {
  stage::PlaySettings settings{.schedule = {.kind = Kind::chosen}};
  const stage::Trace trace = played("race", settings);
  ASSERT_FALSE(trace.candidates.empty());
  EXPECT_TRUE(is_choosing(trace, last_step(trace)));
  EXPECT_FALSE(is_choosing(trace, last_step(trace) - 1));
  const int thread = trace.candidates.back().threads.front();
  const int here = last_step(trace);
  EXPECT_EQ(candidate_of(trace, here, thread), static_cast<int>(trace.candidates.size()) - 1);
  EXPECT_EQ(candidate_of(trace, here, 99), -1);
  settings.schedule.choices = {candidate_of(trace, here, thread)};
  const stage::Trace next = played("race", settings);
  EXPECT_EQ(last_step(next), last_step(trace) + 1);
  EXPECT_EQ(next.steps.back().actions.front().thread, thread);
}

TEST(StagePlay, ByHandOneGoesBackAndForthAndChoosesOtherwiseWithoutLosingAnything) {
  const std::vector<int> choices{0, 1, 1};
  const stage::Trace trace =
      played("race", {.schedule = {.kind = Kind::chosen, .choices = choices}});
  const int last = last_step(trace);
  EXPECT_EQ(trace.choices_before(last), 3);
  for (int back = 0; back <= 3; ++back) {
    EXPECT_TRUE(is_choosing(trace, last - back)) << "every step allows a new choice";
    EXPECT_EQ(trace.candidates_at(last - back).size(), 2U);
  }
  EXPECT_FALSE(is_choosing(trace, 0)) << "the launch needs no choice";
  EXPECT_EQ(choices_with(trace, last, choices, 0), (std::vector<int>{0, 1, 1, 0}));
  EXPECT_EQ(choices_with(trace, last - 1, choices, 1), choices)
      << "the same choice changes nothing";
  EXPECT_EQ(choices_with(trace, last - 1, choices, 0), (std::vector<int>{0, 1, 0}));
  EXPECT_EQ(choices_with(trace, last - 2, choices, 0), (std::vector<int>{0, 0}));
}

TEST(StagePlay, WhereNobodyChoosesNobodyIsAsked) {
  const stage::Trace trace = played("race", {.schedule = {.kind = Kind::lockstep}});
  for (int step = 0; step <= last_step(trace); ++step) EXPECT_FALSE(is_choosing(trace, step));
  EXPECT_EQ(trace.choices_before(last_step(trace)), 0);
}

TEST(StagePlay, AfterPicturesOfEveryStepOneIsBackWhereTheyBegan) {
  StageModel model;
  model.shown_last = 9;
  model.step = 9;
  model.saved_from = 4;
  end_sequence(model);
  EXPECT_FALSE(model.saved_from);
  EXPECT_EQ(model.step, 4);
  model.step = 7;
  end_sequence(model);
  EXPECT_EQ(model.step, 7) << "the sequence had ended already";
}

TEST(StagePlay, ANewPlayStandsWhereItShowsWhatChanged) {
  const stage::PlaySettings lockstep{.schedule = {.kind = Kind::lockstep}};
  const stage::PlaySettings by_hand{.schedule = {.kind = Kind::chosen}};
  EXPECT_EQ(step_after_play(lockstep, true, 4, 9, 9), 4);
  EXPECT_EQ(step_after_play(lockstep, true, 4, 9, 12), 0);
  EXPECT_EQ(step_after_play(lockstep, false, 4, 9, 9), 0);
  EXPECT_EQ(step_after_play(by_hand, true, 4, 4, 5), 5);
}

TEST(StagePlay, ListsOfNumbersAreReadAndWritten) {
  std::vector<double> numbers{1};
  EXPECT_TRUE(numbers_from(" 1 2.5, -3;4 ", numbers));
  EXPECT_EQ(numbers, (std::vector<double>{1, 2.5, -3, 4}));
  EXPECT_EQ(text_of(numbers), "1 2.5 -3 4");
  for (const char* text : {"", "  ", "1 two", "1e999", "nan"}) {
    EXPECT_FALSE(numbers_from(text, numbers)) << text;
    EXPECT_EQ(numbers.size(), 4U) << text;
  }
}

TEST(StageStory, ACellTellsAllItsValuesAndWhoWroteThem) {
  const stage::Trace trace = played("race", {.schedule = {.kind = Kind::independent}});
  const auto x = std::find_if(trace.arrays.begin(), trace.arrays.end(),
                              [](const auto& array) { return array.name == "x"; });
  ASSERT_NE(x, trace.arrays.end());
  const StageCell cell{static_cast<int>(x - trace.arrays.begin()), 0};
  const auto story = story_of_cell(trace, cell);
  ASSERT_GE(story.size(), 2U);
  EXPECT_EQ(story.front().step, 0);
  EXPECT_EQ(story.front().text, "7, an input");
  EXPECT_TRUE(story[1].text.starts_with("8, by thread ")) << story[1].text;
  EXPECT_TRUE(story_of_cell(trace, {}).empty());
}

TEST(StageStory, AThreadTellsAllThatItDoes) {
  const stage::Trace trace = played("dot", {});
  const auto story = story_of_thread(trace, 0);
  ASSERT_FALSE(story.empty());
  std::size_t actions = 0;
  for (const stage::Step& step : trace.steps) {
    for (const stage::Action& action : step.actions) actions += action.thread == 0 ? 1 : 0;
  }
  EXPECT_EQ(story.size(), actions);
  EXPECT_TRUE(std::is_sorted(story.begin(), story.end(),
                             [](const auto& a, const auto& b) { return a.step < b.step; }));
  EXPECT_TRUE(story_of_thread(trace, -1).empty());
}

TEST(StageSource, ThreadsThatStandTogetherShareABadgeThatNamesTheirBlocks) {
  const stage::Trace trace = played("dot", {});
  std::set<std::string> seen;
  for (int step = 0; step <= last_step(trace); ++step) {
    const stage::State state = trace.at(step);
    for (int line = 1; line < 200; ++line) {
      for (const ThreadBadge& badge : badges_of(trace, state, line)) {
        if (badge.threads.size() == 4 && badge.blocks.size() == 1) {
          EXPECT_EQ(badge.text, "b" + std::to_string(badge.blocks.front()) + " t0–3");
        }
        if (badge.threads.size() == 8) {
          EXPECT_EQ(badge.text, "b0,1 t0–3");
          EXPECT_EQ(badge.brief, "b0,1");
        }
        seen.insert(badge.text);
      }
    }
  }
  EXPECT_TRUE(seen.contains("b0,1 t0–3"));
  EXPECT_TRUE(seen.contains("b1 t0–3"));
  EXPECT_TRUE(badges_of(trace, trace.start, 0).empty());
}

TEST(StageSource, ABadgeOfTheOnlyBlockNamesThreadsAlone) {
  const stage::Trace trace = played("lock", {});
  const stage::State state = trace.at(last_step(trace));
  ASSERT_EQ(badges_of(trace, state, 2).size(), 1U);
  EXPECT_EQ(badges_of(trace, state, 2).front().text, "t1–3");
  EXPECT_EQ(badges_of(trace, state, 2).front().brief, "");
}

struct StageInAFrame : ui::WithoutAScreen, test::Desk {};

TEST_F(StageInAFrame, ADraggedLaneIsAskedForOnceWhileItsPlayIsUnderWay) {
  const stage::Lesson& lesson = stage::find_lesson("coalescing");
  StageModel model;
  model.lesson = lesson.id;
  StageView view{frame(), model};
  snapshot.stage.lesson = lesson.id;
  snapshot.stage.trace = std::make_shared<stage::Trace>(
      stage::play(lesson, stage::completed(lesson, {.schedule = lesson.schedule})));
  const auto& arrays = snapshot.stage.trace->arrays;
  const auto data = std::find_if(arrays.begin(), arrays.end(),
                                 [](const stage::ArrayInfo& info) { return info.name == "data"; });
  ASSERT_NE(data, arrays.end());
  StageCell to{static_cast<int>(data - arrays.begin()), 151};
  for (int held = 0; held < 5; ++held) move_lane(view, 5, to, false);
  EXPECT_EQ(sent.size(), 1U);
  to.index = 152;
  move_lane(view, 5, to, false);
  EXPECT_EQ(sent.size(), 2U);
}

TEST_F(StageInAFrame, ASequenceIsSavedAsLongAsTheShellSaysSo) {
  const auto step_while = [this](bool is_saved) {
    rooms::Frame now = frame();
    now.saves_sequence = is_saved;
    this->stage.begin(now, 0.0);
    return this->stage.picture(snapshot).step;
  };
  EXPECT_EQ(step_while(false), -1);
  EXPECT_GE(step_while(true), 0);
  EXPECT_EQ(step_while(false), -1);
}

}  // namespace
}  // namespace heatwave::stage_room
