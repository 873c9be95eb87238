// Tests probes and lines: commands, undo, scenes and readings; they change no cell.
#include "app/scene/measures.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/scene/scene_json.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

std::string refusal_of(Session& session, Command command) {
  try {
    do_now(session, std::move(command));
  } catch (const core::Error& error) {
    return error.what();
  }
  return "it was taken";
}

TEST(Measures, EightProbesHaveTheLowestFreeNumbers) {
  Session session(small_heat(), cpu_options());
  for (int i = 0; i < scene::kMostProbes; ++i) do_now(session, AddProbe{{i + 0.5, 3.5}});
  EXPECT_EQ(refusal_of(session, AddProbe{{1, 1}}), "all 8 probes are in use");
  do_now(session, RemoveProbe{3});
  do_now(session, AddProbe{{20, 20}});
  const auto& probes = session.snapshot().scene.measures.probes;
  ASSERT_EQ(probes.size(), 8U);
  EXPECT_EQ(probes[2], (scene::Probe{3, {20, 20}}));
  EXPECT_EQ(refusal_of(session, RemoveProbe{9}), "there is no probe 9");
  EXPECT_EQ(refusal_of(session, MoveProbe{1, {48.5, 3}}),
            "a probe at (48.5, 3) lies outside the grid of 48 × 32 cells");
}

TEST(Measures, AreUndoneAndRedone) {
  Session session(small_heat(), cpu_options());
  do_now(session, AddProbe{{10, 10}});
  do_now(session, SetLine{scene::LineKind::profile, {0, 5}, {40, 5}});
  // One undo reverts a whole drag.
  do_now(session, MoveProbe{1, {11, 10}}, 7);
  do_now(session, MoveProbe{1, {12, 10}}, 7);
  EXPECT_EQ(session.snapshot().undo_what, "move a probe");
  do_now(session, Undo{});
  EXPECT_EQ(session.snapshot().scene.measures.probes.front().at, (core::Point{10, 10}));
  do_now(session, Undo{});
  EXPECT_FALSE(session.snapshot().scene.measures.profile);
  do_now(session, Undo{});
  EXPECT_TRUE(session.snapshot().scene.measures.none());
  for (int i = 0; i < 3; ++i) do_now(session, Redo{});
  EXPECT_EQ(session.snapshot().scene.measures.probes.front().at, (core::Point{12, 10}));
  EXPECT_TRUE(session.snapshot().scene.measures.profile);
}

TEST(Measures, ReadTheCellsThatTheyStandIn) {
  Session session(small_wave(), cpu_options());
  do_now(session, AddProbe{{8.9, 17.1}});
  do_now(session, AddProbe{{40, 36}});  // the far corner belongs to the last cell
  do_now(session, SetLine{scene::LineKind::profile, {3, 33}, {37, 2}});
  do_now(session, SetLine{scene::LineKind::tape, {5, 9}, {5, 9}});
  session.run(43);
  const Readings& readings = session.snapshot().readings;
  EXPECT_EQ(readings.step, 43);
  ASSERT_EQ(readings.probes.size(), 2U);
  EXPECT_EQ(readings.probes[0], value_at(session, 8, 17));
  EXPECT_EQ(readings.probes[1], value_at(session, 39, 35));
  EXPECT_NE(readings.probes[0], 0.0F);
  ASSERT_TRUE(readings.profile);
  const scene::LineCells& along = readings.profile->along;
  EXPECT_EQ(along.cells.front(), (core::Cell{3, 33}));
  EXPECT_EQ(along.cells.back(), (core::Cell{37, 2}));
  EXPECT_NEAR(along.spacing * static_cast<double>(along.cells.size() - 1), std::hypot(34, 31),
              1e-9);
  ASSERT_TRUE(readings.tape);
  const auto between_four = [&](int x, int y) {
    return (value_at(session, x - 1, y - 1) + value_at(session, x, y - 1) +
            value_at(session, x - 1, y) + value_at(session, x, y)) /
           4;
  };
  EXPECT_FLOAT_EQ(readings.tape->values.front(), between_four(5, 9));
}

TEST(Measures, ALineThroughTheCentresOfCellsReadsTheseCells) {
  Session session(small_wave(), cpu_options());
  do_now(session, SetLine{scene::LineKind::profile, {2.5, 17.5}, {39.5, 17.5}});
  do_now(session, SetLine{scene::LineKind::tape, {8.5, 30.5}, {8.5, 1.5}});
  session.run(43);
  const Readings& readings = session.snapshot().readings;
  ASSERT_EQ(readings.profile->values.size(), 38U);
  for (int i = 0; i < 38; ++i) {
    ASSERT_EQ(readings.profile->values[static_cast<std::size_t>(i)], value_at(session, 2 + i, 17));
  }
  ASSERT_EQ(readings.tape->values.size(), 30U);
  for (int i = 0; i < 30; ++i) {
    ASSERT_EQ(readings.tape->values[static_cast<std::size_t>(i)], value_at(session, 8, 30 - i));
  }
}

