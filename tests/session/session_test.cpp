// Tests sessions: every command, its refusals, and its effect on the field.
#include "app/session/session.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/scene/rasterise.h"
#include "app/scene/scene_files.h"
#include "kernels/core/error.h"
#include "tests/session/kept_log.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

using Kind = Notice::Kind;

Session heat_session() { return {small_heat(), cpu_options()}; }

/// Expects exactly the flags that the scene defines.
void expect_flags_of_scene(const Session& session) {
  const scene::Scene& scene = session.snapshot().scene;
  EXPECT_EQ(session.cell_flags(), rasterise(scene, core::whole(scene.extent), 0).flags);
}

TEST(Session, StartsPausedAtTheInitialField) {
  scene::Scene scene = small_wave();
  Session session(scene, cpu_options());
  EXPECT_EQ(session.snapshot().step, 0);
  EXPECT_FALSE(session.snapshot().playing);
  session.frame(0.01);
  EXPECT_EQ(session.snapshot().step, 0);
  EXPECT_EQ(value_at(session, 12, 10), initial_field(scene).planes[0][10 * 40 + 12]);
  EXPECT_EQ(session.snapshot().backend.backend, field::Backend::cpu);
  expect_flags_of_scene(session);
}

TEST(Session, PlaysAtTheScenesPaceUntilPaused) {
  Session session = heat_session();
  session.submit(Play{});
  for (int i = 0; i < 4; ++i) session.frame(0.001);
  EXPECT_EQ(session.snapshot().step, 12);
  EXPECT_EQ(session.snapshot().steps_last_frame, 3);
  session.submit(SetPace{{5}});
  session.frame(0.001);
  EXPECT_EQ(session.snapshot().step, 17);
  session.submit(Pause{});
  session.submit(Advance{1});
  session.frame(0.001);
  EXPECT_EQ(session.snapshot().step, 18);
  EXPECT_FALSE(session.snapshot().playing);
}

TEST(Session, AFittingPaceStartsSmallAndAtMostDoubles) {
  scene::Scene scene = small_heat();
  scene.pace = {0};
  Session session(scene, cpu_options());
  session.submit(Play{});
  int last = 1;
  for (int i = 0; i < 8; ++i) {
    session.frame(0.005);
    EXPECT_GE(session.snapshot().steps_last_frame, 1);
    EXPECT_LE(session.snapshot().steps_last_frame, 2 * last);
    last = session.snapshot().steps_last_frame;
  }
  EXPECT_GT(last, 1);
}

TEST(Session, ReportsTheProbedCellAndTheExtremes) {
  Session session = heat_session();
  session.submit(ReadCell{16, 16});
  session.frame(0.0);
  const field::Survey& survey = session.snapshot().report.survey;
  EXPECT_EQ(survey.probe, (core::Cell{16, 16}));
  EXPECT_EQ(survey.of(0).probe_value, 1.0F);
  EXPECT_EQ(survey.of(0).maximum, 1.0F);
}

TEST(Session, AddedItemsGetFreshIdsAndActAtOnce) {
  Session session = heat_session();
  do_now(session, AddItem{disc_item(scene::Source{0.5}, {36, 16}, 3)});
  const int id = session.snapshot().newest_item;
  EXPECT_EQ(session.snapshot().scene.items.back().id, id);
  EXPECT_EQ(value_at(session, 36, 16), 0.5F);
  do_now(session, RemoveItem{id});
  do_now(session, AddItem{disc_item(scene::Wall{}, {36, 16}, 3)});
  EXPECT_NE(session.snapshot().newest_item, id);
  expect_flags_of_scene(session);
  EXPECT_THROW(do_now(session, RemoveItem{id}), core::Error);
  EXPECT_THROW(do_now(session, AddItem{disc_item(scene::Wall{}, {NAN, 16}, 3)}), core::Error);
}

TEST(Session, MovingLeavesNoStaleCells) {
  for (const field::EdgeKind kind :
       {field::EdgeKind::held, field::EdgeKind::periodic, field::EdgeKind::absorbing}) {
    scene::Scene scene = small_wave();
    scene.edges = all_edges(kind);
    Session session(scene, cpu_options());
    // Each item is dragged across the others and over every edge.
    for (const scene::Item& item : session.snapshot().scene.items) {
      const scene::Item from = item;
      for (const double sign : {1.0, -1.0}) {
        for (int i = 0; i <= 26; ++i) {
          const core::Point by{sign * (i * 1.9 - 26.0), sign * i * 1.6};
          session.submit(ChangeItem{moved(from, by)}, 5);
          session.run(3);
          expect_flags_of_scene(session);
        }
      }
    }
  }
}

