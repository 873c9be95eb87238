// Tests hundreds of sessions of random commands, recorded and replayed on other numbers of threads.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>

#include "app/scene/scene_edit.h"
#include "app/wire/player.h"
#include "app/wire/recording.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::wire {
namespace {

using namespace scene;
using namespace session;

constexpr int kSessions = 100;

/// Sends random commands, as a lively class might.
class RandomHand {
 public:
  explicit RandomHand(unsigned seed) : random_(seed) {}

  int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }
  double near(double size) {
    return std::uniform_real_distribution<double>(-0.2 * size, 1.2 * size)(random_);
  }

  Scene scene() {
    const auto& all = field::equations();
    Scene scene =
        blank_scene(all.at(static_cast<std::size_t>(below(static_cast<int>(all.size())))).id,
                    {8 + below(33), 8 + below(25)});
    scene.name = "random";
    scene.edges = edges(scene);
    scene.initial = {Gaussian{{near(20), near(16)}, 3, 1}};
    scene.items = {disc_item(role(), {near(20), near(16)}, 4)};
    scene.pace = {1 + below(4)};
    hold_within_guard(scene);
    return scene;
  }

  Command command(const Snapshot& now) {
    const int some_item =
        now.scene.items.empty()
            ? 1
            : now.scene
                  .items[static_cast<std::size_t>(below(static_cast<int>(now.scene.items.size())))]
                  .id;
    switch (below(19)) {
      case 0:
        return AddItem{{.role = role(), .shape = shape()}};
      case 1:
        return ChangeItem{{.id = some_item, .role = role(), .shape = shape()}};
      case 2:
        return MoveItem{some_item, {near(9) - 3, near(9) - 3}};
      case 3:
        return ExtendItem{some_item, {point(), point()}};
      case 4:
        return RemoveItem{some_item};
      case 5:
      case 6:
        return Paint{stroke(), near(2)};
      case 7:
        return Erase{stroke()};
      case 8: {
        const auto& info = field::find_equation(now.scene.equation).parameters;
        const auto& one = info.at(static_cast<std::size_t>(below(static_cast<int>(info.size()))));
        return SetParameter{one.id, one.minimum + (one.maximum - one.minimum) * near(1)};
      }
      case 9:
        return SetGuard{below(4) > 0};
      case 10:
        return SetEdges{edges(now.scene)};
      case 11:
        return SetPace{{below(5)}};
      case 12:
        return below(3) == 0 ? Command(LoadScene{scene()}) : Command(Reset{});
      case 13:
        return Resize{{8 + below(33), 8 + below(25)}};
      case 14: {
        std::vector<float> cells(static_cast<std::size_t>(now.scene.extent.cells()));
        for (float& cell : cells) cell = static_cast<float>(near(1));
        return LoadField{std::move(cells)};
      }
      case 15:
        return below(2) == 0 ? Command(Play{}) : Command(Pause{});
      case 16:
        return Advance{below(9)};
      case 17:
        return Redo{};
      default:
        return Undo{};
    }
  }

 private:
  Point point() { return {near(32), near(24)}; }
  Stroke stroke() { return {{point(), point()}, 1.0 + below(4)}; }
  Shape shape() {
    switch (below(4)) {
      case 0:
        return Disc{point(), 1.0 + below(6)};
      case 1:
        return Rectangle{point(), point()};
      case 2:
        return Line{point(), point(), 2};
      default:
        return stroke();
    }
  }
  Role role() {
    switch (below(4)) {
      case 0:
        return Source{.value = near(2)};
      case 1:
        return oscillating(3 + below(20));
      case 2:
        return Wall{};
      default:
        return Medium{0.3 + 0.2 * below(5)};
    }
  }
  field::Edges edges(const Scene& scene) {
    const auto& kinds = field::find_equation(scene.equation).edges;
    return all_edges(kinds.at(static_cast<std::size_t>(below(static_cast<int>(kinds.size())))));
  }

  std::mt19937 random_;
};

void record_and_repeat(unsigned seed, const std::filesystem::path& file) {
  RandomHand hand(seed);
  SessionOptions options = cpu_options(1 + hand.below(3));
  options.make_journal = recording_writers("test");
  Session session(hand.scene(), options);
  session.submit(Play{});
  const int begin = hand.below(2) == 0 ? 0 : hand.below(20);
  for (int i = 0; i < 40; ++i) {
    if (i == begin) session.submit(StartRecording{file.string(), true});
    for (int k = hand.below(3); k >= 0; --k) {
      session.submit(hand.command(session.snapshot()), static_cast<Gesture>(hand.below(6)));
    }
    session.frame(1e-5);
  }
  session.submit(Pause{});
  session.frame(0.0);
  session.finish_exports();

  const Recording recording = read_recording(file);
  Session again(recording.scene, cpu_options(1 + hand.below(4)));
  EntryPlayer playback(recording.entries, recording.file, again, session::CommandOrigin::replay);
  while (!playback.at_end()) playback.go_on(1 + hand.below(50));
  ASSERT_EQ(again.snapshot().scene, session.snapshot().scene);
  ASSERT_EQ(again.cell_flags(), session.cell_flags());
  const field::FieldState now = again.state();
  const field::FieldState then = session.state();
  ASSERT_EQ(now.step, then.step);
  // After an overflow, NaN values do not equal themselves; the last check sum was compared
  // nevertheless.
  if (!session.snapshot().overflowed) {
    ASSERT_EQ(now, then);
  }
}

TEST(RandomSessions, RecordedAndDoneAgainOnOtherThreadsGiveTheSameBits) {
  const ScratchFolder folder;
  const char* asked = std::getenv("HEATWAVE_RANDOM_SESSIONS");
  const int sessions = asked != nullptr ? std::atoi(asked) : kSessions;
  for (int seed = 1; seed <= sessions; ++seed) {
    SCOPED_TRACE(seed);
    ASSERT_NO_THROW(record_and_repeat(static_cast<unsigned>(seed), folder.path() / "r.hwrec"));
    ASSERT_FALSE(::testing::Test::HasFailure());
  }
}

}  // namespace
}  // namespace heatwave::wire
