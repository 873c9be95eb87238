// Places as bits, eight in a byte, the first one lowest.
#include "app/scene/stencil.h"

#include <cstring>
#include <string_view>
#include <utility>

#include "app/scene/base64.h"
#include "app/scene/deflate.h"
#include "kernels/core/error.h"

namespace heatwave::session {
namespace {

std::size_t count_of(core::Extent extent) { return static_cast<std::size_t>(extent.cells()); }

}  // namespace

StencilPlaces::StencilPlaces(core::Extent extent, std::vector<std::uint8_t> covered)
    : extent_(extent),
      covered_(std::make_shared<const std::vector<std::uint8_t>>(std::move(covered))) {
  if (extent.width < 1 || extent.height < 1 || covered_->size() != count_of(extent)) {
    throw core::Error("a stencil's places must fill it");
  }
}

std::string text_of(const StencilPlaces& places) {
  const core::Extent extent = places.extent();
  std::string bits((count_of(extent) + 7) / 8, '\0');
  std::size_t i = 0;
  for (int y = 0; y < extent.height; ++y) {
    for (int x = 0; x < extent.width; ++x, ++i) {
      if (places.at(x, y)) bits[i / 8] = static_cast<char>(bits[i / 8] | 1 << i % 8);
    }
  }
  const std::string packed = deflated(std::move(bits));
  // What fills the last float up lies behind the end that deflated bytes have of themselves.
  std::vector<float> words((packed.size() + 3) / 4);
  std::memcpy(words.data(), packed.data(), packed.size());
  return as_base64(words);
}

StencilPlaces places_of(core::Extent extent, const std::string& text) {
  const auto words = from_base64(text);
  const std::size_t count = count_of(extent);
  std::string bits((count + 7) / 8, '\0');
  const bool whole =
      words && inflate_into(bits, std::string_view(reinterpret_cast<const char*>(words->data()),
                                                   words->size() * sizeof(float)));
  if (!whole) throw core::Error("does not hold the places of a stencil of this size");
  std::vector<std::uint8_t> covered(count);
  for (std::size_t i = 0; i < count; ++i) {
    covered[i] = static_cast<std::uint8_t>(static_cast<unsigned char>(bits[i / 8]) >> i % 8 & 1U);
  }
  return {extent, std::move(covered)};
}

}  // namespace heatwave::session
