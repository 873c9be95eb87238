// The command line that computes a field again and saves its picture, byte for byte.
#pragma once

#include <cstdint>
#include <string>

#include "app/export/field_picture.h"
#include "app/scene/scene.h"

namespace heatwave::files {

/// Quotes a word for a shell.
std::string quoted(const std::string& word);

/// Returns options with which 'heatwave run' computes this field: a built-in scene and its changes,
/// or else the whole scene as a line of text.
std::string scene_options(const scene::Scene& scene);

/// Length that some systems refuse for one word of a command line.
inline constexpr std::size_t kLongestWord = 120'000;

/// Returns "heatwave run … --steps N --png NAME"; `options`: those of the scene, and others.
std::string run_line(const std::string& options, std::int64_t steps, const std::string& png,
                     const exporting::PictureParts& with);

}  // namespace heatwave::files
