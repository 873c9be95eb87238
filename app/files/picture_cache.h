// Small pictures that the program rendered, kept on disk for later starts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "app/export/field_picture.h"
#include "app/files/file_cache.h"

namespace heatwave::files {

/// A cache of PNG files. A picture that is missing or damaged is rendered anew.
class PictureCache {
 public:
  /// `folder`: created when it is needed; empty: nothing is kept.
  explicit PictureCache(std::filesystem::path folder,
                        std::uint64_t most_bytes = FileCache::kMostBytes);

  /// Returns the picture of this key; none: it is not there or damaged.
  [[nodiscard]] std::optional<exporting::Image> find(std::uint64_t key) const;
  void keep(std::uint64_t key, const exporting::Image& picture);

 private:
  FileCache files_;
};

}  // namespace heatwave::files
