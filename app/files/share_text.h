// A scene as one line of text, to be copied, sent and pasted: whole, deflated and checked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/scene/scene.h"

namespace heatwave::files {

/// More than a clipboard or a message carries well.
inline constexpr std::size_t kLongestText = std::size_t{16} << 20U;

/// "heatwave1:" and letters, digits and signs. Throws core::Error where it would be too long.
std::string share_text(const scene::Scene& scene);

/// The line that holds this JSON, whether it is a scene or not.
std::string share_line(std::string_view json);

/// Whether it is meant to be one.
bool is_share_text(std::string_view text);

/// The same scene to the last bit. White space round it and within does not matter. Throws
/// core::Error that says in what way the text is no scene.
scene::Scene scene_from_text(std::string_view text);

}  // namespace heatwave::files