TEST(Session, AnItemMovedBetweenStepsLeavesNothingWhereItPassed) {
  for (const scene::Scene& scene : {small_heat(), small_wave()}) {
    Session session(scene, cpu_options());
    session.run(9);
    const std::vector<float> before = session.state().planes[0];
    const scene::Item item = session.snapshot().scene.items[0];
    do_now(session, AddItem{disc_item(scene::Source{3.0}, {30, 12}, 3)});
    scene::Item added = session.snapshot().scene.items.back();
    for (int i = 0; i < 12; ++i) do_now(session, ChangeItem{moved(added, {-i * 1.0, i * 0.5})});
    EXPECT_NE(session.state().planes[0], before);
    do_now(session, RemoveItem{added.id});
    EXPECT_EQ(session.state().planes[0], before) << scene.name;
    do_now(session, ChangeItem{moved(item, {9, 0})});
    do_now(session, Undo{});
    EXPECT_EQ(session.state().planes[0], before) << scene.name;
  }
}

TEST(Session, OneNoticeTellsWhatTheGuardHolds) {
  Session session = heat_session();
  do_now(session, AddItem{disc_item(scene::Medium{2.0}, {30, 16}, 5)});
  for (const double factor : {3.0, 4.0, 5.0}) {
    scene::Item medium = session.snapshot().scene.items.back();
    medium.role = scene::Medium{factor};
    do_now(session, ChangeItem{medium});
  }
  EXPECT_EQ(session.snapshot().notices.size(), 1U);
}

TEST(Session, ACellThatASourceLeftIsFreeAgain) {
  Session session = heat_session();
  const scene::Item item = session.snapshot().scene.items[0];
  do_now(session, ChangeItem{moved(item, {25, 0})});
  session.run(200);
  EXPECT_LT(value_at(session, 16, 16), 0.9F);
  EXPECT_EQ(value_at(session, 41, 16), 1.0F);
}

TEST(Session, OscillatingSourcesKeepTheirOwnTableEntries) {
  Session session(small_wave(), cpu_options());
  const auto items = session.snapshot().scene.items;
  do_now(session, RemoveItem{items[0].id});
  session.run(5);
  const auto& left = std::get<scene::Source>(items[3].role).oscillation;
  EXPECT_EQ(value_at(session, 30, 30), left->value_at(5));
}

TEST(Session, PaintGivesFreeCellsAValueButNotHeldOnes) {
  Session session = heat_session();
  do_now(session, Paint{{{{16, 16}, {40, 16}}, 3}, 0.25});
  EXPECT_EQ(value_at(session, 35, 16), 0.25F);
  EXPECT_EQ(value_at(session, 16, 16), 1.0F);
}

TEST(Session, EraseRubsOutItemsAndTheField) {
  Session session = heat_session();
  do_now(session, AddItem{disc_item(scene::Wall{}, {36, 16}, 2)});
  session.run(50);
  do_now(session, Erase{{{{10, 16}, {17, 16}}, 2}}, 9);
  do_now(session, Erase{{{{17, 16}, {22, 16}}, 2}}, 9);
  ASSERT_EQ(session.snapshot().scene.items.size(), 2U);
  EXPECT_EQ(session.snapshot().scene.items[0].holes.size(), 1U) << "one gesture, one hole";
  EXPECT_EQ(value_at(session, 16, 16), 0.0F);
  EXPECT_EQ(value_at(session, 16, 12), 1.0F);
  expect_flags_of_scene(session);
  do_now(session, Erase{{{{36, 16}}, 4}});
  EXPECT_EQ(session.snapshot().scene.items.size(), 1U) << "nothing is left of the wall";
  expect_flags_of_scene(session);
}

TEST(Session, TheGuardHoldsParametersWithinTheRule) {
  Session session = heat_session();
  do_now(session, SetParameter{"alpha", 0.4});
  EXPECT_EQ(session.snapshot().scene.parameters[0], 0.25);
  EXPECT_TRUE(has_notice(session, Kind::info, "guard holds"));
  do_now(session, AddItem{box_item(scene::Medium{2.5}, {30, 5}, {40, 10})});
  EXPECT_EQ(session.snapshot().scene.parameters[0], 0.1);
  do_now(session, SetGuard{false});
  do_now(session, SetParameter{"alpha", 0.2});
  EXPECT_EQ(session.snapshot().scene.parameters[0], 0.2);
  do_now(session, SetGuard{true});
  EXPECT_EQ(session.snapshot().scene.parameters[0], 0.1);
  EXPECT_THROW(do_now(session, SetParameter{"beta", 0.2}), core::Error);
  EXPECT_THROW(do_now(session, SetParameter{"alpha", -1}), core::Error);
}

