// The first block is small, so that a short play begins soon, and a long one needs few blocks.
#include "kernels/stage/arena.h"

#include <algorithm>

namespace heatwave::stage {
namespace {

constexpr std::size_t kFirstBytes = 32 * 1024;
constexpr std::size_t kMostBytes =
    64 * 1024 * 1024;  // a block has no more, unless a piece needs them
constexpr std::size_t kMostKept = 2 * 1024 * 1024;  // a larger block is given back to the system

}  // namespace

void Arena::begin_block(std::size_t count) {
  const std::size_t size =
      blocks_.empty() ? kFirstBytes : std::min(2 * blocks_.back().size, kMostBytes);
  left_ = std::max(count, size);
  blocks_.push_back({std::make_unique_for_overwrite<std::byte[]>(left_), left_});
  next_ = blocks_.back().bytes.get();
}

void Arena::clear() {
  while (!blocks_.empty() && blocks_.back().size > kMostKept) blocks_.pop_back();
  if (blocks_.size() > 1) blocks_.erase(blocks_.begin(), blocks_.end() - 1);
  next_ = blocks_.empty() ? nullptr : blocks_.back().bytes.get();
  left_ = blocks_.empty() ? 0 : blocks_.back().size;
}

}  // namespace heatwave::stage
