// Tests the pictures that a session writes: single ones, complete sequences, and failures reported
// once.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "app/session/field/unit_figures.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "tests/session/kept_log.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

namespace fs = std::filesystem;

SessionOptions options_in(const fs::path& folder) {
  SessionOptions options = cpu_options();
  options.export_folder = folder;
  return options;
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
  return names;
}

TEST(Exports, AFieldIsSavedUnderItsSceneAndStep) {
  const ScratchFolder folder;
  Session session(small_heat(), options_in(folder.path()));
  session.run(7);
  do_now(session, SaveFieldPng{});
  do_now(session, SaveFieldPng{});
  session.finish_exports();
  EXPECT_EQ(names_in(folder.path()),
            (std::set<std::string>{"small-heat-00000007.png", "small-heat-00000007-2.png"}));
  EXPECT_EQ(session.snapshot().exporting.written, 2);
}

TEST(Exports, ASequenceIsCompleteHoweverTheStepsAreGrouped) {
  const ScratchFolder folder;
  Session session(small_heat(), options_in(folder.path()));
  session.submit(StartSequence{.every = 4});
  session.submit(Play{});
  for (int i = 0; i < 5; ++i) session.frame(0.001);
  EXPECT_TRUE(session.snapshot().exporting.sequence);
  session.submit(StopSequence{});
  session.frame(0.001);
  session.finish_exports();
  EXPECT_FALSE(session.snapshot().exporting.sequence);
  EXPECT_EQ(names_in(folder.path() / "small-heat-001"),
            (std::set<std::string>{"frame-00000000.png", "frame-00000004.png", "frame-00000008.png",
                                   "frame-00000012.png"}));
  EXPECT_EQ(session.snapshot().step, 18);
}

TEST(Exports, ASequenceGoesOnInAFreshFolderWhenTheFieldIsAnotherOne) {
  const ScratchFolder folder;
  Session session(small_heat(), options_in(folder.path()));
  session.submit(StartSequence{.every = 4});
  session.run(8);
  session.submit(Reset{});
  session.run(4);
  session.submit(LoadScene{small_wave()});
  session.run(4);
  session.finish_exports();
  EXPECT_EQ(
      names_in(folder.path() / "small-heat-001"),
      (std::set<std::string>{"frame-00000000.png", "frame-00000004.png", "frame-00000008.png"}));
  EXPECT_TRUE(names_in(folder.path() / "small-heat-002").contains("frame-00000004.png"));
  EXPECT_TRUE(names_in(folder.path() / "small-wave-001").contains("frame-00000004.png"));
}

TEST(Exports, ASequenceEndsAfterItsFramesAndTheNextGetsItsOwnFolder) {
  const ScratchFolder folder;
  Session session(small_heat(), options_in(folder.path()));
  session.run(1);
  session.submit(StartSequence{.every = 10, .frames = 3});
  session.run(100);
  session.submit(StartSequence{.every = 50, .frames = 1});
  session.run(100);
  session.finish_exports();
  EXPECT_EQ(
      names_in(folder.path() / "small-heat-001"),
      (std::set<std::string>{"frame-00000010.png", "frame-00000020.png", "frame-00000030.png"}));
  EXPECT_EQ(names_in(folder.path() / "small-heat-002").size(), 1U);
  EXPECT_EQ(session.snapshot().step, 201);
  EXPECT_THROW(do_now(session, StartSequence{.every = 0}), core::Error);
}

TEST(Exports, ASequenceMayBeOneFileAndBeginsAnotherWhenTheFieldStartsAnew) {
  const ScratchFolder folder;
  Session session(small_heat(), options_in(folder.path()));
  session.submit(StartSequence{.every = 4, .folder = (folder.path() / "all.apng").string()});
  session.run(8);
  session.submit(Reset{});
  session.run(4);
  session.submit(StopSequence{});
  session.run(0);
  session.finish_exports();
  EXPECT_EQ(names_in(folder.path()), (std::set<std::string>{"all.apng", "all-2.apng"}));
  EXPECT_EQ(session.snapshot().exporting.written, 4);
  EXPECT_EQ(session.snapshot().exporting.failed, 0);
}

TEST(Exports, ASequenceInAFormatHasAFileOfItsOwn) {
  const ScratchFolder folder;
  Session session(small_heat(), options_in(folder.path()));
  for (int i = 0; i < 2; ++i) {
    session.submit(StartSequence{.every = 4, .frames = 2, .format = ".gif"});
    session.run(12);
  }
  session.finish_exports();
  EXPECT_EQ(names_in(folder.path()), (std::set<std::string>{"small-heat.gif", "small-heat-2.gif"}));
  EXPECT_THROW(do_now(session, StartSequence{.every = 4, .format = ".doc"}), core::Error);
}

