// Tests recordings that break off, that older versions wrote, or that are invalid.
#include <algorithm>
#include <fstream>

#include "tests/bytes_in_use.h"
#include "tests/wire/recordings.h"

namespace heatwave::wire {
namespace {

TEST_F(Recordings, BrokenAndForeignOnesAreRefusedInOneLine) {
  Session session(small_wave(), options());
  session.submit(StartRecording{path()});
  do_something(session, 1);
  session.finish_exports();
  const std::string good = text();
  ASSERT_EQ(refusal_of(good), "the recording was accepted");
  EXPECT_EQ(refusal_of(""), "'r.hwrec' is not a recording of Heatwave");
  EXPECT_EQ(refusal_of("\x89PNG\r\n\x1a\n"), "'r.hwrec' is not a recording of Heatwave");
  EXPECT_EQ(refusal_of("{\"equation\": \"heat\"}\n"), "'r.hwrec' is not a recording of Heatwave");
  EXPECT_NE(refusal_of(good + "{}\n").find("comes after the recording's end"), std::string::npos);
  std::string with_nul = good;
  with_nul.insert(good.find('\n'), std::string("\0{}", 3));
  EXPECT_EQ(refusal_of(with_nul), "r.hwrec:1: not JSON: it has a NUL byte");
  EXPECT_EQ(refusal_of("\xEF\xBB\xBF" + good), "the recording was accepted");
  EXPECT_EQ(refusal_of("\xFF\xFE{"),
            "'r.hwrec' is UTF-16, and only UTF-8 is read: save it as UTF-8");
  const std::string newer = replaced(good, R"("version":1)", R"("version":9)");
  EXPECT_NE(refusal_of(newer).find("9 is newer than this program"), std::string::npos);
  const std::size_t header = good.find('\n');
  for (std::size_t length = 1; length < header; length += 7) {
    const std::string refusal = refusal_of(good.substr(0, length));
    ASSERT_NE(refusal, "the recording was accepted") << length;
    ASSERT_EQ(refusal.find('\n'), std::string::npos) << refusal;
  }
  EXPECT_EQ(refusal_of(good.substr(0, header - 1)),
            "'r.hwrec' breaks off in its first line; there is nothing to play");
  const std::string with_file = replaced(good, R"("do":"undo")", R"("do":"save-scene")");
  EXPECT_NE(refusal_of(with_file).find("'save-scene' has no place in a recording"),
            std::string::npos);
}

TEST_F(Recordings, ThatBreakOffPlayUpToThereAndSayWhere) {
  Session session(small_wave(), options());
  session.submit(StartRecording{path()});
  do_something(session, 1);
  session.finish_exports();
  const std::string good = text();
  ASSERT_EQ(told_of_break(parse_recording(good, "r.hwrec")), "");
  std::size_t begin = good.size();
  for (int i = 0; i < 4; ++i) begin = good.rfind('\n', begin - 1);
  for (std::size_t length = begin; length + 1 < good.size(); ++length) {
    const std::string cut = good.substr(0, length);
    const Recording recording = parse_recording(cut, "r.hwrec");
    const std::size_t whole = recording.entries.size() + 1;  // plus the header
    ASSERT_EQ(recording.breaks_off_after, whole) << length;
    ASSERT_EQ(told_of_break(recording),
              "'r.hwrec' breaks off after line " + std::to_string(whole) + ", at step " +
                  std::to_string(*recording.entries.back().at) + "; it is played up to there");
    if (length % 16 != 0) continue;
    Session again(recording.scene, cpu_options());
    EntryPlayer playback(recording.entries, recording.file, again, session::CommandOrigin::replay);
    ASSERT_NO_THROW(play_through(playback)) << length;
  }
  // Some file systems leave such a file when its newest blocks did not reach the disk.
  const std::string zeros = good.substr(0, good.size() - 20) + std::string(4096, '\0');
  EXPECT_TRUE(parse_recording(zeros, "r.hwrec").breaks_off_after.has_value());
}

TEST_F(Recordings, OfOlderVersionsGetTheStepsOfTheirProbesBack) {
  Session session(small_wave(), options());
  session.submit(StartRecording{path()});
  session.submit(SetLine{LineKind::profile, {1, 1}, {9, 9}});
  session.run(100);
  session.finish_exports();
  const std::string now = text();
  const std::string header = now.substr(0, now.find('\n') + 1);
  const std::string lines =
      "{\"at\":10,\"ms\":100,\"from\":1,\"n\":1,\"do\":\"set-guard\",\"on\":true}\n"
      "{\"at\":[3,3],\"ms\":30,\"from\":1,\"n\":2,\"do\":\"add-probe\"}\n"
      "{\"at\":[5,4],\"ms\":30,\"n\":3}\n"
      "{\"from\":[1,1],\"at\":70,\"ms\":30,\"n\":4,\"do\":\"set-line\",\"line\":\"tape\","
      "\"to\":[9,9]}\n";
  const Recording recording = parse_recording(header + lines, "r.hwrec");
  ASSERT_EQ(recording.entries.size(), 4U);
  EXPECT_EQ(recording.entries[1].at, 30);
  EXPECT_EQ(recording.entries[2].at, 50);
  const auto sent = [&](std::size_t i) { return std::get<SentCommand>(recording.entries[i].what); };
  EXPECT_EQ(sent(0).client, 1U);
  EXPECT_EQ(std::get<AddProbe>(*sent(1).command).point, (Point{3, 3}));
  EXPECT_EQ(std::get<AddProbe>(*sent(2).command).point, (Point{5, 4}));
  EXPECT_EQ(std::get<SetLine>(*sent(3).command).from, (Point{1, 1}));
  Session again(recording.scene, cpu_options());
  EntryPlayer playback(recording.entries, recording.file, again, session::CommandOrigin::replay);
  play_through(playback);
  EXPECT_EQ(again.snapshot().scene.measures.probes.size(), 2U);
}

TEST_F(Recordings, WithStepsThatNoFieldTakesInThatTimeAreRefused) {
  Session session(small_wave(), options());
  session.submit(StartRecording{path()});
  session.run(3);
  session.finish_exports();
  const std::string good = text();
  const std::size_t at = good.rfind("{\"at\":3");
  ASSERT_NE(at, std::string::npos);
  const auto ending_at = [&](const std::string& step) {
    return good.substr(0, at) + "{\"at\":" + step + good.substr(at + 7);
  };
  EXPECT_EQ(refusal_of(ending_at("3")), "the recording was accepted");
  for (const std::string step : {"9223372036854775807", "1000000000"}) {
    const std::string refusal = refusal_of(ending_at(step));
    EXPECT_NE(refusal.find("step " + step), std::string::npos) << refusal;
    EXPECT_NE(refusal.find("'heatwave replay --long-gaps' plays it anyway"), std::string::npos);
    EXPECT_EQ(parse_recording(ending_at(step), "r.hwrec", StepGaps::any).entries.back().at,
              std::stoll(step));
  }
}

TEST_F(Recordings, LinesThatRepeatALargeCommandShareIt) {
  Session session(small_wave(), options());
  session.submit(StartRecording{path()});
  session.run(0);
  session.finish_exports();
  std::string begin = text();
  begin.resize(begin.find('\n') + 1);
  begin += "{\"at\":0,\"ms\":0,\"do\":\"paint\",\"radius\":1,\"value\":1,\"points\":[[1,1]";
  for (int i = 0; i < 20'000; ++i) begin += ",[2,2]";
  begin += "]}\n";
  const auto repeated = [&](const std::string& line, int times) {
    std::string text = begin;
    for (int i = 0; i < times; ++i) text += line;
    return text;
  };
  constexpr std::size_t kMost = 100'000'000;
  const std::size_t before = test::bytes_in_use();
  {
    const auto shared =
        parse_recording(repeated("{\"at\":0,\"ms\":0,\"g\":4}\n", 30'000), "r.hwrec");
    EXPECT_EQ(shared.entries.size(), 30'001U);
    EXPECT_LT(test::bytes_in_use(), before + kMost);
  }
  EXPECT_NE(refusal_of(repeated("{\"at\":0,\"ms\":0,\"value\":2}\n", 30'000))
                .find("too many lines repeat large commands with small changes"),
            std::string::npos);
  EXPECT_EQ(refusal_of(repeated("{\"at\":0,\"ms\":0,\"value\":2}\n", 20)),
            "the recording was accepted");
}

TEST_F(Recordings, OfTooManyLinesAreRefusedBeforeTheyAreKept) {
  Session session(small_wave(), options());
  session.submit(StartRecording{path()});
  session.run(0);
  session.finish_exports();
  std::string lines;
  for (int i = 0; i < 2'000'000; ++i) lines += '\n';
  std::ofstream(path(), std::ios::app) << lines;
  try {
    read_recording(path());
    FAIL() << "the recording was accepted";
  } catch (const core::Error& error) {
    EXPECT_NE(std::string(error.what()).find("is too long: it has 20000"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace heatwave::wire
