// Entries as readdir(3) has them, without "." and "..".
#include "app/export/folder_reader.h"

#include <cerrno>
#include <string_view>
#include <utility>

namespace heatwave::exporting {

FolderReader::FolderReader(std::filesystem::path folder, std::error_code& error)
    : folder_(std::move(folder)), open_(::opendir(folder_.c_str())) {
  error = open_ != nullptr ? std::error_code() : std::error_code(errno, std::generic_category());
}

std::optional<std::filesystem::path> FolderReader::next(std::error_code& error) {
  while (open_ != nullptr) {
    errno = 0;
    const dirent* const entry = ::readdir(open_.get());
    if (entry == nullptr && errno != 0) error.assign(errno, std::generic_category());
    if (entry == nullptr) return {};
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") return folder_ / name;
  }
  return {};
}

}  // namespace heatwave::exporting
