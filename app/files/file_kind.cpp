// The table of file extensions.
#include "app/files/file_kind.h"

#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace heatwave::files {
namespace {

constexpr std::array<std::pair<std::string_view, FileKind>, 8> kEndings{
    {{".json", FileKind::scene},
     {".hwrec", FileKind::recording},
     {".hwl", FileKind::lecture},
     {".npy", FileKind::array},
     {".png", FileKind::picture},
     {".jpg", FileKind::picture},
     {".jpeg", FileKind::picture},
     {".cu", FileKind::kernel}}};

}  // namespace

std::string in_small_letters(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

FileKind kind_of(const std::filesystem::path& file) {
  const std::string ending = in_small_letters(file.extension().string());
  for (const auto& [known, kind] : kEndings) {
    if (known == ending) return kind;
  }
  return FileKind::other;
}

}  // namespace heatwave::files
