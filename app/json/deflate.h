// Compression as in PNG files: zlib's format.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "kernels/core/non_copyable.h"

namespace heatwave::json {

/// Throws core::OutOfMemory.
std::string deflated(std::string_view bytes);
/// Fills `bytes`, whose size says how many bytes are expected. Returns false when `deflated` holds
/// another number of bytes or is damaged.
bool inflate_into(std::string& bytes, std::string_view deflated);

/// Checks a stream that arrives in pieces, and keeps nothing of what it inflates to.
class InflatedLength : core::NonCopyable {
 public:
  explicit InflatedLength(std::uint64_t most);
  ~InflatedLength();

  /// Returns false when the stream is damaged or longer than allowed; then add nothing more.
  [[nodiscard]] bool add(std::string_view deflated);
  /// Whether the stream's end, with its check sum, has arrived.
  [[nodiscard]] bool has_end() const { return has_end_; }

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
  std::uint64_t most_;
  bool has_end_ = false;
};

}  // namespace heatwave::json
