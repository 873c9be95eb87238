// Floats as text, exact to the bit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heatwave::json {

/// Returns the bytes in base64 (RFC 4648).
std::string as_base64(std::span<const std::uint8_t> bytes);
/// Returns the bytes of each float, the lowest first, in base64 (RFC 4648).
std::string as_base64(std::span<const float> floats);
std::string as_base64(std::string_view bytes);
/// Returns nothing when the text is not base64.
std::optional<std::string> bytes_from_base64(std::string_view text);
/// Returns nothing when the text is not base64 of whole floats.
std::optional<std::vector<float>> from_base64(std::string_view text);

}  // namespace heatwave::json
