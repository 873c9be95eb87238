// A storm of input on the real window, the rules that hold after it, and the fewest deeds that
// break one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "deeds.h"

namespace heatwave::test {

struct StormResult {
  std::optional<std::string> broken;    ///< the first rule that was, in words
  std::vector<std::string> begun_with;  ///< the window's arguments
  std::vector<Deed> done;
  bool by_memory = false;          ///< which no few deeds break
  std::uint64_t memory_early = 0;  ///< bytes after the first tenth, and two thousand deeds
  std::uint64_t memory_late = 0;
};

/// So many deeds by chance to a window of its own, then the rules: no abort, nothing on standard
/// error, no more memory than early on, and a field that answers.
StormResult storm(std::uint64_t seed, std::size_t deeds);

/// Deeds by chance to a window that has just been opened, in one room or another: without the rule
/// on memory, and without a look round before, which would leave less to be met for the first time.
StormResult first_storm(std::uint64_t seed, std::size_t deeds);

/// The same with these deeds, in a window begun like that one, without the rule on memory.
StormResult storm_again(const StormResult& result, const std::vector<Deed>& deeds);

/// The fewest of the deeds that still break something, as far as can be found in so many tries.
std::vector<Deed> shrunk(std::vector<Deed> deeds, int tries,
                         const std::function<bool(const std::vector<Deed>&)>& breaks);

}  // namespace heatwave::test
