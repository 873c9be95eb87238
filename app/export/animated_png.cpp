// PNG's chunks, put together anew: https://www.w3.org/TR/png-3/#apng-frame-based-animation
#include "app/export/animated_png.h"

#include <array>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace heatwave::exporting {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kSignature = 8;
constexpr std::int64_t kControlAt = kSignature + 12 + 13;  // behind the signature and IHDR

void put_number(Bytes& bytes, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<std::uint8_t>(value >> shift));
  }
}
void put_number(Bytes& bytes, std::uint16_t value) {
  bytes.push_back(static_cast<std::uint8_t>(value >> 8U));
  bytes.push_back(static_cast<std::uint8_t>(value));
}

std::uint32_t number_at(std::span<const std::uint8_t> bytes) {
  return std::uint32_t{bytes[0]} << 24U | std::uint32_t{bytes[1]} << 16U |
         std::uint32_t{bytes[2]} << 8U | std::uint32_t{bytes[3]};
}

/// The check sum of PNG's chunks (CRC-32).
std::uint32_t crc(std::span<const std::uint8_t> bytes) {
  std::uint32_t rest = 0xffffffff;
  for (const std::uint8_t byte : bytes) {
    rest ^= byte;
    for (int bit = 0; bit < 8; ++bit) rest = rest >> 1U ^ ((rest & 1U) != 0 ? 0xedb88320U : 0U);
  }
  return ~rest;
}

Bytes chunk(std::string_view type, std::span<const std::uint8_t> data) {
  Bytes bytes;
  bytes.reserve(data.size() + 12);
  put_number(bytes, static_cast<std::uint32_t>(data.size()));
  bytes.insert(bytes.end(), type.begin(), type.end());
  bytes.insert(bytes.end(), data.begin(), data.end());
  put_number(bytes, crc(std::span(bytes).subspan(4)));
  return bytes;
}

Bytes animation_control(std::uint32_t frames) {
  Bytes data;
  put_number(data, frames);
  put_number(data, std::uint32_t{0});  // played again and again
  return chunk("acTL", data);
}

/// Calls `take` with the data of every chunk of this type.
template <typename Take>
void each_chunk(std::span<const std::uint8_t> png, std::string_view type, Take take) {
  for (std::size_t at = kSignature; at + 12 <= png.size();) {
    const std::size_t size = number_at(png.subspan(at));
    if (std::memcmp(png.data() + at + 4, type.data(), 4) == 0) take(png.subspan(at + 8, size));
    at += size + 12;
  }
}

}  // namespace

void AnimatedPng::put_head(const Image& first) {
  // As any PNG of this size begins.
  const Bytes png =
      encoded_png({.extent = first.extent, .rgb = std::vector<std::uint8_t>(first.rgb.size())});
  put(std::span(png).first(kControlAt));
  put(animation_control(0));
}

void AnimatedPng::put_frame(const Image& image) {
  const Bytes png = encoded_png(image);
  put_frame_control(image.extent);
  const bool first = frames_++ == 0;
  each_chunk(png, "IDAT", [&](std::span<const std::uint8_t> pixels) {
    if (first) return put(chunk("IDAT", pixels));
    Bytes data;
    data.reserve(pixels.size() + 4);
    put_number(data, sequence_++);
    data.insert(data.end(), pixels.begin(), pixels.end());
    put(chunk("fdAT", data));
  });
}

void AnimatedPng::put_frame_control(core::Extent extent) {
  Bytes data;
  put_number(data, sequence_++);
  put_number(data, static_cast<std::uint32_t>(extent.width));
  put_number(data, static_cast<std::uint32_t>(extent.height));
  put_number(data, std::uint32_t{0});  // at the left
  put_number(data, std::uint32_t{0});  // at the top
  put_number(data, std::uint16_t{1});
  put_number(data, std::uint16_t{kFramesPerSecond});
  data.push_back(0);  // it stays until the next one
  data.push_back(0);  // which takes its place
  put(chunk("fcTL", data));
}

void AnimatedPng::put_end() {
  file().overwrite(kControlAt, animation_control(frames_));
  put(chunk("IEND", {}));
}

}  // namespace heatwave::exporting
