// Recordings written, read and done again.
#include "app/wire/recording.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <thread>

#include "app/wire/playback.h"
#include "app/wire/recording_writer.h"
#include "kernels/core/error.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::wire {
namespace {

using namespace session;

class Recordings : public ::testing::Test {
 protected:
  [[nodiscard]] SessionOptions options(int threads = 1) const {
    SessionOptions options = cpu_options(threads);
    options.export_folder = folder_.path();
    options.make_journal = recording_writers("1.2.3");
    return options;
  }
  [[nodiscard]] std::string path(const std::string& name = "r.hwrec") const {
    return (folder_.path() / name).string();
  }
  [[nodiscard]] std::string text(const std::string& name = "r.hwrec") const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  [[nodiscard]] std::string refusal_of(const std::string& text) const {
    try {
      parse_recording(text, "r.hwrec");
    } catch (const core::Error& error) {
      return error.what();
    }
    return "it was taken";
  }

  /// Of all files together, those that have no name yet among them.
  [[nodiscard]] std::uint64_t bytes_on_disk() const {
    std::uint64_t bytes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      bytes += entry.file_size();
    }
    return bytes;
  }

 private:
  ScratchFolder folder_;
};

/// The text, with something else wherever this stands in it.
std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), by);
    at += by.size();
  }
  return text;
}

void play_through(Playback& playback) {
  while (!playback.at_end()) playback.go_on(1000);
}

/// Does the file again, in steps of an odd size, and compares with how the session stands now.
void expect_same_again(const std::string& file, Session& session, int threads = 2) {
  const Recording recording = read_recording(file);
  Session again(recording.scene, cpu_options(threads));
  Playback playback(recording.entries, recording.file, again, Origin::recording);
  while (!playback.at_end()) playback.go_on(7);
  EXPECT_EQ(again.state(), session.state());
  EXPECT_EQ(again.snapshot().scene, session.snapshot().scene);
  EXPECT_EQ(again.cell_flags(), session.cell_flags());
  EXPECT_GE(playback.keyframes(), 1);
}

/// A bit of everything, in frames.
void do_something(Session& session, int turns) {
  session.submit(Play{});
  for (int i = 0; i < turns; ++i) {
    session.submit(Paint{{{{3.0 + i, 3}, {9, 9.125}}, 2}, 0.5}, 4);
    session.submit(AddItem{disc_item(oscillating(9 + i), {20.0 - i, 8}, 2)});
    session.frame(0.001);
    const int id = session.snapshot().newest_item;
    for (int k = 0; k < 4; ++k) {
      session.submit(MoveItem{id, {1, k - 1.0}}, static_cast<Gesture>(10 + i));
      session.frame(0.001);
    }
    session.submit(Erase{{{{20, 8}, {24, 12}}, 1.5}});
    session.submit(Undo{});
    session.frame(0.001);
  }
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
    Playback playback(recording.entries, recording.file, again, Origin::recording);
    play_through(playback);
    EXPECT_LE(again.snapshot().step, step);
    EXPECT_EQ(again.snapshot().scene, session.snapshot().scene);
  }
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
  Playback playback(recording.entries, recording.file, again, Origin::recording);
  try {
    play_through(playback);
    FAIL() << "it was taken for the same";
  } catch (const core::Error& error) {
    EXPECT_STREQ(error.what(), "the field differs from the recorded one at step 30");
  }
}

