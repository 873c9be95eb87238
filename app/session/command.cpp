// Functions common to all commands.
#include "app/session/command.h"

#include <type_traits>
#include <variant>

namespace heatwave::session {

Command::Command() = default;
Command::Command(const Command& other) = default;
Command::Command(Command&& other) noexcept = default;
Command& Command::operator=(const Command& other) = default;
Command& Command::operator=(Command&& other) noexcept = default;
Command::~Command() = default;

const CommandTraits& traits_of(const Command& command) {
  return std::visit(
      [](const auto& each) -> const CommandTraits& {
        return std::decay_t<decltype(each)>::kTraits;
      },
      command);
}

}  // namespace heatwave::session
