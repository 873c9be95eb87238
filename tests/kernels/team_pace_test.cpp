// Tests that threads work together if that is faster, and one works alone if the others delay it.
#include "kernels/core/turns.h"

#include <gtest/gtest.h>

namespace heatwave::core {
namespace {

/// A simulated machine: work per second of both choices, and how much the caller waits.
struct Speeds {
  double alone;
  double together;
  double waiting;
};

/// Returns the part of the time in which the threads worked together.
double together_part(TeamPace& pace, const Speeds& machine, double seconds) {
  constexpr double kTick = 0.001;
  const int ticks = static_cast<int>(seconds / kTick);
  int together = 0;
  for (int i = 0; i < ticks; ++i) {
    const bool is_together = pace.is_together();
    if (is_together) ++together;
    pace.record(kTick * (is_together ? machine.together : machine.alone), kTick,
                is_together ? kTick * machine.waiting : 0.0);
  }
  return static_cast<double>(together) / ticks;
}

constexpr Speeds kQuiet{.alone = 10.0, .together = 19.0, .waiting = 0.05};
constexpr Speeds kBusy{.alone = 10.0, .together = 8.0, .waiting = 0.6};

TEST(TeamPace, OnAQuietMachineNothingIsTried) {
  TeamPace pace;
  EXPECT_DOUBLE_EQ(together_part(pace, kQuiet, 10.0), 1.0);
}

TEST(TeamPace, WhereOthersHoldItUpOneThreadWorksAlone) {
  TeamPace pace;
  EXPECT_LT(together_part(pace, kBusy, 10.0), 0.15);
}

TEST(TeamPace, WaitingIsBorneWhereItIsStillFaster) {
  TeamPace pace;
  EXPECT_GT(together_part(pace, {.alone = 10.0, .together = 12.0, .waiting = 0.4}, 10.0), 0.85);
}

TEST(TeamPace, WhenTheMachineIsQuietAgainTheThreadsComeBack) {
  TeamPace pace;
  together_part(pace, kBusy, 5.0);
  together_part(pace, kQuiet, 0.3);
  EXPECT_DOUBLE_EQ(together_part(pace, kQuiet, 5.0), 1.0);
}

}  // namespace
}  // namespace heatwave::core
