// Thousands of deeds by chance in the real window; HEATWAVE_STORM asks for more of them,
// HEATWAVE_STORM_SEED for others.
#include "storm.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "driver.h"
#include "x_client.h"

namespace heatwave::test {
namespace {

std::uint64_t asked_for(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

TEST(WindowStorm, WhateverHandsDoTheFieldAnswers) {
  constexpr std::size_t kShownDeeds = 200;
  constexpr int kTries = 60;
  if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
  const std::uint64_t seed = asked_for("HEATWAVE_STORM_SEED", 1);
  const StormResult result = storm(seed, asked_for("HEATWAVE_STORM", 2000));
  RecordProperty("memory",
                 std::to_string(result.memory_early) + " " + std::to_string(result.memory_late));
  if (!result.broken) return;
  ADD_FAILURE() << *result.broken << "\nseed " << seed << ", the last of " << result.done.size()
                << " deeds:\n"
                << in_words(result.done, kShownDeeds);
  const std::size_t from = result.done.size() - std::min(result.done.size(), kShownDeeds);
  std::vector<Deed> last(result.done.begin() + static_cast<std::ptrdiff_t>(from),
                         result.done.end());
  if (!storm_again(last).broken) return;  // it takes more of them, or another moment
  const std::vector<Deed> fewest = shrunk(std::move(last), kTries);
  ADD_FAILURE() << "the fewest of them that were found to do the same:\n"
                << in_words(fewest, fewest.size());
}

TEST(WindowStorm, SizesMayChangeInMidFrame) {
  if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
  Window window({"--window", "800x500", "--rate", "10000"});
  XClient client(window.display());
  for (int i = 0; i < 20'000; ++i) {
    client.resize(i % 2 == 0 ? 1 : 1600, i % 3 == 0 ? 1 : 900);
    client.finish();
  }
  client.resize(800, 500);
  client.finish();
  window.wait_frames(3);
  EXPECT_EQ(window.wait_for_end(0.0), -1) << window.errors();
}

}  // namespace
}  // namespace heatwave::test
