// Kinds of files, by their extension.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>

#include "kernels/core/names.h"

namespace heatwave::files {

enum class FileKind : std::uint8_t {
  folder,
  scene,
  recording,
  lecture,
  array,
  picture,
  kernel,
  other
};
/// FileKind::other has no name, because the program cannot open it.
constexpr auto names_of(FileKind /*kind*/) {
  return std::to_array<core::Name<FileKind>>({{FileKind::folder, "folder"},
                                              {FileKind::scene, "scene"},
                                              {FileKind::recording, "recording"},
                                              {FileKind::lecture, "lecture"},
                                              {FileKind::array, "field"},
                                              {FileKind::picture, "picture"},
                                              {FileKind::kernel, "kernel"}});
}

/// Converts ASCII letters to lower case; others stay as they are.
std::string in_small_letters(std::string text);
/// Returns the kind of a file that is not a folder; case does not matter.
FileKind kind_of(const std::filesystem::path& file);

}  // namespace heatwave::files