TEST(Session, EdgesTakeEffectAtOnceAndMustSuitTheEquation) {
  Session session = heat_session();
  field::Edges edges = all_edges(field::EdgeKind::held);
  edges.value = 0.75;
  do_now(session, SetEdges{edges});
  EXPECT_EQ(value_at(session, 0, 31), 0.75F);
  expect_flags_of_scene(session);
  EXPECT_THROW(do_now(session, SetEdges{all_edges(field::EdgeKind::absorbing)}), core::Error);
}

TEST(Session, LoadSceneReplacesAllButGoesOnPlaying) {
  Session session = heat_session();
  session.submit(Play{});
  session.frame(0.001);
  session.submit(LoadScene{small_wave()});
  session.frame(0.001);
  EXPECT_EQ(session.snapshot().scene.equation, "wave");
  EXPECT_EQ(session.snapshot().step, 2);
  EXPECT_TRUE(session.snapshot().playing);
  expect_flags_of_scene(session);
}

TEST(Session, ASceneThatCannotBeLoadedUsesUpNoIds) {
  Session session = heat_session();
  scene::Scene huge = small_wave();
  huge.extent = {1'000'000, 1'000'000};
  EXPECT_THROW(do_now(session, LoadScene{huge}), core::Error);
  do_now(session, AddItem{disc_item(scene::Wall{}, {36, 16}, 2)});
  EXPECT_EQ(session.snapshot().newest_item, 2);
}

TEST(Session, SavesItsSceneAsAFileThatGivesItBack) {
  const ScratchFolder folder;
  SessionOptions options = cpu_options();
  options.export_folder = folder.path();
  Session session(small_wave(), options);
  do_now(session, SetParameter{"c2", 0.4});
  do_now(session, SaveScene{});
  const auto path = folder.path() / "small-wave.json";
  EXPECT_TRUE(has_notice(session, Kind::info, "Saved the scene as " + path.string()));
  Session other(scene::load_scene(path), cpu_options());
  session.run(20);
  do_now(session, Reset{});
  EXPECT_EQ(other.state(), session.state());
  EXPECT_EQ(other.snapshot().scene.parameters, session.snapshot().scene.parameters);
  do_now(session, SaveScene{});
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "small-wave-2.json"));
  EXPECT_THROW(do_now(session, SaveScene{path.string()}), core::Error);
}

TEST(Session, ResizeScalesShapesAndStartsAnew) {
  Session session = heat_session();
  session.run(10);
  do_now(session, Resize{{96, 64}});
  EXPECT_EQ(session.snapshot().step, 0);
  EXPECT_EQ(session.snapshot().scene.items[0].shape, scene::Shape(scene::Disc{{32, 32}, 10}));
  EXPECT_EQ(value_at(session, 32, 32), 1.0F);
  expect_flags_of_scene(session);
}

TEST(Session, AGridThatDoesNotFitLeavesTheOldOne) {
  Session session = heat_session();
  session.run(10);
  const field::FieldState before = session.state();
  session.submit(Resize{{1'000'000, 1'000'000}});
  session.frame(0.001);
  EXPECT_FALSE(session.snapshot().notices.empty());
  EXPECT_EQ(session.state(), before);
  EXPECT_THROW(do_now(session, Resize{{0, 5}}), core::Error);
  session.run(1);
  EXPECT_EQ(session.snapshot().step, 11);
}

TEST(Session, LoadFieldTakesTheGivenValuesAtRest) {
  Session session(small_wave(), cpu_options());
  std::vector<float> cells(40 * 36, 0.125F);
  do_now(session, LoadField{cells});
  EXPECT_EQ(value_at(session, 15, 25), 0.125F);
  EXPECT_EQ(value_at(session, 20, 5), 0.0F) << "walls stay walls";
  cells.pop_back();
  EXPECT_THROW(do_now(session, LoadField{cells}), core::Error);
  cells.push_back(NAN);
  EXPECT_THROW(do_now(session, LoadField{cells}), core::Error);
}

TEST(Session, ResetKeepsItemsAndGoesBackToStepZero) {
  Session session(small_wave(), cpu_options());
  const field::FieldState start = session.state();
  session.run(40);
  do_now(session, AddItem{disc_item(scene::Wall{}, {5, 5}, 1)});
  do_now(session, RemoveItem{session.snapshot().newest_item});
  do_now(session, Reset{});
  EXPECT_EQ(session.state(), start);
}

