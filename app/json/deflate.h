// Compresses in zlib's format, as in PNG files.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "kernels/core/non_copyable.h"

namespace heatwave::json {

/// Returns the compressed bytes. Throws core::OutOfMemory.
std::string deflated(std::string_view bytes);
/// Inflates into `bytes`, whose size is the expected number of bytes. Returns false when `deflated`
/// holds another number of bytes or is damaged.
bool inflate_into(std::string& bytes, std::string_view deflated);

/// Checks a stream that arrives in pieces, without storing the inflated bytes.
class InflatedLength : core::NonCopyable {
 public:
  explicit InflatedLength(std::uint64_t most);
  ~InflatedLength();

  /// Returns false when the stream is damaged or longer than allowed; no more may be added then.
  [[nodiscard]] bool add(std::string_view deflated);
  /// Returns whether the stream's end, with its check sum, has arrived.
  [[nodiscard]] bool has_end() const { return has_end_; }

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
  std::uint64_t most_;
  bool has_end_ = false;
};

}  // namespace heatwave::json
