// Reads and writes the pictures and their check sums.
#include "app/files/picture_cache.h"

#include <fmt/format.h>
#include <stb_image.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/system/read_files.h"
#include "app/system/write_files.h"
#include "kernels/core/error.h"

namespace heatwave::files {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{4} << 20U;
constexpr int kColours = 3;

struct KeptFile {
  fs::path path;
  std::uint64_t bytes = 0;
  fs::file_time_type used;
};

std::vector<KeptFile> files_in(const fs::path& folder) {
  std::vector<KeptFile> all;
  std::error_code error;
  system::FolderReader reader(folder, error);
  while (const std::optional<fs::path> path = reader.next(error)) {
    if (path->extension() != ".png") continue;
    std::error_code gone;
    const std::uintmax_t bytes = fs::file_size(*path, gone);
    const fs::file_time_type used = fs::last_write_time(*path, gone);
    if (!gone) all.push_back({*path, bytes, used});
  }
  return all;
}

}  // namespace

std::uint64_t hash_of(std::string_view text, std::uint64_t before) {
  constexpr std::uint64_t kPrime = 0x100000001b3;
  for (const char letter : text) {
    before = (before ^ static_cast<unsigned char>(letter)) * kPrime;
  }
  return before;
}

PictureCache::PictureCache(fs::path folder, std::uint64_t most_bytes)
    : folder_(std::move(folder)), most_bytes_(most_bytes) {
  if (folder_.empty()) return;
  for (const KeptFile& file : files_in(folder_)) bytes_ += file.bytes;
  if (bytes_ > most_bytes_) shrink();
}

fs::path PictureCache::path_of(std::uint64_t key) const {
  return folder_ / fmt::format("{:016x}.png", key);
}

std::optional<exporting::Image> PictureCache::find(std::uint64_t key) const {
  if (folder_.empty()) return {};
  const fs::path path = path_of(key);
  std::string bytes;
  try {
    bytes = system::whole_text(path, kLargestFile);
  } catch (const core::Error&) {
    return {};
  }
  std::uint64_t sum = 0;
  if (bytes.size() < sizeof(sum)) return {};
  const std::string_view png(bytes.data(), bytes.size() - sizeof(sum));
  std::memcpy(&sum, bytes.data() + png.size(), sizeof(sum));
  if (sum != hash_of(png)) return {};
  int width = 0;
  int height = 0;
  int channels = 0;
  const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(png.data()),
                            static_cast<int>(png.size()), &width, &height, &channels, kColours),
      &stbi_image_free);
  if (pixels == nullptr) return {};
  exporting::Image picture{{width, height}, {}};
  const auto count = static_cast<std::ptrdiff_t>(kColours * picture.extent.cells());
  picture.rgb.assign(pixels.get(), pixels.get() + count);
  std::error_code ignored;
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  return picture;
}

void PictureCache::keep(std::uint64_t key, const exporting::Image& picture) {
  if (folder_.empty()) return;
  try {
    std::vector<std::uint8_t> bytes = exporting::encoded_png(picture);
    const std::uint64_t sum = hash_of({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    const auto* from = reinterpret_cast<const std::uint8_t*>(&sum);
    bytes.insert(bytes.end(), from, from + sizeof(sum));
    (void)system::write_whole_file(path_of(key), bytes, system::Naming::replacing);
    bytes_ += bytes.size();
  } catch (const core::Error&) {
    return;  // the next start renders it again
  }
  if (bytes_ > most_bytes_) shrink();
}

void PictureCache::shrink() {
  std::vector<KeptFile> all = files_in(folder_);
  std::sort(all.begin(), all.end(),
            [](const KeptFile& a, const KeptFile& b) { return a.used < b.used; });
  bytes_ = 0;
  for (const KeptFile& file : all) bytes_ += file.bytes;
  for (const KeptFile& file : all) {
    if (bytes_ <= most_bytes_ / 2) return;
    std::error_code error;
    if (fs::remove(file.path, error)) bytes_ -= file.bytes;
  }
}

}  // namespace heatwave::files
