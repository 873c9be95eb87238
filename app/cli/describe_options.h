// The program's options as data, for its manual page and for the completions of shells.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace heatwave::cli {

/// The options of `app` and of its subcommands, and the values that each kind of value has, as one
/// JSON document. `app/cmake/option_pages.py` reads it.
std::string describe_options(const CLI::App& app);

}  // namespace heatwave::cli
