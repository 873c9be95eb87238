// Tests that commands, undo and recordings of a field cut into parts are bit-identical to those of
// an undivided field.
#include <gtest/gtest.h>

#include <random>
#include <utility>
#include <vector>

#include "app/session/session.h"
#include "kernels/core/error.h"
#include "tests/sanitized.h"
#include "tests/session/kept_log.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

SessionOptions in_parts(int parts, int steps) {
  SessionOptions options = cpu_options(parts);
  options.make_solver = [parts, steps](field::SolverRequest request) {
    request.division = {.parts = parts, .steps = steps};
    return field::make_solver(request);
  };
  return options;
}

class RandomCommands {
 public:
  explicit RandomCommands(unsigned seed) : random_(seed) {}

  Command next(const scene::Scene& scene) {
    const auto [width, height] = scene.extent;
    const core::Point at{any(width), any(height)};
    const core::Point end{any(width), any(height)};
    const double radius = 1.0 + any(12.0);
    switch (random_() % 12) {
      case 0:
        return AddItem{disc_item(scene::Wall{}, at, radius)};
      case 1:
        return AddItem{disc_item(oscillating(10.0 + any(20.0)), at, radius)};
      case 2:
        return AddItem{disc_item(scene::Medium{0.3 + any(0.6)}, at, radius)};
      case 3:
        return Paint{{{at, end}, radius}, any(2.0) - 1.0};
      case 4:
        return Erase{{{at, end}, radius}};
      case 5:
        return SetParameter{"c2", 0.1 + any(0.3)};
      case 6: {
        using enum field::EdgeKind;
        constexpr field::EdgeKind kKinds[] = {held, reflecting, periodic, absorbing};
        return SetEdges{all_edges(kKinds[random_() % 4])};
      }
      case 7:
        if (scene.items.empty()) return Advance{3};
        return ChangeItem{
            moved(scene.items[random_() % scene.items.size()], {any(9.0) - 4.5, any(60.0) - 30.0})};
      case 8:
        if (scene.items.size() < 6) return Redo{};
        return RemoveItem{scene.items[random_() % scene.items.size()].id};
      case 9:
        return Redo{};
      default:
        return Undo{};
    }
  }
  std::int64_t steps() {
    return random_() % 4 == 0 ? 37 : static_cast<std::int64_t>(random_() % 5);
  }

 private:
  double any(double below) { return static_cast<double>(random_() % 10'000) / 10'000.0 * below; }

  std::mt19937 random_;
};

/// Returns whether the session carries out the command; some, such as undo at the beginning, are
/// refused.
bool takes(Session& session, const Command& command) {
  session.submit(command);
  try {
    session.repeat(0);
    return true;
  } catch (const core::Error&) {
    return false;
  }
}

TEST(PartsInSession, TakeCommandsAndUndoAcrossCuts) {
  constexpr int kCommands = test::kSanitized ? 60 : 300;
  for (const auto& [parts, steps] : {std::pair{2, 12}, std::pair{3, 5}}) {
    SCOPED_TRACE(parts);
    Session whole(tall_wave(), cpu_options(1));
    Session cut(tall_wave(), in_parts(parts, steps));
    EXPECT_EQ(cut.snapshot().backend.parts.size(), static_cast<std::size_t>(parts));
    RandomCommands random(11);
    int taken = 0;
    for (int i = 0; i < kCommands; ++i) {
      const Command command = random.next(whole.snapshot().scene);
      const std::int64_t count = random.steps();
      const bool is_taken = takes(whole, command);
      ASSERT_EQ(takes(cut, command), is_taken);
      taken += is_taken ? 1 : 0;
      for (Session* session : {&whole, &cut}) session->repeat(count);
      ASSERT_EQ(cut.snapshot().scene, whole.snapshot().scene);
      if (i % 10 != 9) continue;
      ASSERT_TRUE(cut.state() == whole.state()) << "command " << i;
    }
    EXPECT_GT(taken, kCommands * 3 / 4);
  }
}

/// Plays a log and returns the field at its end.
field::FieldState played(const KeptLog& log, SessionOptions options, std::int64_t end) {
  Session replay(tall_wave(), std::move(options));
  for (const KeptLog::Entry& entry : log.entries()) {
    if (entry.step > replay.snapshot().step) replay.repeat(entry.step - replay.snapshot().step);
    replay.submit(entry.envelope);
    replay.repeat(0);
  }
  replay.repeat(end - replay.snapshot().step);
  return replay.state();
}

TEST(PartsInSession, RecordedOnTwoAreReplayedOnOneAndThree) {
  const KeptLog log;
  Session session(tall_wave(), log.recording(in_parts(2, 12)));
  session.submit(StartRecording{"log"});
  RandomCommands random(3);
  for (int i = 0; i < 40; ++i) {
    (void)takes(session, random.next(session.snapshot().scene));
    session.repeat(random.steps());
  }
  const field::FieldState state = session.state();
  EXPECT_TRUE(played(log, cpu_options(1), state.step) == state);
  EXPECT_TRUE(played(log, in_parts(3, 8), state.step) == state);
}

TEST(PartsInSession, AreMeasuredLikeOneField) {
  const auto rows_of = [](SessionOptions options) {
    scene::Scene scene = tall_wave();
    scene.measures.totals = true;
    options.rows_every = 1;
    Session session(scene, std::move(options));
    session.submit(AddProbe{{40.5, 90.5}});
    session.submit(SetLine{scene::LineKind::profile, {10, 5}, {60, 170}});
    session.run(0);
    session.run(70);
    return session.take_rows();
  };
  const std::vector<MeasuredRow> whole = rows_of(cpu_options(1));
  const std::vector<MeasuredRow> cut = rows_of(in_parts(3, 12));
  ASSERT_GE(whole.size(), 70U);
  ASSERT_EQ(cut.size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_EQ(cut[i].step, whole[i].step);
    EXPECT_EQ(cut[i].values, whole[i].values);
    EXPECT_EQ(cut[i].totals, whole[i].totals);
  }
}

TEST(PartsInSession, GoOverToAnotherNumberOfThreads) {
  Session whole(tall_wave(), cpu_options(1));
  Session cut(tall_wave(), in_parts(2, 12));
  for (Session* session : {&whole, &cut}) {
    session->run(31);
    do_now(*session, ChooseBackend{field::Backend::cpu, 4});
    session->run(31);
  }
  EXPECT_TRUE(cut.state() == whole.state());
}

}  // namespace
}  // namespace heatwave::session
