// Keeps the list of files short and without doubles.
#include "app/files/recent_files.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace heatwave::files {

RecentFiles::RecentFiles(std::vector<std::filesystem::path> files) : files_(std::move(files)) {
  if (files_.size() > kMost) files_.resize(kMost);
}

void RecentFiles::add(const std::filesystem::path& file) {
  std::error_code error;
  std::filesystem::path whole = std::filesystem::absolute(file, error).lexically_normal();
  if (error) whole = file;
  files_.erase(std::remove(files_.begin(), files_.end(), whole), files_.end());
  files_.insert(files_.begin(), std::move(whole));
  if (files_.size() > kMost) files_.pop_back();
}

}  // namespace heatwave::files
