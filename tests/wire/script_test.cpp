// Tests reading and running scripts.
#include "tests/wire/recordings.h"

namespace heatwave::wire {
namespace {

TEST(Scripts, MayLeaveOutStepsAndHaveRemarks) {
  const auto entries = parse_script(
      "# first a wall\n\n{\"do\": \"pause\"}\n  {\"at\": 12, \"do\": \"advance\", \"steps\": 3}\n",
      "s.jsonl");
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_FALSE(entries[0].at.has_value());
  EXPECT_EQ(entries[1].at, 12);
  EXPECT_EQ(entries[1].line, 4U);
}

TEST(Scripts, MayBeginWithAByteOrderMark) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(parse_script(mark + "{\"do\": \"pause\"}\r\n", "s.jsonl").size(), 1U);
  EXPECT_EQ(parse_script(mark + "# a remark\n", "s.jsonl").size(), 0U);
  EXPECT_EQ(parse_script(mark, "s.jsonl").size(), 0U);
}

TEST(Scripts, TakeTheirStepsAndSayInWhichLineTheyFailed) {
  Session session(small_heat(), cpu_options());
  const std::string file = "s.jsonl";
  const auto entries = parse_script(
      "{\"at\": 5, \"do\": \"advance\", \"steps\": 10}\n"
      "{\"do\": \"set-parameter\", \"id\": \"alpha\", \"value\": 0.1}\n"
      "{\"at\": 4, \"do\": \"reset\"}\n",
      file);
  EntryPlayer playback(entries, file, session, session::CommandOrigin::script);
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
  EntryPlayer outside(entries, file, session, session::CommandOrigin::script);
  try {
    play_through(outside);
    FAIL();
  } catch (const core::Error& error) {
    EXPECT_STREQ(error.what(),
                 "s.jsonl:1: 'save-scene' touches files, which is not for others to ask");
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EntryPlayer own(entries, file, session, session::CommandOrigin::writing_script);
  play_through(own);
  EXPECT_FALSE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace heatwave::wire
