// A scene as one line of text to copy, send and paste: complete, deflated and checked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

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

/// Returns the same scene to the last bit. White space around and inside the text is ignored.
/// Throws core::Error that explains why the text is not a scene.
scene::Scene scene_from_text(std::string_view text);

}  // namespace heatwave::files
