// Reads whole texts, and words the reasons why a file is not read.
#include "app/system/read_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "kernels/core/device.h"
#include "kernels/core/error.h"

namespace heatwave::system {

void refuse_file(const std::filesystem::path& path, const std::string& what) {
  throw core::Error(fmt::format("'{}' {}", path.string(), what));
}

std::string whole_file(const std::filesystem::path& path, std::uint64_t most) {
  PlainFile file(path);
  if (file.size() > most) {
    refuse_file(path, fmt::format("is too large: it has {}, and at most {} are read",
                                  core::in_bytes(static_cast<double>(file.size())),
                                  core::in_bytes(static_cast<double>(most))));
  }
  std::string text(file.size(), '\0');
  text.resize(file.read(text.data(), text.size()));
  return text;
}

std::string whole_text(const std::filesystem::path& path, std::uint64_t most) {
  std::string text = whole_file(path, most);
  remove_byte_order_mark(text, path);
  if (const std::size_t nul = text.find('\0'); nul != std::string::npos) {
    refuse_file(path, fmt::format("is not a text: line {} has a NUL byte",
                                  1 + std::count(text.begin(), text.begin() + nul, '\n')));
  }
  return text;
}

void remove_byte_order_mark(std::string& text, const std::filesystem::path& path) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    refuse_file(path, "is UTF-16, and only UTF-8 is read: save it as UTF-8");
  }
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.starts_with(kMark)) text.erase(0, kMark.size());
}

}  // namespace heatwave::system
