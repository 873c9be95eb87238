// By stb's own, which reads and writes PNG files here as well.
#include "app/scene/deflate.h"

#include <stb_image.h>

#include <cstdlib>
#include <memory>

#include "kernels/core/error.h"

// A part of stb_image_write's library that its header does not declare.
extern "C" unsigned char* stbi_zlib_compress(unsigned char* data, int length, int* out_length,
                                             int quality);

namespace heatwave::scene {

std::string deflated(std::string bytes) {
  constexpr int kQuality = 8;
  int length = 0;
  const std::unique_ptr<unsigned char, decltype(&std::free)> fewer(
      stbi_zlib_compress(reinterpret_cast<unsigned char*>(bytes.data()),
                         static_cast<int>(bytes.size()), &length, kQuality),
      &std::free);
  if (fewer == nullptr) throw core::OutOfMemory("there is not enough memory to copy the scene");
  return {reinterpret_cast<const char*>(fewer.get()), static_cast<std::size_t>(length)};
}

bool inflate_into(std::string& bytes, std::string_view deflated) {
  const int length = stbi_zlib_decode_buffer(bytes.data(), static_cast<int>(bytes.size()),
                                             deflated.data(), static_cast<int>(deflated.size()));
  return length == static_cast<int>(bytes.size());
}

}  // namespace heatwave::scene
