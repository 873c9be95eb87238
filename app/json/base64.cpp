// Base64 with the alphabet of RFC 4648.
#include "app/json/base64.h"

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

namespace heatwave::json {
namespace {

constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNoLetter = 255;

constexpr std::array<std::uint8_t, 256> letter_values() {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoLetter);
  for (std::size_t i = 0; i < kLetters.size(); ++i) {
    values[static_cast<std::uint8_t>(kLetters[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}

std::uint8_t byte_of(std::span<const float> floats, std::size_t at) {
  const auto bits = std::bit_cast<std::uint32_t>(floats[at / 4]);
  return static_cast<std::uint8_t>(bits >> (8 * (at % 4)));
}

/// `byte_at(i)`: byte i of this many bytes.
std::string encoded(std::size_t bytes, auto&& byte_at) {
  std::string text;
  text.reserve((bytes + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes; at += 3) {
    std::uint32_t three = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      three = three << 8U | (at + i < bytes ? std::uint32_t{byte_at(at + i)} : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      const bool filled = at + i <= bytes;
      text += filled ? kLetters[three >> (18 - 6 * i) & 63U] : '=';
    }
  }
  return text;
}

/// Calls `take(byte)` for each byte. Returns false when the text is not base64.
template <typename Take>
bool decode(std::string_view text, Take take) {
  static constexpr std::array<std::uint8_t, 256> kValues = letter_values();
  if (text.size() % 4 != 0) return false;
  while (text.ends_with('=')) text.remove_suffix(1);
  std::uint64_t bits = 0;
  unsigned count = 0;  // number of pending bits in `bits`; the next one is the highest
  for (const char letter : text) {
    const std::uint8_t value = kValues[static_cast<std::uint8_t>(letter)];
    if (value == kNoLetter) return false;
    bits = bits << 6U | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    take(static_cast<std::uint8_t>(bits >> count & 255U));
  }
  return true;
}

}  // namespace

std::string as_base64(std::span<const std::uint8_t> bytes) {
  return encoded(bytes.size(), [bytes](std::size_t at) { return bytes[at]; });
}

std::string as_base64(std::span<const float> floats) {
  return encoded(floats.size() * 4, [floats](std::size_t at) { return byte_of(floats, at); });
}

std::string as_base64(std::string_view bytes) {
  return encoded(bytes.size(),
                 [bytes](std::size_t at) { return static_cast<std::uint8_t>(bytes[at]); });
}

std::optional<std::string> bytes_from_base64(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() * 6 / 8);
  const bool is_base64 =
      decode(text, [&](std::uint8_t byte) { bytes.push_back(static_cast<char>(byte)); });
  return is_base64 ? std::optional(std::move(bytes)) : std::nullopt;
}

std::optional<std::vector<float>> from_base64(std::string_view text) {
  std::vector<float> floats;
  floats.reserve(text.size() * 6 / 32);
  std::uint32_t word = 0;  // the bytes of the next float that have been read
  unsigned bytes = 0;
  const bool is_base64 = decode(text, [&](std::uint8_t byte) {
    word |= std::uint32_t{byte} << (8 * bytes);
    if (++bytes < 4) return;
    floats.push_back(std::bit_cast<float>(word));
    word = bytes = 0;
  });
  if (!is_base64 || bytes != 0) return {};
  return floats;
}

}  // namespace heatwave::json
