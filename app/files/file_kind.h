// What a file is to this program, by the end of its name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace heatwave::files {

enum class FileKind : std::uint8_t { folder, scene, recording, lecture, array, picture, other };

/// The letters of the alphabet; others stay as they are.
std::string in_small_letters(std::string text);
/// Of a file that is no folder; capitals count as small letters.
FileKind kind_of(const std::filesystem::path& file);
/// "scene", "recording", …; empty for what cannot be opened.
std::string words_of(FileKind kind);

}  // namespace heatwave::files
