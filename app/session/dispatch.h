// Finds the one owner of a command, at compile time.
#pragma once

#include "app/session/envelope.h"

namespace heatwave::session {

/// True if the owner has a function that carries out the command.
template <typename Owner, typename Each>
concept CarriesOut = requires(Owner& owner, const Each& command) {
  owner.handle(command);
}
|| requires(Owner& owner, const Each& command, Gesture gesture) { owner.apply(command, gesture); };

/// Returns the owner that carries out the command; exactly one must.
template <typename Each, typename First, typename... Rest>
auto& owner_of(const Each& command, First& first, Rest&... rest) {
  constexpr bool kOthers = (CarriesOut<Rest, Each> || ...);
  static_assert(CarriesOut<First, Each> != kOthers,
                "each command needs a function in one of its owners, and in no other");
  if constexpr (kOthers) {
    return owner_of(command, rest...);
  } else {
    return first;
  }
}

}  // namespace heatwave::session
