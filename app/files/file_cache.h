// Files that the program made and can make again, kept on disk for later starts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace heatwave::files {

/// Returns a number for a text that other texts almost surely do not have.
std::uint64_t hash_of(std::string_view text, std::uint64_t before = 0xcbf29ce484222325);

/// A folder of files whose names are keys. Each ends with a check sum, so that a damaged file is
/// recognised; it is as good as missing. The files used least recently are deleted when all
/// together exceed a limit. Failures of the disk only cost time and are not reported.
class FileCache {
 public:
  static constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20U;

  /// `folder`: created when it is needed; empty: nothing is kept. `ending`: of all files, such as
  /// ".png".
  FileCache(std::filesystem::path folder, std::string ending,
            std::uint64_t most_bytes = kMostBytes);

  /// Returns the bytes of this key; none: they are not there or damaged.
  [[nodiscard]] std::optional<std::string> find(std::uint64_t key) const;
  void keep(std::uint64_t key, std::string_view bytes);

 private:
  [[nodiscard]] std::filesystem::path path_of(std::uint64_t key) const;
  /// Deletes the oldest files until half of the limit is free.
  void shrink();

  std::filesystem::path folder_;
  std::string ending_;
  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;  ///< size of all files, with those that were counted when it was opened
};

}  // namespace heatwave::files
