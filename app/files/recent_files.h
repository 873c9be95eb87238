// The files used last, the newest first.
#pragma once

#include <filesystem>
#include <vector>

namespace heatwave::files {

/// Returns the absolute path without "." and "..".
std::filesystem::path whole_path(const std::filesystem::path& path);

class RecentFiles {
 public:
  static constexpr std::size_t kMost = 8;

  RecentFiles() = default;
  /// Restores a saved list, shortened to the limit.
  explicit RecentFiles(std::vector<std::filesystem::path> files);

  /// Adds a file. Different paths to the same file count once.
  void add(const std::filesystem::path& file);
  [[nodiscard]] const std::vector<std::filesystem::path>& files() const { return files_; }

 private:
  std::vector<std::filesystem::path> files_;
};

}  // namespace heatwave::files
