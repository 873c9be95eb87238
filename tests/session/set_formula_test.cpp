// A typed formula replaces the equation while the field goes on.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/session/session.h"
#include "kernels/core/error.h"
#include "scenes_for_tests.h"

namespace heatwave::session {
namespace {

const scene::Scene& scene_of(const Session& session) { return session.snapshot().scene; }

TEST(SetFormula, TheTextOfABuiltInEquationGoesOnWithItsBits) {
  for (const scene::Scene& start : {small_heat(), small_wave()}) {
    Session built_in(start, cpu_options());
    Session typed(start, cpu_options());
    built_in.run(30);
    typed.run(17);
    do_now(typed, SetFormula{scene::equation_of(start).text});
    EXPECT_TRUE(scene_of(typed).formula);
    EXPECT_EQ(typed.snapshot().step, 17);
    typed.run(13);
    EXPECT_EQ(typed.state().planes, built_in.state().planes) << start.name;
  }
}

TEST(SetFormula, KeepsWhatTheFormulaHasOfTheScene) {
  Session session(small_heat(), cpu_options());
  const scene::Scene before = scene_of(session);
  do_now(session, SetParameter{"alpha", 0.1});
  do_now(session, SetFormula{scene::equation_of(before).text});
  EXPECT_EQ(scene_of(session).items, before.items);
  EXPECT_EQ(scene_of(session).edges, before.edges);
  EXPECT_EQ(scene_of(session).parameters[0], 0.1) << "the slider's value stays";
  do_now(session, SetFormula{"u' = m*alpha*lap(u)\nalpha = 0.05 in [0, 1]"});
  EXPECT_EQ(scene_of(session).parameters[0], 0.05) << "the text has another number";
  do_now(session, SetFormula{"u' = lap(u)/5\nedges: periodic"});
  EXPECT_EQ(scene_of(session).edges.left, field::EdgeKind::periodic);
}

TEST(SetFormula, ItemsWithoutTheirComponentActOnTheMainOne) {
  Session session(small_heat(), cpu_options());
  do_now(session, SetFormula{"v' = lap(v)/5\nw' = lap(w)/6"});
  EXPECT_TRUE(scene_of(session).initial.empty());
  session.run(3);
  do_now(session, SetFormula{"a' = lap(a)/5\nw' = lap(w)/6"});
  EXPECT_EQ(session.snapshot().step, 3) << "there are as many components";
  EXPECT_EQ(scene_of(session).colours.size(), 2U);
}

TEST(SetFormula, BeginsAnewWithOtherComponentsOrWhenAskedTo) {
  Session session(small_heat(), cpu_options());
  session.run(5);
  do_now(session, SetFormula{"u' = 0\nv' = 0\nu(0) = 3"});
  EXPECT_EQ(session.snapshot().step, 0);
  const auto planes = session.state().planes;
  EXPECT_NE(std::find(planes[0].begin(), planes[0].end(), 3.0F), planes[0].end());
  session.run(5);
  do_now(session, SetFormula{"u' = 0\nv' = 0\nu(0) = 4"});
  EXPECT_EQ(session.state().planes, planes) << "the field goes on";
  do_now(session, SetFormula{"u' = 0\nv' = 0\nu(0) = 4", true});
  EXPECT_EQ(session.snapshot().step, 0);
  EXPECT_NE(session.state().planes, planes);
  do_now(session, SetFormula{"u' = 0\nv' = 0\nu(0) = 5"});
  EXPECT_NE(std::find(session.state().planes[0].begin(), session.state().planes[0].end(), 5.0F),
            session.state().planes[0].end())
      << "a field without steps follows its initial values";
}

TEST(SetFormula, AMistakeChangesNothing) {
  Session session(small_heat(), cpu_options());
  session.run(5);
  const scene::Scene before = scene_of(session);
  try {
    do_now(session, SetFormula{"u' = q"});
    FAIL();
  } catch (const core::Error& error) {
    EXPECT_NE(std::string(error.what()).find("line 1, column 6"), std::string::npos);
  }
  EXPECT_EQ(scene_of(session), before);
  EXPECT_FALSE(session.snapshot().can_undo);
}

}  // namespace
}  // namespace heatwave::session
