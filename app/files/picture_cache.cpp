// Reads and writes the pictures as PNG.
#include "app/files/picture_cache.h"

#include <stb_image.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/error.h"

namespace heatwave::files {

PictureCache::PictureCache(std::filesystem::path folder, std::uint64_t most_bytes)
    : files_(std::move(folder), ".png", most_bytes) {}

std::optional<exporting::Image> PictureCache::find(std::uint64_t key) const {
  constexpr int kColours = 3;
  const std::optional<std::string> png = files_.find(key);
  if (!png) return {};
  int width = 0;
  int height = 0;
  int channels = 0;
  const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(png->data()),
                            static_cast<int>(png->size()), &width, &height, &channels, kColours),
      &stbi_image_free);
  if (pixels == nullptr) return {};
  exporting::Image picture{{width, height}, {}};
  const auto count = static_cast<std::ptrdiff_t>(kColours * picture.extent.cells());
  picture.rgb.assign(pixels.get(), pixels.get() + count);
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
