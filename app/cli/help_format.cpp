// Breaks what CLI11 leaves in one line.
#include "app/cli/help_format.h"

#include <algorithm>

#include "app/cli/text_columns.h"

namespace heatwave::cli {

std::string HelpFormat::make_option_desc(const CLI::Option* option) const {
  return in_column(CLI::Formatter::make_option_desc(option));
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
  const auto column = static_cast<int>(get_column_width());
  const std::string name = "  " + command->get_name();
  const std::string lines = wrapped(command->get_description(), column, kColumns);
  // The name lies on the blanks that the first line begins with.
  return name + lines.substr(std::min(name.size(), static_cast<std::size_t>(column)));
}

/// CLI11 puts blanks before each line but the first.
std::string HelpFormat::in_column(const std::string& text) const {
  std::string lines = wrapped(text, 0, kColumns - static_cast<int>(get_column_width()));
  lines.pop_back();
  return lines;
}

}  // namespace heatwave::cli
