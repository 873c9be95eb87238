// Runs storms of random input, checks their rules, and finds the fewest actions that break one.
#include "storm.h"

#include <algorithm>
#include <random>
#include <string>
#include <utility>

#include "driver.h"
#include "storm_window.h"
#include "tests/sanitized.h"
#include "tests/tested_program.h"

namespace heatwave::test {
namespace {

constexpr double kMemoryMayGrow = 1.02;
/// The heap of Windows keeps much of the memory that the program has freed.
constexpr double kMemoryMayGrowElsewhere = 1.25;
/// On a GPU, the driver loads kernels and cuBLAS when they are first used, and keeps them.
constexpr double kDriverMayLoad = 256.0 * (1U << 20U);
/// During the first actions much is opened for the first time, which takes memory once.
constexpr std::size_t kFirstTimes = 2000;
/// Number of times that memory must have grown again before it counts as leaked.
constexpr int kLooksAgain = 2;

const std::vector<std::vector<std::string>> kBeginnings{
    {},
    {"--lesson", "race"},
    {"--lesson", "guard"},
    {"--experiment", "dot"},
    {"two-sources", "--view", "surface"},
    {"--lesson", "addresses", "--theme", "light"},
    {"spots", "--size", "200x50"},
    {"--experiment", "lock", "--scale", "2"},
};

}  // namespace

StormResult storm(std::uint64_t seed, std::size_t actions) {
  const FreedGoesBack seen;
  std::mt19937_64 random(seed);
  StormWindow storm({});
  storm.look_round();
  StormResult& result = storm.result();
  nlohmann::json shown;
  const auto blow = [&](std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (i % 8 == 0) {
        shown = storm.shown();
        storm.watch_memory();
      }
      if (i % 1000 == 0) storm.clean_up();
      if (!storm.carry_out(next_action(random, shown))) return false;
    }
    return true;
  };
  const std::size_t early =
      std::clamp(kFirstTimes, actions / 10, std::max<std::size_t>(1, actions / 2));
  if (!blow(early)) return std::move(result);
  result.memory_early = storm.settled_memory();
  if (!blow(actions - early)) return std::move(result);
  result.memory_late = storm.settled_memory();
  const auto has_grown = [&result, &storm] {
    const double growth = tests_other_program() ? kMemoryMayGrowElsewhere : kMemoryMayGrow;
    const double most =
        static_cast<double>(result.memory_early) * growth + (storm.on_gpu() ? kDriverMayLoad : 0.0);
    // A sanitizer does not return freed memory.
    return !kSanitized && !result.broken && static_cast<double>(result.memory_late) > most;
  };
  // Opening a thing for the first time takes memory once; a leak takes it each time.
  for (int again = 0; again < kLooksAgain && has_grown(); ++again) {
    result.memory_early = result.memory_late;
    if (!blow(actions - early)) return std::move(result);
    result.memory_late = storm.settled_memory();
  }
  storm.look();
  if (has_grown()) {
    storm.fail("it holds " + std::to_string(result.memory_late) + " bytes, " +
               std::to_string(actions - early) + " actions ago " +
               std::to_string(result.memory_early) + '\n' + storm.memory_in_words());
    result.by_memory = true;
  }
  return std::move(result);
}

StormResult first_storm(std::uint64_t seed, std::size_t actions) {
  std::mt19937_64 random(seed);
  StormWindow storm(kBeginnings[seed % kBeginnings.size()]);
  for (std::size_t i = 0; i < actions; ++i) {
    if (!storm.carry_out(next_action(random, storm.shown()))) return std::move(storm.result());
  }
  storm.look();
  return std::move(storm.result());
}

StormResult storm_again(const StormResult& result, const std::vector<Action>& actions) {
  StormWindow storm(result.begun_with);
  for (const Action& action : actions) {
    if (!storm.carry_out(action)) return std::move(storm.result());
  }
  storm.look();
  return std::move(storm.result());
}

std::vector<Action> shrunk(std::vector<Action> actions, int tries,
                           const std::function<bool(const std::vector<Action>&)>& breaks) {
  for (std::size_t part = actions.size() / 2; part > 0; part /= 2) {
    for (std::size_t at = 0; at + part <= actions.size() && tries > 0;) {
      std::vector<Action> fewer = actions;
      const auto from = fewer.begin() + static_cast<std::ptrdiff_t>(at);
      fewer.erase(from, from + static_cast<std::ptrdiff_t>(part));
      --tries;
      if (breaks(fewer)) {
        actions = std::move(fewer);
      } else {
        at += part;
      }
    }
  }
  return actions;
}

}  // namespace heatwave::test