TEST(Exports, AFrameOfAFilmIsAsFarOnAsASecondOfItShows) {
  scene::Scene scene = small_heat();
  EXPECT_EQ(steps_per_frame(scene, 250), 10) << "without units the number is in steps";
  EXPECT_EQ(steps_per_frame(scene, 1e-9), 1);
  EXPECT_EQ(field_time_per_film_second(scene, 10), 250);
  scene.measures.units = usual_units(scene);
  const double step = seconds_per_step(scene);
  ASSERT_GT(step, 0);
  EXPECT_EQ(steps_per_frame(scene, 25 * 7 * step), 7);
  EXPECT_NEAR(field_time_per_film_second(scene, 7), 25 * 7 * step, 1e-9);
}

TEST(Exports, ALongSequenceLosesNoFrame) {
  const ScratchFolder folder;
  scene::Scene scene = scene::blank_scene("heat", {128, 128});
  scene.name = "big";
  SessionOptions options = options_in(folder.path());
  options.writer = std::make_shared<exporting::ExportQueue>(std::size_t{2} << 20U);
  Session session(scene, options);
  session.submit(StartSequence{.every = 1});
  // These are about 11 MB of frames, more than the writer's queue holds.
  session.run(220);
  session.finish_exports();
  EXPECT_EQ(names_in(folder.path() / "big-001").size(), 221U);
}

