// Hands a command to the one owner that takes its kind, which is found when the program is
// compiled.
#pragma once

#include <concepts>
#include <type_traits>

namespace heatwave::session {

/// `take(owner, command)` must be callable for exactly one of the owners, and is called for it.
template <typename Take, typename Each, typename... Owner>
void hand_to_owner(const Take& take, const Each& command, Owner&... owners) {
  static_assert((std::invocable<const Take&, Owner&, const Each&> + ...) == 1,
                "each command needs a function in one of its owners, and in no other");
  const auto hand = [&](auto& owner) {
    if constexpr (std::invocable<const Take&, decltype(owner), const Each&>) take(owner, command);
  };
  (hand(owners), ...);
}

}  // namespace heatwave::session
