// Reads and writes the pictures as PNG.
#include "app/files/picture_cache.h"

#include <string>
#include <utility>
#include <vector>

#include "kernels/core/error.h"

namespace heatwave::files {

PictureCache::PictureCache(std::filesystem::path folder, std::uint64_t most_bytes)
    : files_(std::move(folder), ".png", most_bytes) {}

std::optional<exporting::Image> PictureCache::find(std::uint64_t key) const {
  const std::optional<std::string> png = files_.find(key);
  if (!png) return {};
  exporting::Image picture = exporting::decoded_png(*png);
  if (picture.rgb.empty()) return {};
  return picture;
}

void PictureCache::keep(std::uint64_t key, const exporting::Image& picture) {
  try {
    const std::vector<std::uint8_t> png = exporting::encoded_png(picture);
    files_.keep(key, {reinterpret_cast<const char*>(png.data()), png.size()});
  } catch (const core::Error&) {
    return;  // the next start renders it again
  }
}

}  // namespace heatwave::files
