// Kinds of files, by their extension.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace heatwave::files {

enum class FileKind : std::uint8_t { folder, scene, recording, lecture, array, picture, other };

/// Converts ASCII letters to lower case; others stay as they are.
std::string in_small_letters(std::string text);
/// Returns the kind of a file that is not a folder; case does not matter.
FileKind kind_of(const std::filesystem::path& file);
/// Returns "scene", "recording", …; empty: this kind cannot be opened.
std::string words_of(FileKind kind);

}  // namespace heatwave::files
