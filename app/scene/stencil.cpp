// Stores places as bits, which files contain deflated.
#include "app/scene/stencil.h"

#include <cstring>
#include <string_view>
#include <utility>

#include "app/json/base64.h"
#include "app/json/deflate.h"
#include "kernels/core/error.h"

namespace heatwave::scene {

StencilPlaces::StencilPlaces(core::Extent extent, std::string bits) : extent_(extent) {
  if (extent.width < 1 || extent.height < 1 || bits.size() != bit_bytes(extent)) {
    throw core::Error("a stencil's places must fill it");
  }
  // Bits beyond the last place are cleared, so that equal places have equal bits.
  const auto used = static_cast<unsigned>((extent.cells() - 1) % 8 + 1);
  bits.back() = static_cast<char>(static_cast<unsigned char>(bits.back()) & (0xFFU >> (8 - used)));
  bits_ = std::make_shared<const std::string>(std::move(bits));
}

std::size_t bit_bytes(core::Extent extent) {
  return (static_cast<std::size_t>(extent.cells()) + 7) / 8;
}

StencilPlaces places_from(core::Extent extent, const std::vector<std::uint8_t>& covered) {
  if (covered.size() != static_cast<std::size_t>(extent.cells())) {
    throw core::Error("a stencil's places must fill it");
  }
  std::string bits(bit_bytes(extent), '\0');
  for (std::size_t i = 0; i < covered.size(); ++i) {
    if (covered[i] != 0) bits[i / 8] = static_cast<char>(bits[i / 8] | 1 << i % 8);
  }
  return {extent, std::move(bits)};
}

std::string text_of(const StencilPlaces& places) {
  const std::string packed = json::deflated(places.bits());
  // The last float's unused bytes lie beyond the end that deflated bytes have of themselves.
  std::vector<float> words((packed.size() + 3) / 4);
  std::memcpy(words.data(), packed.data(), packed.size());
  return json::as_base64(words);
}

StencilPlaces places_of(core::Extent extent, const std::string& text) {
  const auto words = json::from_base64(text);
  std::string bits(bit_bytes(extent), '\0');
  const bool whole =
      words &&
      json::inflate_into(bits, std::string_view(reinterpret_cast<const char*>(words->data()),
                                                words->size() * sizeof(float)));
  if (!whole) throw core::Error("does not hold the places of a stencil of this size");
  return {extent, std::move(bits)};
}

}  // namespace heatwave::scene
