// The hidden names of files that are being written.
#include "app/system/part_file.h"

#include <fmt/format.h>

#include <string>

namespace heatwave::system {
namespace {

constexpr const char* kPrefix = ".heatwave-";
constexpr const char* kSuffix = ".part";

}  // namespace

bool is_hidden_part(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with(kPrefix) && name.ends_with(kSuffix);
}

std::filesystem::path hidden_part(const std::filesystem::path& folder, std::uint64_t process,
                                  unsigned count) {
  return folder / fmt::format("{}{}-{}{}", kPrefix, process, count, kSuffix);
}

}  // namespace heatwave::system
