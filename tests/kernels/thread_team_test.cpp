// Tests threads that share work: each piece runs once, phases run in order, and no thread waits for
// an idle one.
#include "kernels/core/thread_team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

#include "kernels/core/turns.h"

namespace heatwave::core {
namespace {

TEST(Turns, EveryPieceIsDoneOnceAndAfterThoseThatItNeeds) {
  constexpr int kPhases = 200;
  constexpr int kPieces = 7;
  for (const int threads : {1, 2, 3, 8}) {
    ThreadTeam team(threads);
    std::vector<std::atomic<int>> phases_done(kPieces);
    std::atomic<bool> is_early{false};
    std::atomic<std::int64_t> all{0};
    Turns turns(kPhases, kPieces, threads);
    team.share([&](int worker) {
      const Turns::Help help = turns.help(worker, [&](std::int64_t phase, int piece) {
        for (const int beside : {kPieces - 1, 1}) {
          if (phases_done[static_cast<std::size_t>((piece + beside) % kPieces)] < phase) {
            is_early = true;
          }
        }
        if (phases_done[static_cast<std::size_t>(piece)]++ != phase) is_early = true;
      });
      all += help.pieces;
    });
    EXPECT_FALSE(is_early) << threads << " threads";
    EXPECT_EQ(all, kPhases * kPieces);
    for (const auto& phases : phases_done) EXPECT_EQ(phases, kPhases);
  }
}

/// If another program takes the processor from a thread in the middle of a piece, the other threads
/// do everything that does not depend on it: the rest of the phase, and the next phase except for
/// the neighbouring pieces.
TEST(Turns, AThreadThatIsStoppedHoldsUpOnlyWhatNeedsItsPiece) {
  constexpr int kPieces = 8;
  constexpr int kStopped = 4;
  constexpr int kFree = (kPieces - 1) + (kPieces - 3);
  ThreadTeam team(2);
  Turns turns(2, kPieces, 2);
  std::atomic<int> others{0};
  team.share([&](int worker) {
    turns.help(worker, [&](std::int64_t phase, int piece) {
      if (phase == 0 && piece == kStopped) {
        for (int seen = 0; seen < kFree; seen = others) sleep_while(others, seen);
      } else {
        ++others;
        notify_all(others);
      }
    });
  });
  EXPECT_EQ(others, 2 * kPieces - 1);
}

/// The caller does not wait for threads that never come: it does all the work.
TEST(Turns, WorkThatIsSharedNeedsOnlyTheCaller) {
  Turns turns(5, 8, 3);
  EXPECT_EQ(turns.help(0, [](std::int64_t, int) {}).pieces, 40);
}

/// Each worker keeps its piece in its own cache. In each phase both start before either ends, and
/// they are last in turn: the last one finds the other's piece free. If it polls at the moment when
/// the other has ended and not started again, it may take that piece.
TEST(Turns, PiecesStayWithTheirWorkerWhileItIsThere) {
  constexpr int kPhases = 300;
  ThreadTeam team(2);
  Turns turns(kPhases, 2, 2);
  std::atomic<int> begun{0};
  std::atomic<int> ended{0};
  std::atomic<int> of_others{0};
  team.share([&](int worker) {
    turns.help(worker, [&](std::int64_t phase, int piece) {
      if (piece != worker) ++of_others;
      ++begun;
      while (begun < 2 * (phase + 1)) std::this_thread::yield();
      const bool is_last = phase % 2 == piece;
      while (is_last && ended < 2 * phase + 1) std::this_thread::yield();
      for (int i = 0; is_last && i < 10; ++i) std::this_thread::yield();
      ++ended;
    });
  });
  EXPECT_LT(of_others, kPhases / 10);
}

TEST(ThreadTeam, TasksOfBothKindsMayFollowEachOther) {
  ThreadTeam team(4);
  for (int round = 0; round < 500; ++round) {
    std::vector<int> came(4);
    team.run([&](int index) { came[static_cast<std::size_t>(index)] = 1; });
    EXPECT_EQ(std::accumulate(came.begin(), came.end(), 0), 4);
    // Threads that wake late meet later tasks; none may run twice or after its end.
    for (int i = 0; i < round % 4; ++i) {
      std::atomic<int> inside{0};
      team.share([&](int) { ++inside; });
      EXPECT_GE(inside, 1);
      EXPECT_LE(inside, 4);
    }
  }
}

TEST(ThreadTeam, SharedWorkIsOverWhenTheCallReturns) {
  ThreadTeam team(3);
  for (int round = 0; round < 500; ++round) {
    Turns turns(1, 30, 3);
    std::vector<int> pieces(30);
    team.share([&](int worker) {
      turns.help(worker,
                 [&](std::int64_t, int piece) { ++pieces[static_cast<std::size_t>(piece)]; });
    });
    EXPECT_EQ(pieces, std::vector<int>(30, 1));
  }
}

TEST(ThreadTeam, EachPieceIsDoneOnceByWhoeverCame) {
  for (const int threads : {1, 2, 3}) {
    ThreadTeam team(threads);
    for (int round = 0; round < 300; ++round) {
      const int pieces = round % 5;
      std::vector<std::atomic<int>> done(5);
      std::vector<int> by(static_cast<std::size_t>(threads));
      team.share_pieces(pieces, [&](int piece, int index) {
        ++done[static_cast<std::size_t>(piece)];
        ++by[static_cast<std::size_t>(index)];
      });
      for (int piece = 0; piece < 5; ++piece) {
        EXPECT_EQ(done[static_cast<std::size_t>(piece)], piece < pieces ? 1 : 0);
      }
      EXPECT_EQ(std::accumulate(by.begin(), by.end(), 0), pieces);
    }
  }
}

}  // namespace
}  // namespace heatwave::core
