// The files used last, the newest first.
#pragma once

#include <filesystem>
#include <vector>

namespace heatwave::files {

/// From the root, by its shortest name, wherever the file is.
std::filesystem::path whole_path(const std::filesystem::path& path);

class RecentFiles {
 public:
  static constexpr std::size_t kMost = 8;

  RecentFiles() = default;
  /// As they were kept; what is too many goes.
  explicit RecentFiles(std::vector<std::filesystem::path> files);

  /// The same file counts once, by whatever path it was reached.
  void add(const std::filesystem::path& file);
  [[nodiscard]] const std::vector<std::filesystem::path>& files() const { return files_; }

 private:
  std::vector<std::filesystem::path> files_;
};

}  // namespace heatwave::files