TEST_F(Recordings, BrokenAndForeignOnesAreRefusedInOneLine) {
  Session session(small_wave(), options());
  session.submit(StartRecording{path()});
  do_something(session, 1);
  session.finish_exports();
  const std::string good = text();
  ASSERT_EQ(refusal_of(good), "it was taken");
  EXPECT_EQ(refusal_of(""), "'r.hwrec' is not a recording of Heatwave");
  EXPECT_EQ(refusal_of("\x89PNG\r\n\x1a\n"), "'r.hwrec' is not a recording of Heatwave");
  EXPECT_EQ(refusal_of("{\"equation\": \"heat\"}\n"), "'r.hwrec' is not a recording of Heatwave");
  const std::size_t lines = static_cast<std::size_t>(std::count(good.begin(), good.end(), '\n'));
  const std::string headless = good.substr(0, good.rfind("{\"at\""));
  EXPECT_EQ(refusal_of(headless),
            "r.hwrec:" + std::to_string(lines - 1) + ": the recording breaks off");
  EXPECT_NE(refusal_of(good + "{}\n").find("stands behind the recording's end"), std::string::npos);
  const std::string newer = replaced(good, R"("version":1)", R"("version":9)");
  EXPECT_NE(refusal_of(newer).find("9 is newer than this program"), std::string::npos);
  for (std::size_t length = 1; length + 1 < good.size(); length += 7) {
    const std::string refusal = refusal_of(good.substr(0, length));
    ASSERT_NE(refusal, "it was taken") << length;
    ASSERT_EQ(refusal.find('\n'), std::string::npos) << refusal;
  }
  const std::string with_file = replaced(good, R"("do":"undo")", R"("do":"save-scene")");
  EXPECT_NE(refusal_of(with_file).find("'save-scene' has no place in a recording"),
            std::string::npos);
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

TEST_F(Recordings, GoIntoTheirFileWhileTheyGrow) {
  Session session(small_heat(), options());
  session.submit(StartRecording{path()});
  for (int i = 0; i < 1000; ++i) {
    std::vector<Point> points;
    for (int k = 0; k < 12; ++k) points.push_back({3.0 + k, 3 + (i * 37 % 257) / 16.0});
    session.submit(Paint{{points, 1}, 0.5});
  }
  session.frame(0.0);
  constexpr std::uint64_t kLittle = 70'000;
  const std::uint64_t recorded = session.snapshot().recording.bytes;
  ASSERT_GT(recorded, 2 * kLittle);
  EXPECT_FALSE(std::filesystem::exists(path())) << "it is not whole yet";
  EXPECT_GT(bytes_on_disk(), recorded - kLittle);
  session.finish_exports();
  EXPECT_EQ(bytes_on_disk(), std::filesystem::file_size(path())) << "the part is gone";
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
  // Headless nobody would read a notice.
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

TEST(Scripts, MayLeaveOutStepsAndHaveRemarks) {
  const auto entries = parse_script(
      "# first a wall\n\n{\"do\": \"pause\"}\n  {\"at\": 12, \"do\": \"advance\", \"steps\": 3}\n",
      "s.jsonl");
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_FALSE(entries[0].at.has_value());
  EXPECT_EQ(entries[1].at, 12);
  EXPECT_EQ(entries[1].line, 4U);
}

TEST(Scripts, TakeTheirStepsAndSayInWhichLineTheyFailed) {
  Session session(small_heat(), cpu_options());
  const std::string file = "s.jsonl";
  const auto entries = parse_script(
      "{\"at\": 5, \"do\": \"advance\", \"steps\": 10}\n"
      "{\"do\": \"set-parameter\", \"id\": \"alpha\", \"value\": 0.1}\n"
      "{\"at\": 4, \"do\": \"reset\"}\n",
      file);
  Playback playback(entries, file, session, Origin::script);
  std::int64_t steps = 0;
  try {
    while (!playback.at_end()) steps += playback.go_on(3);
    FAIL();
  } catch (const core::Error& error) {
    EXPECT_STREQ(error.what(), "s.jsonl:3: step 4 has passed, the field is at step 15");
  }
  EXPECT_EQ(steps, 15);
  EXPECT_EQ(session.snapshot().scene.parameters[0], 0.1);
}

TEST(Scripts, MaySaveFilesOnlyWhereThatIsSaid) {
  const ScratchFolder folder;
  SessionOptions options = cpu_options();
  options.export_folder = folder.path();
  const std::string file = "s.jsonl";
  const auto entries = parse_script("{\"do\": \"save-scene\"}\n", file);
  Session session(small_heat(), options);
  Playback outside(entries, file, session, Origin::script);
  try {
    play_through(outside);
    FAIL();
  } catch (const core::Error& error) {
    EXPECT_STREQ(error.what(),
                 "s.jsonl:1: 'save-scene' touches files, which is not for others to ask");
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  Playback own(entries, file, session, Origin::own_script);
  play_through(own);
  EXPECT_FALSE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace heatwave::wire
