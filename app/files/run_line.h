// The command line that computes a field again and saves its picture, byte for byte.
#pragma once

#include <cstdint>
#include <string>

#include "app/export/field_picture.h"
#include "app/scene/scene.h"

namespace heatwave::files {

/// A word as a shell reads it.
std::string quoted(const std::string& word);

/// A scene with which 'heatwave run' comes to this field: one that comes with the program and what
/// was changed in it, as options; else the whole scene as a line of text.
std::string scene_options(const scene::Scene& scene);

/// More letters than a system takes as one word of a command line.
inline constexpr std::size_t kLongestWord = 120'000;

/// "heatwave run … --steps N --png NAME"; `options`: of the scene, and whatever else.
std::string run_line(const std::string& options, std::int64_t steps, const std::string& png,
                     const exporting::PictureParts& with);

}  // namespace heatwave::files
