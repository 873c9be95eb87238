// Finds the assets folder relative to the running binary.
#include "app/scene/assets.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>

#include "app/system/folders.h"
#include "app/system/read_files.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::scene {
namespace fs = std::filesystem;

fs::path asset_folder() {
  std::error_code error;
  if (const char* chosen = std::getenv("HEATWAVE_ASSETS"); chosen != nullptr && *chosen != '\0') {
    if (fs::is_directory(fs::path(chosen) / "scenes", error)) return chosen;
    throw core::Error("HEATWAVE_ASSETS names '" + std::string(chosen) +
                      "', which is no folder with scenes in it");
  }
  const fs::path folder = system::program_file().parent_path();
  // The folder is beside the binary, in an installation, or one or two folders above the binary in
  // a build tree.
  constexpr std::array kPlaces = {"assets", "../share/heatwave/assets", "../assets",
                                  "../../assets"};
  std::vector<std::string> sought;
  for (const char* place : kPlaces) {
    const fs::path candidate = (folder / place).lexically_normal();
    if (fs::is_directory(candidate / "scenes", error)) return candidate;
    sought.push_back(candidate.string());
  }
  throw core::Error("cannot find the assets folder; it was sought at " + words::joined(sought));
}

std::vector<fs::path> asset_files(const std::string& folder, const std::string& ending) {
  std::vector<fs::path> files;
  const fs::path read = asset_folder() / folder;
  std::error_code error;
  system::FolderReader reader(read, error);
  while (const auto path = reader.next(error)) {
    std::error_code unreadable;
    if (fs::is_directory(*path, unreadable)) {
      const std::vector<fs::path> inner =
          asset_files(folder + '/' + path->filename().string(), ending);
      files.insert(files.end(), inner.begin(), inner.end());
    } else if (path->extension() == ending) {
      files.push_back(*path);
    }
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    throw core::Error(fmt::format("'{}' cannot be read: {}", read.string(), error.message()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace heatwave::scene
