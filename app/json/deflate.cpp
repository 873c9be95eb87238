// zlib's compression of one piece of memory, and its inflation in small steps.
#include "app/json/deflate.h"

#define ZLIB_CONST  // zlib then declares its input as const
#include <zlib.h>

#include <array>
#include <new>

#include "kernels/core/error.h"

namespace heatwave::json {

std::string deflated(std::string_view bytes) {
  uLongf length = compressBound(static_cast<uLong>(bytes.size()));
  std::string packed(length, '\0');
  const int result =
      compress(reinterpret_cast<Bytef*>(packed.data()), &length,
               reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()));
  if (result != Z_OK) throw core::OutOfMemory("there is not enough memory to copy the scene");
  packed.resize(length);
  return packed;
}

bool inflate_into(std::string& bytes, std::string_view deflated) {
  uLongf length = static_cast<uLongf>(bytes.size());
  const int result = uncompress(reinterpret_cast<Bytef*>(bytes.data()), &length,
                                reinterpret_cast<const Bytef*>(deflated.data()),
                                static_cast<uLong>(deflated.size()));
  if (result == Z_MEM_ERROR) throw std::bad_alloc();
  return result == Z_OK && length == bytes.size();
}

struct InflatedLength::Stream : z_stream, core::NonCopyable {
  Stream() : z_stream{} {
    if (inflateInit(this) != Z_OK) throw std::bad_alloc();
  }
  ~Stream() { inflateEnd(this); }
};

InflatedLength::InflatedLength(std::uint64_t most)
    : stream_(std::make_unique<Stream>()), most_(most) {}
InflatedLength::~InflatedLength() = default;

bool InflatedLength::add(std::string_view deflated) {
  std::array<Bytef, 1U << 15U> scratch;
  stream_->next_in = reinterpret_cast<const Bytef*>(deflated.data());
  stream_->avail_in = static_cast<uInt>(deflated.size());
  while (stream_->avail_in > 0 && !has_end_) {
    stream_->next_out = scratch.data();
    stream_->avail_out = static_cast<uInt>(scratch.size());
    const int result = inflate(stream_.get(), Z_NO_FLUSH);
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    if (result != Z_OK && result != Z_STREAM_END) return false;
    if (stream_->total_out > most_) return false;
    has_end_ = result == Z_STREAM_END;
  }
  return true;
}

}  // namespace heatwave::json
