// Tests that a session's memory does not grow with use, as counted by the C library's allocator.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

#include "app/session/field/live_field.h"
#include "app/session/session.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "tests/bytes_in_use.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

using test::bytes_in_use;

class SessionMemory : public ::testing::Test {
 protected:
  void SetUp() override {
    if (bytes_in_use() == 0) GTEST_SKIP() << "the allocator does not count";
  }

  static void do_in_frame(Session& session, Command command) {
    session.submit(std::move(command));
    session.frame(0.0);
  }

  /// Simulates lively use in a class, including refused commands.
  static void use(Session& session, int from, int to) {
    for (int i = from; i < to; ++i) {
      const double x = 3.0 + i % 40;
      do_in_frame(session,
                  AddItem{{.role = scene::Wall{}, .shape = scene::Stroke{{{x, 4}, {x, 20}}, 1.5}}});
      const int id = session.snapshot().newest_item;
      do_in_frame(session, ExtendItem{id, {{x + 1, 22}, {x + 2, 24}}});
      do_in_frame(session, Paint{{{{x, 9}, {30, 9}}, 2}, 0.5});
      do_in_frame(session, Erase{{{{x, 4}, {x, 9}}, 1}});
      do_in_frame(session, RemoveItem{id});
      do_in_frame(session, RemoveItem{1'000'000 + i});
      do_in_frame(session, SetParameter{"no" + std::to_string(i), 1.0});
      do_in_frame(session, Undo{});
      do_in_frame(session, Redo{});
      if (i % 10 == 0) do_in_frame(session, Advance{2});
    }
  }
};

TEST_F(SessionMemory, IsTheSameAfterTenTimesAsLong) {
  SessionOptions options = cpu_options();
  options.most_minute_bytes = 0;  // the log would contain all of this
  Session session(small_heat(), options);
  use(session, 0, 300);
  const std::size_t early = bytes_in_use();
  use(session, 300, 3000);
  EXPECT_LT(static_cast<double>(bytes_in_use()), 1.02 * static_cast<double>(early));
}

TEST_F(SessionMemory, TheLastMinuteTakesNoMoreThanItMay) {
  constexpr std::uint64_t kMost = 1'000'000;
  SessionOptions options = cpu_options();
  options.most_minute_bytes = kMost;
  Session session(small_heat(), options);
  use(session, 0, 300);
  const std::size_t early = bytes_in_use();
  use(session, 300, 3000);
  EXPECT_LT(bytes_in_use(), early + 2 * kMost);
}

TEST_F(SessionMemory, WhatLayUnderAnItemIsGivenBackWhenTheFieldGoesOn) {
  Session session(scene::blank_scene("heat", {600, 600}), cpu_options());
  do_in_frame(session, AddItem{box_item(scene::Wall{}, {0, 0}, {5, 5})});
  do_in_frame(session, Advance{1});
  const std::size_t before = bytes_in_use();
  do_in_frame(session, AddItem{box_item(scene::Wall{}, {0, 0}, {600, 600})});
  constexpr std::size_t kMuch = 5'000'000;
  constexpr std::size_t kLittle = 100'000;
  EXPECT_GT(bytes_in_use(), before + kMuch);
  do_in_frame(session, Advance{1});
  EXPECT_LT(bytes_in_use(), before + kLittle);
}

TEST_F(SessionMemory, ALargeFieldTakesAllOfItWithItWhenItIsLeft) {
  constexpr std::size_t kCell = 4;  // bytes of a number; no kept data may have one for each cell
  constexpr core::Extent kLarge{1000, 800};
  for (const std::string equation : {"heat", "wave", "gray-scott"}) {
    SCOPED_TRACE(equation);
    SessionOptions options = cpu_options();
    options.most_undo_bytes = 0;
    options.most_minute_bytes = 0;
    Session session(small_heat(), options);
    do_in_frame(session, Advance{1});
    const std::size_t before = bytes_in_use();
    scene::Scene large = scene::blank_scene(equation, kLarge);
    large = with_items(large, {box_item(scene::Medium{0.5}, {100, 100}, {400, 300}),
                               box_item(scene::Wall{}, {500, 100}, {540, 700})});
    do_in_frame(session, LoadScene{large});
    do_in_frame(session, WatchTotals{true});
    do_in_frame(session, AddProbe{{20, 20}});
    do_in_frame(session, Paint{{{{9, 9}, {300, 9}}, 2}, 0.5});
    do_in_frame(session, Advance{3});
    do_in_frame(session, AddItem{box_item(scene::Wall{}, {0, 0}, {900, 700})});
    do_in_frame(session, Reset{});
    EXPECT_GT(bytes_in_use(), before + kCell * static_cast<std::size_t>(kLarge.cells()));
    do_in_frame(session, LoadScene{small_heat()});
    do_in_frame(session, Advance{1});
    EXPECT_LT(bytes_in_use(), before + kCell * static_cast<std::size_t>(kLarge.cells()) / 10);
  }
}

TEST(LargeField, IsMadeReadyByWhomTheWindowHasForThatAndCanBeGivenUp) {
  std::vector<std::string> told;
  SessionOptions options{.backend = field::Backend::cpu, .threads = 1};
  options.prepare = [&](const std::string& words, const Preparation& work) {
    told.push_back(words);
    work(true);
  };
  Session session(scene::blank_scene("heat", {16, 12}), options);
  EXPECT_TRUE(told.empty()) << "a small field needs no preparation";
  session.submit(Resize{{16384, 8192}});
  session.frame(0.0);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].find("Preparing the field: 16384 × 8192 cells take at least"), 0U) << told[0];
  EXPECT_EQ(session.snapshot().scene.extent, (core::Extent{16, 12}));
  ASSERT_EQ(session.snapshot().notices.size(), 1U);
  EXPECT_EQ(session.snapshot().notices[0].text, "Given up.");
}

TEST(HostMemory, IsNeededForTheShareOfAFieldThatLiesHere) {
  // The flags that every host needs fit, but not two fields more.
  scene::Scene scene = small_heat();
  const double most = std::sqrt(static_cast<double>(core::available_memory()) / 4.0);
  scene.extent = {static_cast<int>(most), static_cast<int>(most)};
  for (const field::Backend backend : {field::Backend::cpu, field::Backend::automatic}) {
    EXPECT_NO_THROW(require_host_memory(scene, backend, 0.01));
    EXPECT_THROW(require_host_memory(scene, backend, 1.0), core::OutOfMemory);
  }
  EXPECT_THROW(require_host_memory(scene, field::Backend::cpu), core::OutOfMemory);
}

}  // namespace
}  // namespace heatwave::session
