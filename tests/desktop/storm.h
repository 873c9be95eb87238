// A storm of random input on the real window, the rules that hold after it, and the fewest actions
// that break one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "actions.h"

namespace heatwave::test {

struct StormResult {
  /// Description of the first broken rule; none: all hold.
  std::optional<std::string> broken;
  /// The window's command-line arguments.
  std::vector<std::string> begun_with;
  std::vector<Action> done;
  bool by_memory = false;  ///< memory has grown, which few actions cannot reproduce
  /// Bytes after the first tenth, and at least 2000 actions.
  std::uint64_t memory_early = 0;
  std::uint64_t memory_late = 0;
};

/// Sends random actions to a new window, then checks the rules: no crash, no standard error, no
/// more memory than early on, and a field that answers.
StormResult storm(std::uint64_t seed, std::size_t actions);

/// Sends random actions to a window that was just opened in a random room. It checks no memory and
/// visits no room first, so that more is met for the first time.
StormResult first_storm(std::uint64_t seed, std::size_t actions);

/// Repeats these actions in a window with the same arguments, without the rule on memory.
StormResult storm_again(const StormResult& result, const std::vector<Action>& actions);

/// Reduces the actions to the fewest that still break a rule, within this number of tries.
std::vector<Action> shrunk(std::vector<Action> actions, int tries,
                           const std::function<bool(const std::vector<Action>&)>& breaks);

}  // namespace heatwave::test
