// Tests a field that plays until a given step.
#include <gtest/gtest.h>

#include "app/session/session.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

TEST(Play, UntilAStepPausesExactlyThere) {
  Session session(small_heat(), cpu_options());
  session.submit(SetPace{{10}});
  session.submit(Play{25});
  for (int i = 0; i < 2; ++i) session.frame(0.001);
  EXPECT_EQ(session.snapshot().step, 20);
  session.submit(Pause{});
  session.frame(0.001);
  session.submit(Play{});
  for (int i = 0; i < 3; ++i) session.frame(0.001);
  EXPECT_EQ(session.snapshot().step, 25) << "a pause on the way changes nothing";
  EXPECT_FALSE(session.snapshot().playing);
  session.submit(Play{});
  session.frame(0.001);
  EXPECT_EQ(session.snapshot().step, 35) << "it plays on from there";
  session.submit(Play{40});
  session.submit(Reset{});
  for (int i = 0; i < 6; ++i) session.frame(0.001);
  EXPECT_EQ(session.snapshot().step, 60) << "the step belonged to the earlier field";
}

}  // namespace
}  // namespace heatwave::session
