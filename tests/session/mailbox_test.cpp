// Commands that wait: drags become one, and no client fills the memory.
#include "app/session/mailbox.h"

#include <gtest/gtest.h>

#include <variant>

namespace heatwave::session {
namespace {

Envelope drag(ClientId client, std::uint64_t sequence, Gesture gesture, int item, double x) {
  return {.client = client,
          .sequence = sequence,
          .gesture = gesture,
          .command = MoveItem{item, {x, 0}}};
}

TEST(Mailbox, ADragOfOneItemBecomesOneMoveAndEachSenderIsAnswered) {
  Mailbox mailbox;
  mailbox.submit(drag(1, 10, 5, 7, 1));
  mailbox.submit(drag(2, 20, 5, 7, 8));  // another client's
  mailbox.submit(drag(1, 11, 5, 7, 2));
  mailbox.submit(drag(1, 12, 6, 7, 4));  // another gesture
  mailbox.submit(drag(1, 13, 6, 9, 4));  // another item
  const auto all = mailbox.take();
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(std::get<MoveItem>(all[0].command).by.x, 3);
  EXPECT_EQ(std::get<MoveItem>(all[1].command).by.x, 8);
  mailbox.answer(all[0], {.refusal = "no"});
  const auto answers = mailbox.take_answers(1);
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0].sequence, 10U);
  EXPECT_EQ(answers[1].sequence, 11U);
  EXPECT_EQ(answers[1].refusal, "no");
}

TEST(Mailbox, ACommandBetweenTwoMovesKeepsThemApart) {
  Mailbox mailbox;
  mailbox.submit(drag(1, 1, 5, 7, 1));
  mailbox.submit({.client = 1, .sequence = 2, .gesture = 5, .command = RemoveItem{7}});
  mailbox.submit(drag(1, 3, 5, 7, 2));
  EXPECT_EQ(mailbox.take().size(), 3U);
  mailbox.submit(drag(1, 4, 5, 7, 1));
  EXPECT_EQ(mailbox.take().size(), 1U) << "what was taken is merged with nothing";
}

TEST(Mailbox, AStrokeGrowsAsOneExtension) {
  Mailbox mailbox;
  mailbox.submit({.gesture = 3, .command = ExtendItem{1, {{0, 0}, {1, 0}}}});
  mailbox.submit({.gesture = 3, .command = ExtendItem{1, {{2, 0}}}});
  const auto all = mailbox.take();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(std::get<ExtendItem>(all[0].command).points.size(), 3U);
}

TEST(Mailbox, AClientThatSendsTooMuchIsRefusedAndOthersAreNot) {
  Mailbox mailbox;
  for (std::uint64_t i = 1; i <= Mailbox::kMostQueued + 5; ++i) {
    mailbox.submit({.client = 1, .sequence = i, .command = Pause{}});
  }
  mailbox.submit({.client = 2, .sequence = 1, .command = Pause{}});
  EXPECT_EQ(mailbox.take_answers(1).size(), 5U);
  EXPECT_TRUE(mailbox.take_answers(2).empty());
  EXPECT_EQ(mailbox.take().size(), Mailbox::kMostQueued + 1);
}

}  // namespace
}  // namespace heatwave::session
