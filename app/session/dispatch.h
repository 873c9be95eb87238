// Passes a command to the one owner for its kind, which is chosen at compile time.
#pragma once

#include <concepts>
#include <type_traits>

namespace heatwave::session {

/// Calls `take(owner, command)` for the one owner that accepts it; exactly one must.
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
