// Tests writing, reading and replaying recordings.
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "app/scene/picture_use.h"
#include "kernels/field/formula/formula.h"
#include "kernels/stage/lesson_catalogue.h"
#include "tests/wire/recordings.h"

namespace heatwave::wire {
namespace {

/// Replays the file in chunks of 7 steps, and compares the result with the session.
void expect_same_again(const std::string& file, Session& session, int threads = 2) {
  const Recording recording = read_recording(file);
  Session again(recording.scene, cpu_options(threads));
  EntryPlayer playback(recording.entries, recording.file, again, session::CommandOrigin::replay);
  while (!playback.at_end()) playback.go_on(7);
  EXPECT_EQ(again.state(), session.state());
  EXPECT_EQ(again.snapshot().scene, session.snapshot().scene);
  EXPECT_EQ(again.cell_flags(), session.cell_flags());
  EXPECT_GE(playback.keyframes(), 1);
}

TEST_F(Recordings, GiveTheSameBitsOnAnyNumberOfThreads) {
  Session session(small_wave(), options());
  session.submit(StartRecording{path()});
  do_something(session, 3);
  session.submit(StopRecording{});
  session.frame(0.001);
  const std::int64_t step = session.snapshot().step;
  ASSERT_TRUE(has_notice(session, Notice::Kind::info, "Saved the recording as"));
  for (const int threads : {1, 2, 3, 5}) {
    const Recording recording = read_recording(path());
    EXPECT_EQ(recording.program, "1.2.3");
    Session again(recording.scene, cpu_options(threads));
    EntryPlayer playback(recording.entries, recording.file, again, session::CommandOrigin::replay);
    play_through(playback);
    EXPECT_LE(again.snapshot().step, step);
    EXPECT_EQ(again.snapshot().scene, session.snapshot().scene);
  }
}

TEST_F(Recordings, KeepARegionThatMovesAndThePictureOfAFormula) {
  const auto formula = field::formula::make_formula(
      "u' = 0.2*p*lap(u)\np = picture\nu(0) = 1\ninside = x^2 + y^2 < (5 + t/8)^2");
  const GrayPicture picture{{4, 2}, {0, 50, 100, 150, 200, 250, 255, 9}};
  Session session(read_by_formula(formula_scene(formula, {40, 36}), picture, {}), options());
  session.submit(Advance{11});
  session.frame(0.001);
  session.submit(StartRecording{path()});
  session.frame(0.001);
  for (const int steps : {20, 7, 30}) {
    session.submit(Paint{{{{18, 18}, {22, 20.125}}, 2}, 0.5});
    session.submit(Advance{steps});
    session.frame(0.1);
  }
  session.submit(Reset{});
  session.submit(Undo{});
  session.submit(Advance{13});
  session.frame(0.1);
  session.finish_exports();
  for (const Notice& notice : session.snapshot().notices) {
    EXPECT_NE(notice.kind, Notice::Kind::error) << notice.text;
  }
  expect_same_again(path(), session);
}

TEST_F(Recordings, BeginInMidCourseAndKeepWhatIsUndoneFromBefore) {
  Session session(small_wave(), options());
  do_something(session, 2);
  session.submit(SetParameter{"c2", 0.3});
  session.frame(0.001);
  session.submit(Pause{});
  session.submit(StartRecording{path()});
  session.frame(0.001);
  EXPECT_TRUE(session.snapshot().recording.running);
  session.submit(SetParameter{"c2", 0.2});
  for (int i = 0; i < 7; ++i) session.submit(Undo{});
  session.submit(Advance{5});
  for (int i = 0; i < 4; ++i) session.submit(Redo{});
  session.submit(Advance{5});
  session.submit(Paint{{{{3, 3}, {9, 9}}, 2}, 0.25});
  session.submit(Undo{});
  session.submit(Redo{});
  session.submit(Undo{});
  session.submit(Undo{});
  session.submit(AddItem{disc_item(Wall{}, {30, 5}, 2)});
  session.submit(Advance{3});
  session.frame(0.001);
  session.finish_exports();
  EXPECT_FALSE(session.snapshot().recording.running);
  for (const Notice& notice : session.snapshot().notices) {
    EXPECT_NE(notice.kind, Notice::Kind::error) << notice.text;
  }
  expect_same_again(path(), session);
}

TEST_F(Recordings, ReplayEditedKernelsOfTheStage) {
  std::string edited = stage::code_of(stage::find_lesson("dot"), {}).text();
  edited.replace(edited.find("a[tid] * b[tid]"), 15, "a[tid] + b[tid]");
  Session session(small_wave(), options());
  session.submit(PlayLesson{"race", {}});
  session.run(2);
  session.submit(StartRecording{path()});
  session.run(2);
  session.submit(PlayLesson{"dot", {.text = edited}});
  session.run(3);
  session.finish_exports();
  const Recording recording = read_recording(path());
  Session again(recording.scene, cpu_options(1));
  EntryPlayer playback(recording.entries, recording.file, again, session::CommandOrigin::replay);
  while (!playback.at_end() && again.snapshot().stage.lesson.empty()) {
    playback.go_on(1);
    again.frame(0.001);
  }
  EXPECT_EQ(again.snapshot().stage.lesson, "race") << "the play when the recording began";
  const auto kept = again.kept();
  while (!playback.at_end()) playback.go_on(7);
  again.frame(0.001);
  EXPECT_EQ(again.snapshot().stage.settings.text, edited);
  const std::shared_ptr<const stage::Trace> trace = again.snapshot().stage.trace;
  ASSERT_NE(trace, nullptr);
  const stage::State end = trace->at(static_cast<int>(trace->steps.size()));
  EXPECT_EQ(end.arrays[3].front().value, 139) << "the sum of all elements of both vectors";
  again.go_back(*kept);
  const auto is_back = [&again] {
    again.frame(0.001);
    return again.snapshot().stage.lesson == "race";
  };
  for (int i = 0; i < 1000 && !is_back(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(again.snapshot().stage.lesson, "race") << "as a seek to the begin shows it";
}

TEST_F(Recordings, SayAtWhichStepTheFieldDiffers) {
  Session session(small_wave(), options());
  session.submit(StartRecording{path()});
  session.submit(Paint{{{{3, 3}, {9, 9}}, 2}, 0.5});
  session.run(30);
  session.finish_exports();
  const std::string other = replaced(text(), R"("value":0.5)", R"("value":0.75)");
  ASSERT_NE(other, text());
  const Recording recording = parse_recording(other, "r.hwrec");
  Session again(recording.scene, cpu_options());
  EntryPlayer playback(recording.entries, recording.file, again, session::CommandOrigin::replay);
  try {
    play_through(playback);
    FAIL() << "the field was accepted as equal";
  } catch (const core::Error& error) {
    EXPECT_STREQ(error.what(), "the field differs from the recorded one at step 30");
  }
}

std::size_t bytes_of_drag(const SessionOptions& options, int moves,
                          const std::function<Command(int)>& move) {
  Session session(small_heat(), options);
  session.submit(StartRecording{});
  session.submit(AddItem{{.role = Wall{}, .shape = Stroke{{{3, 3}}, 1.5}}}, 9);
  session.submit(Play{});
  session.frame(0.0);
  for (int i = 0; i < moves; ++i) {
    session.submit(move(i), 9);
    session.frame(0.0);
  }
  const std::size_t bytes = session.snapshot().recording.bytes;
  session.finish_exports();
  return bytes;
}

TEST_F(Recordings, GrowWithWhatWasDoneAndNotWithItsSquare) {
  const auto at = [](int i) { return Point{20 + (i * 37 % 160) / 8.0, 16 + (i * 53 % 97) / 8.0}; };
  const std::vector<std::function<Command(int)>> kinds{
      [&](int i) {
        return MoveItem{2, {i % 2 == 0 ? 1.0 : -1.0, 0}};
      },
      [&](int i) {
        return Paint{{{at(i), at(i + 1)}, 4}, 1};
      },
      [&](int i) {
        return Erase{{{at(i), at(i + 1)}, 4}};
      },
      [&](int i) {
        return ExtendItem{2, {at(i)}};
      }};
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const std::size_t some = bytes_of_drag(options(), 200, kinds[kind]);
    const std::size_t more = bytes_of_drag(options(), 1400, kinds[kind]);
    const double each = static_cast<double>(more - some) / 1200.0;
    const double half_an_hour = each * 60 * 60 * 30;
    EXPECT_LT(half_an_hour, 9.5e6) << "of kind " << kind << ", " << each << " bytes a move";
    RecordProperty("bytes_a_move_" + std::to_string(kind), std::to_string(each));
  }
}

TEST_F(Recordings, StandUnderTheirNameWithEachLineAsItComes) {
  Session session(small_heat(), options());
  session.submit(StartRecording{path()});
  session.frame(0.0);
  const std::string header = text();
  EXPECT_EQ(std::count(header.begin(), header.end(), '\n'), 1);
  for (int i = 0; i < 20; ++i) {
    session.submit(Paint{{{{3.0 + i, 3}}, 1}, 0.5});
    session.frame(0.0);
    const std::string now = text();
    EXPECT_GE(std::count(now.begin(), now.end(), '\n'), i + 2);
    EXPECT_EQ(session.snapshot().recording.bytes, now.size());
    EXPECT_TRUE(parse_recording(now, "r.hwrec").breaks_off_after.has_value());
  }
  EXPECT_EQ(names(), std::vector<std::string>{"r.hwrec"}) << "there is no other file";
  session.finish_exports();
  EXPECT_EQ(names(), std::vector<std::string>{"r.hwrec"});
  expect_same_again(path(), session);
}

TEST_F(Recordings, ThatCannotBeWrittenAnyFurtherEndAndTheFieldGoesOn) {
  class FullDisk : public Journal {
   public:
    void note(Moment /*moment*/, const Envelope& /*envelope*/) override {
      throw core::Error("No space left on device");
    }
    void keyframe(Moment /*moment*/, std::uint64_t /*sum*/) override {}
    std::filesystem::path close(Moment /*moment*/, std::uint64_t /*sum*/) override { return {}; }
    [[nodiscard]] std::uint64_t bytes() const override { return 0; }
  };
  SessionOptions full = options();
  full.make_journal = [](const JournalRequest&) { return std::make_unique<FullDisk>(); };
  Session session(small_wave(), full);
  session.submit(StartRecording{path()});
  session.submit(Play{});
  session.submit(MoveItem{1, {1, 0}});
  session.frame(0.0);
  EXPECT_FALSE(session.snapshot().recording.running);
  EXPECT_TRUE(
      has_notice(session, Notice::Kind::error, "The recording has ended: No space left on device"));
  EXPECT_TRUE(session.snapshot().playing);
  const std::int64_t step = session.snapshot().step;
  session.submit(MoveItem{1, {1, 0}});
  session.frame(0.0);
  EXPECT_GT(session.snapshot().step, step);
  session.finish_exports();
  // A headless session throws instead of showing a notice.
  Session headless(small_wave(), full);
  headless.submit(StartRecording{path()});
  headless.submit(MoveItem{1, {1, 0}});
  EXPECT_THROW(headless.run(1), core::Error);
}

TEST_F(Recordings, AnExistingFileIsKeptAndTheRecordingTakesAnotherName) {
  for (int i = 0; i < 2; ++i) {
    Session session(small_wave(), options());
    session.submit(StartRecording{});
    session.frame(0.001);
    session.finish_exports();
  }
  EXPECT_NE(text("small-wave.hwrec"), "");
  EXPECT_NE(text("small-wave-2.hwrec"), "");
  Session session(small_wave(), options());
  session.submit(StartRecording{path("small-wave.hwrec")});
  session.frame(0.001);
  session.submit(StopRecording{});
  session.frame(0.001);
  EXPECT_TRUE(has_notice(session, Notice::Kind::error, "exists already"));
}

TEST_F(Recordings, OneAtATimeAndNoneThatWasNotBegun) {
  Session session(small_wave(), options());
  session.submit(StopRecording{});
  session.submit(StartRecording{path("a.hwrec")});
  session.submit(StartRecording{path("b.hwrec")});
  session.frame(0.001);
  EXPECT_TRUE(has_notice(session, Notice::Kind::error, "Nothing is being recorded"));
  EXPECT_TRUE(has_notice(session, Notice::Kind::error, "A recording is under way already"));
}

}  // namespace
}  // namespace heatwave::wire
