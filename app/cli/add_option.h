// Adding options to CLI11 so that every value is read by our own functions, for their messages.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <string>

namespace heatwave::cli {

/// An option with one value, which `take` gets with the option's name.
CLI::Option* add(CLI::App& app, const std::string& name, const std::string& kind,
                 const std::string& help,
                 const std::function<void(const std::string&, const std::string&)>& take);

/// Likewise, but it may be given several times.
CLI::Option* add_several(CLI::App& app, const std::string& name, const std::string& kind,
                         const std::string& help,
                         const std::function<void(const std::string&, const std::string&)>& take);

/// An option with the name of a file.
CLI::Option* add_path(CLI::App& app, const std::string& name, const std::string& help,
                      std::filesystem::path& path);

}  // namespace heatwave::cli
