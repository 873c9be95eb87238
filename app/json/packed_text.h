// Bytes as text: floats to the bit in base64, and bytes made fewer as in PNG files.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heatwave::json {

/// Each float's four bytes, the lowest first, in base64 (RFC 4648).
std::string as_base64(std::span<const float> floats);
/// Returns nothing where the text is not base64 of whole floats.
std::optional<std::vector<float>> from_base64(std::string_view text);

/// Deflates the bytes. Throws core::OutOfMemory.
std::string deflated(std::string bytes);
/// Fills `bytes`, whose size says how many there are to be. Returns false where the deflated bytes
/// hold another number.
bool inflate_into(std::string& bytes, std::string_view deflated);

}  // namespace heatwave::json
