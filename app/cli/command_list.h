// What a script may do, from the commands' own descriptions.
#pragma once

#include <string>

namespace heatwave::cli {

/// A line for each command: its name, its fields, what it does.
std::string command_list();

}  // namespace heatwave::cli
