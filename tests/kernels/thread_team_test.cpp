// Threads that share work: each piece once, phases in order, nobody waited for who has nothing.
#include "kernels/core/thread_team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <vector>

#include "kernels/core/turns.h"

namespace heatwave::core {
namespace {

TEST(Turns, EveryPieceIsDoneOnceAndAPhaseBeginsWhenTheOneBeforeIsDone) {
  constexpr int kPhases = 200;
  constexpr int kPieces = 7;
  for (const int threads : {1, 2, 3, 8}) {
    ThreadTeam team(threads);
    std::vector<std::atomic<int>> done(kPhases);
    std::atomic<bool> early{false};
    Turns turns(kPhases, kPieces);
    team.share([&] {
      turns.help([&](std::int64_t phase, int piece) {
        if (phase > 0 && done[static_cast<std::size_t>(phase - 1)] != (1 << kPieces) - 1)
          early = true;
        done[static_cast<std::size_t>(phase)] += 1 << piece;
      });
    });
    EXPECT_FALSE(early) << threads << " threads";
    for (const auto& pieces : done) EXPECT_EQ(pieces, (1 << kPieces) - 1);
  }
}

TEST(ThreadTeam, TasksOfBothKindsMayFollowEachOther) {
  ThreadTeam team(4);
  for (int round = 0; round < 500; ++round) {
    std::vector<int> came(4);
    team.run([&](int index) { came[static_cast<std::size_t>(index)] = 1; });
    EXPECT_EQ(std::accumulate(came.begin(), came.end(), 0), 4);
    // Members that are slow to wake meet later tasks; none may be run twice or after its end.
    for (int i = 0; i < round % 4; ++i) {
      std::atomic<int> inside{0};
      team.share([&] { ++inside; });
      EXPECT_GE(inside, 1);
      EXPECT_LE(inside, 4);
    }
  }
}

TEST(ThreadTeam, SharedWorkIsOverWhenTheCallReturns) {
  ThreadTeam team(3);
  for (int round = 0; round < 500; ++round) {
    Turns turns(1, 30);
    std::vector<int> pieces(30);
    team.share([&] {
      turns.help([&](std::int64_t, int piece) { ++pieces[static_cast<std::size_t>(piece)]; });
    });
    EXPECT_EQ(pieces, std::vector<int>(30, 1));
  }
}

}  // namespace
}  // namespace heatwave::core
