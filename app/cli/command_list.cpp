// Lays the commands' descriptions out as text.
#include "app/cli/command_list.h"

#include <fmt/format.h>

#include "app/wire/command_json.h"

namespace heatwave::cli {

std::string command_list() {
  std::string text =
      "A command is a JSON object on a line of its own, such as\n"
      "  {\"at\": 100, \"do\": \"set-parameter\", \"id\": \"alpha\", \"value\": 0.1}\n"
      "\"at\" is the step before which it is done; without it: at once. These there are, with "
      "their\n"
      "fields; those in brackets may be left out. * marks what touches files, + what only a "
      "window\n"
      "carries out:\n\n";
  for (const wire::CommandHelp& help : wire::command_help()) {
    std::string head = fmt::format("{}{}{}", help.traits.name, help.traits.touches_files ? "*" : "",
                                   help.traits.for_window ? "+" : "");
    for (const std::string& field : help.fields) head += ' ' + field;
    for (const std::string& field : help.optional) head += " [" + field + "]";
    text += fmt::format("  {}\n      {}\n", head, help.traits.words);
  }
  return text;
}

}  // namespace heatwave::cli