TEST(Exports, PauseAndTheEndOfASequenceGiveUpTheStepsThatWaitForTheWriter) {
  for (const Command& command : {Command(Pause{}), Command(StopSequence{})}) {
    const ScratchFolder folder;
    scene::Scene scene = scene::blank_scene("heat", {256, 256});
    scene.name = "big";
    const KeptLog log;
    SessionOptions options = log.recording(options_in(folder.path()));
    options.writer = std::make_shared<exporting::ExportQueue>(std::size_t{2} << 20U);
    Session session(scene, options);
    session.submit(StartRecording{"log"});
    session.submit(StartSequence{.every = 1});
    session.submit(Advance{100'000});
    session.frame(0.001);
    const std::int64_t step = session.snapshot().step;
    ASSERT_LT(step, 100'000) << "the writer's queue is full";
    session.submit(command);
    session.submit(SetGuard{false});
    session.frame(0.001);
    session.finish_exports();
    session.frame(0.001);
    EXPECT_EQ(session.snapshot().step, step);
    ASSERT_EQ(log.entries().size(), 1U);
    EXPECT_EQ(log.entries()[0].step, step) << "dropped steps are not counted";
  }
}

TEST(Exports, AnUnwritableFolderIsReportedOnceAndNothingElseStops) {
  const ScratchFolder folder;
  std::ofstream(folder.path() / "file") << "in the way";
  Session session(small_heat(), options_in(folder.path() / "file"));
  session.submit(Play{});
  session.submit(StartSequence{.every = 1});
  for (int i = 0; i < 3; ++i) session.submit(SaveFieldPng{});
  session.frame(0.001);
  session.finish_exports();
  for (int i = 0; i < 3; ++i) session.frame(0.001);
  int about_pictures = 0;
  for (const Notice& notice : session.snapshot().notices) {
    EXPECT_EQ(notice.kind, Notice::Kind::error);
    if (notice.text.find("png") != std::string::npos) ++about_pictures;
  }
  EXPECT_EQ(about_pictures, 1);
  EXPECT_EQ(session.snapshot().notices.back().times, 3) << "each failure is counted";
  EXPECT_TRUE(has_notice(session, Notice::Kind::error, "annot make the folder"));
  EXPECT_EQ(session.snapshot().step, 12);
  EXPECT_EQ(session.snapshot().exporting.failed, 3);
}

TEST(Exports, ASequenceThatFailsIsReportedOnceAndAgainAfterItWorked) {
  const ScratchFolder folder;
  const fs::path frames = folder.path() / "frames";
  Session session(small_heat(), options_in(folder.path()));
  session.submit(Play{});
  session.submit(StartSequence{.every = 3, .folder = frames.string()});
  const auto notices_after_frames = [&](int count) {
    for (int i = 0; i < count; ++i) {
      session.frame(0.001);
      session.finish_exports();
      for (const Notice& notice : session.snapshot().notices) {
        EXPECT_NE(notice.text.find("png"), std::string::npos);
      }
    }
    return session.snapshot().notices.size();
  };
  EXPECT_EQ(notices_after_frames(2), 0U);
  fs::rename(frames, folder.path() / "aside");
  std::ofstream(frames) << "in the way";
  EXPECT_EQ(notices_after_frames(5), 1U);
  fs::remove(frames);
  EXPECT_EQ(notices_after_frames(2), 1U);
  fs::remove_all(frames);
  std::ofstream(frames) << "in the way again";
  EXPECT_EQ(notices_after_frames(3), 2U);
  EXPECT_EQ(session.snapshot().step, 36) << "the rest of the session continues";
}

TEST(Exports, EachSaveThatFailsIsTold) {
  const ScratchFolder folder;
  const std::string taken = (folder.path() / "taken.png").string();
  std::ofstream(taken) << "in the way";
  Session session(small_heat(), options_in(folder.path()));
  for (int times = 1; times <= 3; ++times) {
    session.submit(SaveFieldPng{taken});
    session.frame(0.001);
    session.finish_exports();
    ASSERT_EQ(session.snapshot().notices.size(), 1U);
    EXPECT_EQ(session.snapshot().notices[0].times, times) << "the repeated notice is counted";
  }
  const std::string other = (folder.path() / "taken.png/other.png").string();
  session.submit(SaveFieldPng{other});
  session.frame(0.001);
  session.finish_exports();
  EXPECT_EQ(session.snapshot().notices.size(), 2U);
  EXPECT_TRUE(has_notice(session, Notice::Kind::error, "other.png"));
}

TEST(Exports, ASequenceEndsBeforeItIsLargerThanAsked) {
  constexpr std::int64_t kMost = 40'000;
  const ScratchFolder folder;
  Session session(small_heat(), options_in(folder.path()));
  session.submit(StartSequence{.every = 1, .most_bytes = kMost});
  session.submit(Play{});
  for (int i = 0; i < 400 && (i == 0 || session.snapshot().exporting.sequence); ++i) {
    session.frame(0.001);
    session.finish_exports();
    EXPECT_EQ(session.snapshot().exporting.most_bytes,
              session.snapshot().exporting.sequence ? kMost : 0);
  }
  EXPECT_FALSE(session.snapshot().exporting.sequence);
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder.path() / "small-heat-001")) {
    bytes += fs::file_size(entry.path());
  }
  EXPECT_LE(bytes, static_cast<std::uintmax_t>(kMost));
  EXPECT_GT(bytes, 0U);
  EXPECT_TRUE(has_notice(session, Notice::Kind::warning, "limit of 40.0"));
  EXPECT_TRUE(session.snapshot().playing) << "the rest of the session continues";
  EXPECT_THROW(do_now(session, StartSequence{.every = 1, .most_bytes = -1}), core::Error);
}

TEST(Exports, ASequenceTellsOnceWhatItCameTo) {
  const ScratchFolder folder;
  Session session(small_heat(), options_in(folder.path()));
  session.submit(StartSequence{.every = 3});
  session.submit(Play{});
  for (int i = 0; i < 4; ++i) session.frame(0.001);
  EXPECT_TRUE(session.snapshot().notices.empty()) << "a sequence shows a light, no notices";
  EXPECT_EQ(session.snapshot().exporting.newest_single, "");
  session.submit(StopSequence{});
  session.frame(0.001);
  session.finish_exports();
  ASSERT_EQ(session.snapshot().notices.size(), 1U);
  EXPECT_NE(session.snapshot().notices[0].text.find("Saved 5\u00A0pictures"), std::string::npos)
      << session.snapshot().notices[0].text;
  for (int i = 0; i < 3; ++i) session.frame(0.001);
  EXPECT_EQ(session.snapshot().notices.size(), 1U);
  EXPECT_EQ(session.snapshot().exporting.newest_single, "");
  do_now(session, SaveFieldPng{});
  session.finish_exports();
  EXPECT_NE(session.snapshot().exporting.newest_single, "");
}

TEST(Exports, AGivenNameIsNeverOverwritten) {
  const ScratchFolder folder;
  const std::string path = (folder.path() / "mine.png").string();
  Session session(small_heat(), options_in(folder.path()));
  do_now(session, SaveFieldPng{path});
  session.finish_exports();
  const auto size = fs::file_size(path);
  session.run(50);
  do_now(session, SaveFieldPng{path});
  session.finish_exports();
  EXPECT_EQ(fs::file_size(path), size);
  EXPECT_EQ(session.snapshot().exporting.failed, 1);
  EXPECT_TRUE(has_notice(session, Notice::Kind::error, "mine.png"));
}

}  // namespace
}  // namespace heatwave::session
