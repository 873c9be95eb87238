// Converts commands to JSON objects and back, by their descriptions.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/json/json_reader.h"
#include "app/session/command.h"

namespace heatwave::wire {

/// The key that names the command.
inline constexpr const char* kCommandKey = "do";

/// Returns a command such as {"do": "set-parameter", "id": "alpha", "value": 0.2}.
nlohmann::ordered_json json_of(const session::Command& command);

/// Gives the fields that older versions called otherwise their present names. `command` is the
/// command's name. Returns whether there was one.
bool rename_former_fields(json::JsonReader& in, std::string_view command);

/// Reads the command's name and its fields; other keys are left for the caller to ask for. Throws
/// core::Error, in one line, for what is missing or can't be.
session::Command read_command(json::JsonReader& in);

/// Returns the command with the fields that the object has in place of its own.
session::Command read_changes(json::JsonReader& in, session::Command command);

struct CommandHelp {
  session::CommandTraits traits;
  std::vector<std::string> fields;    ///< required fields
  std::vector<std::string> optional;  ///< optional fields
};
/// Describes all commands.
std::vector<CommandHelp> command_help();

}  // namespace heatwave::wire
