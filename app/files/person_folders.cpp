// XDG_CONFIG_HOME, XDG_STATE_HOME and XDG_DATA_HOME, else their places in the home folder.
#include "app/files/person_folders.h"

#include <cstdlib>

namespace heatwave::files {
namespace {

namespace fs = std::filesystem;

/// Paths that are not whole count for nothing, as the specification has it.
fs::path folder_named(const char* variable) {
  const char* value = std::getenv(variable);
  const fs::path path = value == nullptr ? "" : value;
  return path.is_absolute() ? path : fs::path();
}

}  // namespace

std::optional<PersonFolders> person_folders() {
  const fs::path home = folder_named("HOME");
  const auto folder = [&](const char* variable, const char* in_home) {
    const fs::path named = folder_named(variable);
    if (!named.empty()) return named / "heatwave";
    return home.empty() ? fs::path() : home / in_home / "heatwave";
  };
  const PersonFolders folders{folder("XDG_CONFIG_HOME", ".config"),
                              folder("XDG_STATE_HOME", ".local/state"),
                              folder("XDG_DATA_HOME", ".local/share")};
  if (folders.config.empty() || folders.state.empty() || folders.data.empty()) return {};
  return folders;
}

}  // namespace heatwave::files