TEST(Measures, ALineReadsWhatLiesBetweenCellsStraightFromCentreToCentre) {
  const core::Extent grid{40, 36};
  const auto plane = [](core::Cell cell) { return 3.0 * cell.x - 2.0 * cell.y; };
  for (const core::Point at : scene::places_along({{1, 2}, {38, 31.25}}, grid)) {
    EXPECT_NEAR(scene::read_between(scene::between(at, grid), plane),
                3 * (at.x - 0.5) - 2 * (at.y - 0.5), 1e-9);
  }
  const std::vector<core::Point> rim = scene::places_along({{0, 0}, {40, 36}}, grid);
  EXPECT_EQ(rim.front(), (core::Point{0.5, 0.5}))
      << "there are no values beyond the last cell centres";
  EXPECT_EQ(rim.back(), (core::Point{39.5, 35.5}));
  EXPECT_EQ(scene::read_between(scene::between(rim.back(), grid), plane), plane({39, 35}));
}

TEST(Measures, ALongLineIsReadInPartsOfTheField) {
  scene::Scene scene = scene::blank_scene("heat", {900, 700});
  scene.initial = {scene::Gaussian{{450, 350}, 200, 1}};
  Session session(scene, cpu_options());
  do_now(session, SetLine{scene::LineKind::profile, {0, 0}, {900, 700}});
  const auto& profile = session.snapshot().readings.profile;
  ASSERT_TRUE(profile);
  const field::FieldState state = session.state();
  const auto value = [&](core::Cell cell) -> double {
    return state.planes[0][core::whole(state.extent).index(cell.x, cell.y)];
  };
  const std::vector<core::Point> places = scene::places_along({{0, 0}, {900, 700}}, state.extent);
  ASSERT_EQ(profile->values.size(), places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const scene::Between place = scene::between(places[i], state.extent);
    ASSERT_EQ(profile->values[i], static_cast<float>(read_between(place, value)));
  }
}

TEST(Measures, LeaveTheBitsOfTheFieldAlone) {
  const auto field_after = [](bool measured) {
    Session session(small_wave(), cpu_options(2));
    if (measured) {
      for (int i = 0; i < scene::kMostProbes; ++i) session.submit(AddProbe{{4.0 * i, 3.0 * i}});
      session.submit(SetLine{scene::LineKind::profile, {0, 0}, {40, 36}});
      session.submit(SetLine{scene::LineKind::tape, {40, 0}, {0, 36}});
    }
    for (int i = 0; i < 30; ++i) {
      if (measured) session.submit(MoveProbe{3, {i * 1.0, 5}});
      session.run(4);  // unlike a frame, takes all of them however busy the machine is
    }
    return session.state();
  };
  EXPECT_EQ(field_after(true), field_after(false));
}

TEST(Measures, GoWithTheSceneIntoAFileAndOntoAnotherGrid) {
  Session session(small_heat(), cpu_options());
  do_now(session, AddProbe{{10, 10}});
  do_now(session, AddProbe{{12, 10}});
  do_now(session, RemoveProbe{1});
  do_now(session, SetLine{scene::LineKind::tape, {0, 1.5}, {48, 32}});
  do_now(session, SetSampling{5});
  const scene::Measures measures = session.snapshot().scene.measures;
  EXPECT_EQ(scene::parse_scene(to_json(session.snapshot().scene), "x.json").measures, measures);
  EXPECT_EQ(to_json(small_heat()).find("measure"), std::string::npos);
  do_now(session, Resize{{96, 64}});
  EXPECT_EQ(session.snapshot().scene.measures.probes.front(), (scene::Probe{2, {24, 20}}));
  EXPECT_EQ(session.snapshot().scene.measures.tape, (scene::Segment{{0, 3}, {96, 64}}));
}

TEST(Measures, AreCheckedInAFile) {
  const auto refusal = [](const std::string& measure) {
    try {
      scene::parse_scene(R"({"size": [20, 10], "measure": )" + measure + "}", "x.json");
    } catch (const core::Error& error) {
      return std::string(error.what());
    }
    return std::string("it was taken");
  };
  EXPECT_NE(refusal(R"({"probes": [{"at": [30, 3]}]})").find("outside the grid"),
            std::string::npos);
  EXPECT_NE(refusal(R"({"probes": [{"at": [3, 3], "number": 9}]})").find("number"),
            std::string::npos);
  EXPECT_NE(refusal(R"({"probes": [{"at": [3, 3], "number": 2}, {"at": [3, 3], "number": 2}]})")
                .find("numbers of their own"),
            std::string::npos);
  EXPECT_NE(refusal(R"({"profile": [[1, 2]]})").find("two points"), std::string::npos);
  EXPECT_NE(refusal(R"({"every": -1})").find("every"), std::string::npos);
  EXPECT_EQ(refusal(R"({"probes": [{"at": [19.5, 9]}], "profile": [[0, 0], [20, 10]]})"),
            "it was taken");
}

}  // namespace
}  // namespace heatwave::session
