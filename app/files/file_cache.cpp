// Reads and writes the files and their check sums.
#include "app/files/file_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
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

struct KeptFile {
  fs::path path;
  std::uint64_t bytes = 0;
  fs::file_time_type used;
};

std::vector<KeptFile> files_in(const fs::path& folder, const std::string& ending) {
  std::vector<KeptFile> all;
  std::error_code error;
  system::FolderReader reader(folder, error);
  while (const std::optional<fs::path> path = reader.next(error)) {
    if (path->extension() != ending) continue;
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

FileCache::FileCache(fs::path folder, std::string ending, std::uint64_t most_bytes)
    : folder_(std::move(folder)), ending_(std::move(ending)), most_bytes_(most_bytes) {
  if (folder_.empty()) return;
  for (const KeptFile& file : files_in(folder_, ending_)) bytes_ += file.bytes;
  if (bytes_ > most_bytes_) shrink();
}

fs::path FileCache::path_of(std::uint64_t key) const {
  return folder_ / fmt::format("{:016x}{}", key, ending_);
}

std::optional<std::string> FileCache::find(std::uint64_t key) const {
  if (folder_.empty()) return {};
  const fs::path path = path_of(key);
  std::string bytes;
  try {
    bytes = system::whole_file(path, kLargestFile);
  } catch (const core::Error&) {
    return {};
  }
  std::uint64_t sum = 0;
  if (bytes.size() < sizeof(sum)) return {};
  std::memcpy(&sum, bytes.data() + bytes.size() - sizeof(sum), sizeof(sum));
  bytes.resize(bytes.size() - sizeof(sum));
  if (sum != hash_of(bytes)) return {};
  std::error_code ignored;
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  return bytes;
}

void FileCache::keep(std::uint64_t key, std::string_view bytes) {
  if (folder_.empty()) return;
  try {
    std::vector<std::uint8_t> all(bytes.begin(), bytes.end());
    const std::uint64_t sum = hash_of(bytes);
    const auto* from = reinterpret_cast<const std::uint8_t*>(&sum);
    all.insert(all.end(), from, from + sizeof(sum));
    (void)system::write_whole_file(path_of(key), all, system::Naming::replacing);
    bytes_ += all.size();
  } catch (const core::Error&) {
    return;  // the next start makes it again
  }
  if (bytes_ > most_bytes_) shrink();
}

void FileCache::shrink() {
  std::vector<KeptFile> all = files_in(folder_, ending_);
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
