// Tests the real window with thousands of random actions; HEATWAVE_STORM sets their number,
// HEATWAVE_STORM_SEED the seed.
#include "storm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "driver.h"
#include "tests/sanitized.h"
#include "x_client.h"

namespace heatwave::test {
namespace {

constexpr std::size_t kShownActions = 200;
constexpr std::size_t kActions = 1200;

std::uint64_t asked_for(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// Returns the newest `count` actions.
std::vector<Action> last_of(const std::vector<Action>& actions, std::size_t count) {
  return {actions.end() - static_cast<std::ptrdiff_t>(std::min(actions.size(), count)),
          actions.end()};
}

/// Finds the fewest actions that break a rule again; empty: none that can be repeated in time do.
std::vector<Action> fewest_of(const StormResult& result) {
  constexpr int kTries = 120;
  constexpr std::size_t kMost = 20'000;
  const std::vector<Action>& actions = result.done;
  const auto breaks = [&result](const std::vector<Action>& some) {
    return storm_again(result, some).broken.has_value();
  };
  for (std::size_t count = kShownActions; count <= kMost; count *= 10) {
    const std::vector<Action> last = last_of(actions, count);
    if (breaks(last)) return shrunk(last, kTries, breaks);
    if (last.size() == actions.size()) break;
  }
  return {};
}

/// Reports the broken rule of a storm and the fewest actions that break it.
void expect_whole(const StormResult& result, std::uint64_t seed) {
  if (!result.broken) return;
  std::string begun_with;
  for (const std::string& each : result.begun_with) begun_with += " " + each;
  ADD_FAILURE() << *result.broken << "\nseed " << seed << ", begun with:" << begun_with
                << ", the last of " << result.done.size() << " actions:\n"
                << in_words(result.done, kShownActions);
  if (result.by_memory) return;
  const std::vector<Action> fewest = fewest_of(result);
  if (fewest.empty()) return;
  ADD_FAILURE() << "the fewest actions found that break a rule, too:\n"
                << in_words(fewest, fewest.size());
}

TEST(WindowStorm, WhateverHandsDoTheFieldAnswers) {
  if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
  const std::uint64_t seed = asked_for("HEATWAVE_STORM_SEED", 1);
  const StormResult result = storm(seed, asked_for("HEATWAVE_STORM", kActions));
  RecordProperty("memory",
                 std::to_string(result.memory_early) + " " + std::to_string(result.memory_late));
  expect_whole(result, seed);
}

TEST(WindowStorm, WhateverIsDoneFirstTheFieldAnswers) {
  if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
  constexpr std::size_t kFirst = 40;
  const std::uint64_t seed = asked_for("HEATWAVE_STORM_SEED", 1);
  const std::uint64_t windows = asked_for("HEATWAVE_STORM", kActions) / (4 * kFirst);
  for (std::uint64_t i = 0; i < windows && !::testing::Test::HasFailure(); ++i) {
    expect_whole(first_storm(seed + i, kFirst), seed + i);
  }
}

TEST(WindowStorm, ALectureThatIsStillOpenIsClosedBeforeTheRulesAreChecked) {
  if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
  const StormResult lecture{.broken = {}, .begun_with = {"timing.hwl"}, .done = {}};
  const Action audience{.words = "open the audience's window",
                        .events = {{.kind = Event::Kind::key, .key = "F4", .down = true},
                                   {.kind = Event::Kind::key, .key = "F4", .down = false}}};
  const Action panel{.words = "hide the side panel",
                     .events = {{.kind = Event::Kind::key, .key = "h", .down = true},
                                {.kind = Event::Kind::key, .key = "h", .down = false}}};
  for (const std::vector<Action>& actions :
       {std::vector<Action>{}, std::vector<Action>{audience}, std::vector<Action>{panel}}) {
    const StormResult result = storm_again(lecture, actions);
    EXPECT_FALSE(result.broken) << *result.broken;
  }
}

TEST(WindowStorm, WhatBreaksARuleShrinksToTheActionsThatDoIt) {
  std::vector<Action> actions;
  for (int i = 0; i < 200; ++i) actions.push_back({.words = std::to_string(i), .events = {}});
  const auto has = [](const std::vector<Action>& some, const std::string& words) {
    return std::any_of(some.begin(), some.end(), [&](const Action& d) { return d.words == words; });
  };
  const auto fewest = shrunk(actions, 120, [&](const std::vector<Action>& some) {
    return has(some, "17") && has(some, "18") && has(some, "143");
  });
  EXPECT_EQ(in_words(fewest, 200), "  17\n  18\n  143\n");
}

TEST(WindowStorm, SizesMayChangeInMidFrame) {
  if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
  Window window({"--window", "800x500", "--rate", "10000", "--view", "contours"});
  XClient client(window.display());
  std::uint64_t most = 0;
  for (int i = 0; i < 20'000; ++i) {
    client.resize(i % 2 == 0 ? 1 : 1600, i % 3 == 0 ? 1 : 900);
    client.finish();
    if (i % 100 == 0) most = std::max(most, window.memory());
  }
  client.resize(800, 500);
  client.finish();
  window.wait_frames(3);
  EXPECT_EQ(window.wait_for_end(0.0), -1) << window.errors();
  // Mixed sizes from before and after a resize would give thousands of pixels per unit.
  constexpr std::uint64_t kMost = std::uint64_t{1} << 30U;
  if (!kSanitized) {
    EXPECT_LT(most, kMost);
  }
}

}  // namespace
}  // namespace heatwave::test
