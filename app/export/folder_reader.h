// Reads what is in a folder.
#pragma once

#include <dirent.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

namespace heatwave::exporting {

/// Goes through a folder in no order. In place of std::filesystem::directory_iterator, which ends
/// the program when it has no memory for a name.
class FolderReader {
 public:
  /// Sets `error` where the folder cannot be read; it has no entries then.
  FolderReader(std::filesystem::path folder, std::error_code& error);

  /// The path of the next entry; empty: there is none, or it cannot be read, which sets `error`.
  std::optional<std::filesystem::path> next(std::error_code& error);

 private:
  struct Close {
    void operator()(DIR* folder) const { ::closedir(folder); }
  };

  std::filesystem::path folder_;
  std::unique_ptr<DIR, Close> open_;
};

}  // namespace heatwave::exporting
