// Keeps the list of files short and without duplicates.
#include "app/files/recent_files.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace heatwave::files {

std::filesystem::path whole_path(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  const std::filesystem::path plain = (error ? path : absolute).lexically_normal();
  // "folder/" is the folder itself.
  return plain.has_filename() ? plain : plain.parent_path();
}

RecentFiles::RecentFiles(std::vector<std::filesystem::path> files) : files_(std::move(files)) {
  if (files_.size() > kMost) files_.resize(kMost);
}

void RecentFiles::add(const std::filesystem::path& file) {
  std::filesystem::path whole = whole_path(file);
  files_.erase(std::remove(files_.begin(), files_.end(), whole), files_.end());
  files_.insert(files_.begin(), std::move(whole));
  if (files_.size() > kMost) files_.pop_back();
}

}  // namespace heatwave::files
