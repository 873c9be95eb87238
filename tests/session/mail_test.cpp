// Tests commands from several senders at once, and their answers.
#include <gtest/gtest.h>

#include <limits>
#include <thread>
#include <vector>

#include "app/session/session.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

TEST(Mail, ASourceInAComponentThatThereIsNotIsRefusedEvenBesideTheGrid) {
  Session session(small_heat(), cpu_options());
  session.submit(
      {.client = 1,
       .command = AddItem{disc_item(scene::Source{.value = 1, .component = "w"}, {-90, 9}, 2)}});
  session.frame(0.001);
  EXPECT_NE(session.take_answers(1).at(0).refusal.find("no component 'w'"), std::string::npos);
}

TEST(Mail, AnswersGoToTheSender) {
  Session session(small_heat(), cpu_options());
  session.submit(
      {.client = 7, .sequence = 70, .command = AddItem{disc_item(scene::Wall{}, {9, 9}, 2)}});
  session.submit({.client = 8, .sequence = 80, .command = RemoveItem{99}});
  session.submit({.client = 8, .sequence = 81, .command = SaveScene{"/tmp/never.json"}});
  session.frame(0.001);
  const auto seven = session.take_answers(7);
  ASSERT_EQ(seven.size(), 1U);
  EXPECT_EQ(seven[0].sequence, 70U);
  EXPECT_EQ(seven[0].item, session.snapshot().newest_item);
  EXPECT_EQ(seven[0].refusal, "");
  const auto eight = session.take_answers(8);
  ASSERT_EQ(eight.size(), 2U);
  EXPECT_EQ(eight[0].refusal, "there is no item 99");
  EXPECT_EQ(eight[1].sequence, 81U);
  EXPECT_NE(eight[1].refusal.find("touches files"), std::string::npos);
  EXPECT_TRUE(session.snapshot().notices.empty()) << "errors of other clients cause no notice here";
  EXPECT_TRUE(session.take_answers(7).empty());
}

TEST(Mail, ItemsThatArePutBackHaveNumbersOfTheirOwnFarFromTheLargestOne) {
  Session session(small_heat(), cpu_options());
  const auto refusal_of = [&](const scene::Scene& scene, int newest_id) {
    session.submit({.client = 1, .command = PutBack{scene, newest_id, {}}});
    session.frame(0.001);
    return session.take_answers(1).at(0).refusal;
  };
  scene::Scene scene = session.snapshot().scene;
  EXPECT_EQ(refusal_of(scene, 7), "");
  EXPECT_NE(refusal_of(scene, std::numeric_limits<int>::max()), "");
  scene.items.push_back(scene.items.front());
  EXPECT_NE(refusal_of(scene, 7), "") << "two of one number";
  scene.items.back().id = std::numeric_limits<int>::max();
  EXPECT_NE(refusal_of(scene, 7), "");
  scene.items.back().id = -3;
  EXPECT_NE(refusal_of(scene, 7), "");
  scene.items.back().id = 9;
  EXPECT_EQ(refusal_of(scene, 7), "");
  session.submit(AddItem{disc_item(scene::Wall{}, {9, 9}, 2)});
  session.frame(0.001);
  EXPECT_EQ(session.snapshot().newest_item, 10);
}

TEST(Mail, GesturesOfTwoClientsAreTwo) {
  Session session(small_heat(), cpu_options());
  session.submit({.client = 1, .gesture = 5, .command = MoveItem{1, {1, 0}}});
  session.submit({.client = 2, .gesture = 5, .command = SetParameter{"alpha", 0.1}});
  session.frame(0.001);
  session.submit(Undo{});
  session.frame(0.001);
  EXPECT_EQ(session.snapshot().undo_what, "move source");
}

TEST(Mail, ComesFromAnyThread) {
  Session session(small_heat(), cpu_options());
  constexpr std::uint64_t kEach = 500;
  std::vector<std::jthread> senders;
  for (ClientId client = 1; client <= 4; ++client) {
    senders.emplace_back([&session, client] {
      for (std::uint64_t i = 1; i <= kEach; ++i) {
        session.submit({.client = client,
                        .sequence = i,
                        .command = MoveItem{1, {client % 2 == 0 ? 1.0 : -1.0, 0}}});
      }
    });
  }
  for (int i = 0; i < 50; ++i) session.frame(0.0);
  senders.clear();
  session.frame(0.0);
  for (ClientId client = 1; client <= 4; ++client) {
    const auto answers = session.take_answers(client);
    ASSERT_EQ(answers.size(), kEach);
    for (std::uint64_t i = 0; i < kEach; ++i) EXPECT_EQ(answers[i].sequence, i + 1);
  }
  EXPECT_EQ(session.snapshot().scene.items[0], small_heat().items[0]);
}

}  // namespace
}  // namespace heatwave::session
