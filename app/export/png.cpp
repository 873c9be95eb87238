// Encodes PNG files by stb's writer, which is compiled here. It takes memory from the functions
// below, because its own would end the program when there is none, and zlib compresses for it: in
// half the time, a quarter smaller.
#include <fmt/format.h>
#include <stb_image.h>
#include <zlib.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#include "app/export/field_picture.h"
#include "kernels/core/error.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::exporting {
namespace {

/// The memory of one call of the writer, which leaves its blocks behind when an exception passes.
class WriterMemory : core::NonCopyable {
 public:
  WriterMemory() : outer_(std::exchange(in_use, this)) {}
  ~WriterMemory() {
    while (first_.next != nullptr) release(first_.next + 1);
    in_use = outer_;
  }

  /// Works as std::realloc, but throws std::bad_alloc.
  void* resized(void* memory, std::size_t bytes) {
    Block* const old = memory == nullptr ? nullptr : static_cast<Block*>(memory) - 1;
    auto* const block = static_cast<Block*>(std::realloc(old, sizeof(Block) + bytes));
    if (block == nullptr) throw std::bad_alloc();
    if (old == nullptr) *block = {.previous = &first_, .next = first_.next};
    block->previous->next = block;
    if (block->next != nullptr) block->next->previous = block;
    return block + 1;
  }

  void release(void* memory) {
    if (memory == nullptr) return;
    Block* const block = static_cast<Block*>(memory) - 1;
    block->previous->next = block->next;
    if (block->next != nullptr) block->next->previous = block->previous;
    std::free(block);
  }

  static thread_local WriterMemory* in_use;  ///< null: the writer is not at work in this thread

 private:
  /// Precedes each piece of memory.
  struct alignas(std::max_align_t) Block {
    Block* previous = nullptr;
    Block* next = nullptr;
  };

  Block first_;
  WriterMemory* outer_;
};

thread_local WriterMemory* WriterMemory::in_use = nullptr;

/// Compresses for the writer, which takes the result from WriterMemory and knows no exception.
unsigned char* compressed(const unsigned char* bytes, int count, int* packed_count) {
  // Measured: higher levels take up to six times as long for a tenth less.
  constexpr int kLevel = 4;
  uLongf size = compressBound(static_cast<uLong>(count));
  auto* const packed = static_cast<unsigned char*>(WriterMemory::in_use->resized(nullptr, size));
  if (compress2(packed, &size, bytes, static_cast<uLong>(count), kLevel) != Z_OK) {
    throw std::bad_alloc();
  }
  *packed_count = static_cast<int>(size);
  return packed;
}

}  // namespace
}  // namespace heatwave::exporting

#define STBIW_ASSERT(condition)
#define STBIW_MALLOC(bytes) heatwave::exporting::WriterMemory::in_use->resized(nullptr, bytes)
#define STBIW_REALLOC(memory, bytes) \
  heatwave::exporting::WriterMemory::in_use->resized(memory, bytes)
#define STBIW_FREE(memory) heatwave::exporting::WriterMemory::in_use->release(memory)
#define STBIW_ZLIB_COMPRESS(bytes, count, packed_count, quality) \
  heatwave::exporting::compressed(bytes, count, packed_count)
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>

namespace heatwave::exporting {
namespace {

void append(void* bytes, void* data, int size) {
  const auto* from = static_cast<const std::uint8_t*>(data);
  auto& to = *static_cast<std::vector<std::uint8_t>*>(bytes);
  to.insert(to.end(), from, from + size);
}

}  // namespace

std::vector<std::uint8_t> encoded_png(const Image& image) {
  const int width = image.extent.width;
  const int height = image.extent.height;
  if (width < 1 || height < 1 ||
      static_cast<std::int64_t>(image.rgb.size()) != 3 * image.extent.cells()) {
    throw core::Error("a picture to be saved does not fill its size");
  }
  check_png_size(image.extent);
  std::vector<std::uint8_t> bytes;
  WriterMemory memory;
  if (stbi_write_png_to_func(append, &bytes, width, height, 3, image.rgb.data(), 3 * width) == 0 ||
      bytes.empty()) {
    throw core::Error(fmt::format("a {} × {} picture could not be encoded", width, height));
  }
  return bytes;
}

Image decoded_png(std::string_view png) {
  constexpr int kColours = 3;
  Image image;
  int channels = 0;
  const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(png.data()),
                            static_cast<int>(png.size()), &image.extent.width, &image.extent.height,
                            &channels, kColours),
      &stbi_image_free);
  if (pixels == nullptr) return {};
  image.rgb.assign(pixels.get(), pixels.get() + kColours * image.extent.cells());
  return image;
}

}  // namespace heatwave::exporting
