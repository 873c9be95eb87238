// Where a person's settings, state and data lie, by the XDG base directories.
#pragma once

#include <filesystem>
#include <optional>

namespace heatwave::files {

struct PersonFolders {
  std::filesystem::path config;  ///< how it is to look
  std::filesystem::path state;   ///< what was done last
  std::filesystem::path data;    ///< what was not saved yet
};

/// This program's own; none where the person has no home.
std::optional<PersonFolders> person_folders();

}  // namespace heatwave::files
