// What a file is to this program, by the end of its name.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>

#include "kernels/core/names.h"

namespace heatwave::files {

enum class FileKind : std::uint8_t { folder, scene, recording, lecture, array, picture, other };
/// "other" has no name: the program cannot open it.
constexpr auto names_of(FileKind /*kind*/) {
  return std::to_array<core::Name<FileKind>>({{FileKind::folder, "folder"},
                                              {FileKind::scene, "scene"},
                                              {FileKind::recording, "recording"},
                                              {FileKind::lecture, "lecture"},
                                              {FileKind::array, "field"},
                                              {FileKind::picture, "picture"}});
}

/// The letters of the alphabet; others stay as they are.
std::string in_small_letters(std::string text);
/// Of a file that is no folder; capitals count as small letters.
FileKind kind_of(const std::filesystem::path& file);

}  // namespace heatwave::files
