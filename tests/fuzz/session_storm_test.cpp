// Commands by chance, thousands of them; HEATWAVE_STORM asks for more, HEATWAVE_STORM_SEED for
// others.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

#include "tests/fuzz/session_round.h"

namespace heatwave::fuzz {
namespace {

std::uint64_t asked_for(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

TEST(SessionStorm, WhateverIsSentAllOfItCanBeUndone) {
  constexpr std::size_t kBytesOfRound = 4096;  // more than a round asks for
  const std::uint64_t seed = asked_for("HEATWAVE_STORM_SEED", 1);
  const std::uint64_t wanted = asked_for("HEATWAVE_STORM", 6000);
  std::uint64_t done = 0;
  for (std::uint64_t number = 0; done < wanted; ++number) {
    std::mt19937_64 random(seed * 1'000'003 + number);
    std::vector<std::uint8_t> bytes(kBytesOfRound);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    Choices choices(bytes);
    const scene::Scene scene = scene::blank_scene(number % 2 == 0 ? "heat" : "wave", {40, 30});
    SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(number));
    SessionRound round(scene);
    while (!round.is_long()) round.send(choices);
    round.undo_all();
    done += round.sent().size();
    ASSERT_FALSE(round.broken()) << *round.broken() << "; the fewest commands that break a rule:\n"
                                 << in_words(shrunk(scene, round.sent()));
  }
  RecordProperty("commands", std::to_string(done));
}

}  // namespace
}  // namespace heatwave::fuzz