TEST(Session, AnotherBackendGoesOnWithTheSameBits) {
  Session one(small_wave(), cpu_options(1));
  Session other(small_wave(), cpu_options(1));
  one.run(30);
  other.run(17);
  do_now(other, ChooseBackend{field::Backend::cpu, 2});
  other.run(13);
  EXPECT_EQ(other.snapshot().backend.threads, 2);
  EXPECT_EQ(one.state(), other.state());
}

TEST(Session, MistakesInAFrameBecomeNotices) {
  const KeptLog log;
  Session session(small_heat(), log.recording(cpu_options()));
  session.submit(StartRecording{"log"});
  session.submit(RemoveItem{99});
  session.submit(Advance{2});
  session.frame(0.001);
  EXPECT_EQ(session.snapshot().step, 2) << "commands after a refused one still run";
  ASSERT_EQ(session.snapshot().notices.size(), 1U);
  const Notice notice = session.snapshot().notices[0];
  EXPECT_EQ(notice.text, "There is no item 99.");
  session.submit(DismissNotice{notice.id});
  session.frame(0.001);
  EXPECT_TRUE(session.snapshot().notices.empty());
  EXPECT_TRUE(log.entries().empty())
      << "refused commands and commands for notices are not recorded";
}

TEST(Session, OverflowStopsWithinSixtyFramesAndSaysWhy) {
  Session session = heat_session();
  session.submit(SetGuard{false});
  session.submit(SetParameter{"alpha", 1.0});
  session.submit(SetPace{{10}});
  session.submit(Play{});
  int frames = 0;
  while (!session.snapshot().overflowed && frames < 60) {
    session.frame(0.001);
    ++frames;
  }
  EXPECT_LT(frames, 60);
  EXPECT_FALSE(session.snapshot().playing);
  EXPECT_TRUE(has_notice(session, Kind::error, "breaks the stability rule α ≤ 1/4"));
  EXPECT_TRUE(session.snapshot().notices.back().offers_reset);
  session.submit(Play{});
  session.frame(0.001);
  EXPECT_FALSE(session.snapshot().playing) << "not before a reset";
  session.submit(SetGuard{true});
  session.submit(Reset{});
  session.submit(Play{});
  session.frame(0.001);
  EXPECT_FALSE(session.snapshot().overflowed);
  EXPECT_TRUE(session.snapshot().playing);
  EXPECT_FALSE(has_notice(session, Kind::error, "overflowed by step"));
}

TEST(Session, TellsWhenWhatWasKnownOfTheFieldHoldsNoMore) {
  Session session = heat_session();
  const auto grows_by = [&](Command command) {
    const std::uint64_t before = session.snapshot().survey_epoch;
    session.submit(std::move(command));
    session.frame(0.001);
    EXPECT_TRUE(session.snapshot().surveyed);
    return session.snapshot().survey_epoch > before;
  };
  EXPECT_FALSE(grows_by(Advance{5}));
  EXPECT_FALSE(grows_by(Paint{{{{40, 16}}, 3}, 70.0}));
  EXPECT_TRUE(grows_by(Undo{}));
  EXPECT_EQ(session.snapshot().report.survey.of(0).maximum, 1.0F);
  EXPECT_TRUE(grows_by(Reset{}));
  EXPECT_TRUE(grows_by(LoadField{std::vector<float>(48 * 32, 0.5F)}));
  EXPECT_TRUE(grows_by(LoadScene{small_wave()}));
  EXPECT_TRUE(grows_by(LoadScene{small_heat()})) << "the first scene again";
  EXPECT_FALSE(grows_by(SetGuard{false}));
  EXPECT_FALSE(grows_by(SetParameter{"alpha", 1.0}));
  EXPECT_TRUE(grows_by(Advance{300})) << "it overflows";
  EXPECT_TRUE(session.snapshot().overflowed);
}

TEST(Session, AHeadlessRunThatOverflowsThrows) {
  Session session = heat_session();
  session.submit(SetGuard{false});
  session.submit(SetParameter{"alpha", 0.9});
  try {
    session.run(100'000);
    FAIL();
  } catch (const core::Error& error) {
    EXPECT_NE(std::string(error.what()).find("overflowed by step 1000"), std::string::npos)
        << error.what();
  }
  EXPECT_TRUE(session.snapshot().overflowed);
}

}  // namespace
}  // namespace heatwave::session
