// A scene as text: one line to paste, or the command line that computes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/export/field_picture.h"
#include "app/scene/scene.h"

namespace heatwave::files {

/// Limit beyond which clipboards and messages have trouble.
inline constexpr std::size_t kLongestText = std::size_t{16} << 20U;

/// Returns "heatwave1:" and base64 text. Throws core::Error when it would be too long.
std::string share_text(const scene::Scene& scene);

/// Returns the line for this JSON, even if it is not a scene.
std::string share_line(std::string_view json);

/// Returns whether the text is meant to be such a line.
bool is_share_text(std::string_view text);

/// Returns the JSON in such a line; white space around and inside the text is ignored. Throws
/// core::Error that explains why the text is not such a line.
std::string json_in_share_text(std::string_view text);

/// Returns the same scene to the last bit. White space around and inside the text is ignored.
/// Throws core::Error that explains why the text is not a scene.
scene::Scene scene_from_text(std::string_view text);

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
