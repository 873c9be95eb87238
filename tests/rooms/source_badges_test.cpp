// The key below the source explains the badges that are in sight.
#include "app/rooms/stage/source_badges.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage_room {
namespace {

/// Returns the badges at a line at the first step where some threads stand there.
std::vector<ThreadBadge> first_badges(const std::string& lesson, int line, std::size_t threads) {
  const stage::Trace trace = stage::play(stage::find_lesson(lesson), {});
  for (int step = 0; step <= static_cast<int>(trace.steps.size()); ++step) {
    std::vector<ThreadBadge> badges = badges_of(trace, trace.at(step), line);
    if (!badges.empty() && badges.front().threads.size() == threads) return badges;
  }
  return {};
}

TEST(SourceBadges, TheWordsOfABadgeAreThreadsAndBlocks) {
  const std::vector<ThreadBadge> both = first_badges("dot", 9, 8);
  ASSERT_EQ(both.size(), 1U);
  EXPECT_EQ(both.front().text, "b0,1 t0–3");
  EXPECT_EQ(both.front().words, "blocks 0 and 1, threads 0–3");
  EXPECT_EQ(both.front().brief_words, "blocks 0 and 1");
  const std::vector<ThreadBadge> one = first_badges("dot", 9, 4);
  ASSERT_FALSE(one.empty());
  EXPECT_TRUE(one.front().words.starts_with("block ") &&
              one.front().words.ends_with(", threads 0–3"))
      << one.front().words;
}

TEST(SourceBadges, ABadgeThatCountsThreadsSaysSo) {
  ThreadBadge some{.blocks = {0}, .text = "t1,3,5,7", .threads = {1, 3, 5, 7}};
  const std::vector<ThreadBadge> brief = shortened({some});
  ASSERT_EQ(brief.size(), 1U);
  EXPECT_EQ(brief.front().text, "×4");
  EXPECT_EQ(brief.front().words, "4 threads");
  EXPECT_TRUE(brief.front().counts);
}

TEST(SourceBadges, ThreadsThatWaitAtABarrierHaveABadgeApartFromThoseThatAreStillToCome) {
  const stage::Trace trace = stage::play(stage::find_lesson("scan"), {});
  int apart = 0;
  for (int step = 0; step <= static_cast<int>(trace.steps.size()); ++step) {
    const stage::State state = trace.at(step);
    for (int line = 1; line < 40; ++line) {
      const std::vector<ThreadBadge> badges = badges_of(trace, state, line);
      for (const ThreadBadge& badge : badges) {
        for (const int thread : badge.threads) {
          const auto& each = state.threads[static_cast<std::size_t>(thread)];
          EXPECT_EQ(each.status == stage::Status::barrier, badge.waiting) << step;
        }
        EXPECT_EQ(badge.text.ends_with(" wait") || badge.text.ends_with(" waits"), badge.waiting);
        EXPECT_EQ(badge.words.ends_with(" wait") || badge.words.ends_with(" waits"), badge.waiting);
      }
      if (badges.size() < 2) continue;
      ++apart;
      const std::vector<ThreadBadge> brief = shortened(badges);
      ASSERT_EQ(brief.size(), 2U);
      EXPECT_EQ(brief.front().text, "×4 wait");
      EXPECT_EQ(brief.back().text, "×4");
    }
  }
  EXPECT_GT(apart, 0) << "one warp waits until the other one comes";
}

TEST(SourceBadges, ABadgeIsInWordsWhereThereIsRoom) {
  const std::vector<ThreadBadge> both = first_badges("dot", 9, 8);
  ASSERT_FALSE(both.empty());
  std::vector<std::string> texts;
  for (const std::vector<ThreadBadge>& wording : badge_wordings(both)) {
    ASSERT_EQ(wording.size(), 1U);
    texts.push_back(wording.front().text);
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"blocks 0 and 1, threads 0–3", "blocks 0 and 1",
                                             "b0,1 t0–3", "b0,1"}));
  EXPECT_EQ(ranges_in_words({0, 1, 2, 5, 7}), "0–2, 5 and 7");
  EXPECT_EQ(ranges_in_words({4}), "4");
}

TEST(SourceBadges, TheKeyExplainsTheFirstBadgeThatIsNotInWords) {
  BadgeSamples samples;
  note_sample(samples, {.text = "threads 4 and 6", .words = "threads 4 and 6", .is_plain = true});
  EXPECT_EQ(badge_keys(samples).front().named, "will go on here");
  note_sample(samples, {.text = "t7", .words = "thread 7"});
  EXPECT_EQ(samples.named->text, "t7");
  EXPECT_EQ(badge_keys(samples).front().named, "next line of thread 7");
}

TEST(SourceBadges, TheKeyHasASampleOfEachKindInSightAndLeavesOutTheBandFirst) {
  BadgeSamples samples;
  note_sample(samples, {.text = "t4,6", .words = "threads 4,6"});
  note_sample(samples, {.text = "t7", .words = "thread 7"});
  note_sample(samples, {.text = "×4", .words = "4 threads", .counts = true});
  EXPECT_EQ(samples.named->text, "t4,6") << "the first one";
  EXPECT_EQ(samples.counted->text, "×4");
  const std::vector<BadgeKey> keys = badge_keys(samples);
  EXPECT_TRUE(keys.front().has_band);
  EXPECT_EQ(keys.front().named, "next line of threads 4,6");
  EXPECT_FALSE(keys.back().has_band);
  EXPECT_EQ(keys.back().named, "threads 4,6");
  for (const BadgeKey& key : keys) EXPECT_FALSE(key.named.empty());
  for (const BadgeKey& key : badge_keys({})) EXPECT_EQ(key.named + key.counted, "");
}

TEST(SourceBadges, ALowPaneHasNoKeyWhereItCanShowAllLinesInstead) {
  EXPECT_EQ(badge_key_height(108, 400, 1), 0);
  EXPECT_EQ(badge_key_height(200, 190, 1), 0);
  EXPECT_GT(badge_key_height(200, 400, 1), 0);
  EXPECT_GT(badge_key_height(300, 190, 1), 0);
}

}  // namespace
}  // namespace heatwave::stage_room
