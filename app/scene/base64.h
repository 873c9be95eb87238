// Numbers of a field as text, to the bit.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heatwave::scene {

/// Each float's four bytes, the lowest first, in base64 (RFC 4648).
std::string as_base64(std::span<const float> floats);
/// Nothing where the text is no such thing.
std::optional<std::vector<float>> from_base64(std::string_view text);

}  // namespace heatwave::scene
