// Memory that many short-lived values of a play share, and lists in it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/core/non_copyable.h"

namespace heatwave::stage {

/// Memory that is given out piece by piece and is taken back at once.
class Arena : core::NonCopyable {
 public:
  /// Returns room for values, which are never destroyed.
  template <typename Value>
  std::span<Value> room(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<Value>);
    return {static_cast<Value*>(bytes<alignof(Value)>(count * sizeof(Value))), count};
  }
  /// Returns this many values as their default constructor makes them.
  template <typename Value>
  std::span<Value> made(std::size_t count) {
    const std::span<Value> values = room<Value>(count);
    std::uninitialized_value_construct(values.begin(), values.end());
    return values;
  }
  /// Returns a copy of these values.
  template <typename Value>
  std::span<Value> copied(std::span<const Value> from) {
    static_assert(std::is_trivially_copyable_v<Value>);
    const std::span<Value> values = room<Value>(from.size());
    if (!from.empty()) std::memcpy(values.data(), from.data(), from.size_bytes());
    return values;
  }
  /// Makes an object, which the caller destroys before the arena takes its memory back.
  template <typename Object, typename... Arguments>
  Object* object(Arguments&&... arguments) {
    return std::construct_at(static_cast<Object*>(bytes<alignof(Object)>(sizeof(Object))),
                             std::forward<Arguments>(arguments)...);
  }
  /// Takes all pieces back, and keeps memory for about as many.
  void clear();

 private:
  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
  };

  template <std::size_t kNeeded>
  void* bytes(std::size_t count) {
    constexpr std::size_t kAlignment = 16;  // every piece has it
    static_assert(kNeeded <= kAlignment);
    const std::size_t all = (count + kAlignment - 1) / kAlignment * kAlignment;
    if (all > left_) begin_block(all);
    left_ -= all;
    return std::exchange(next_, next_ + all);
  }
  /// Begins a block with room for at least this many bytes.
  void begin_block(std::size_t count);

  std::vector<Block> blocks_;  ///< each is at least as large as the first one
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;  ///< free bytes of the newest block
};

/// A list of values in an arena, which must outlive it. A list that grows leaves its old room
/// there.
template <typename Value>
class ArenaList {
 public:
  /// `usual`: number of values for which it has room at first.
  ArenaList(Arena& arena, std::size_t usual) : arena_(arena), room_(arena.room<Value>(usual)) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Value& operator[](std::size_t at) { return room_[at]; }
  [[nodiscard]] std::span<const Value> all() const { return room_.first(size_); }
  [[nodiscard]] std::span<Value> all() { return room_.first(size_); }
  /// Makes a value at the end and returns it.
  template <typename... Arguments>
  Value& add(Arguments&&... arguments) {
    if (size_ == room_.size()) grow(size_ + 1);
    return *std::construct_at(&room_[size_++], std::forward<Arguments>(arguments)...);
  }
  /// Adds values as their default constructor makes them, or drops the last ones.
  void resize(std::size_t size) {
    if (size > room_.size()) grow(size);
    if (size > size_) {
      std::uninitialized_value_construct(room_.begin() + static_cast<std::ptrdiff_t>(size_),
                                         room_.begin() + static_cast<std::ptrdiff_t>(size));
    }
    size_ = size;
  }
  void drop_last() { --size_; }
  void clear() { size_ = 0; }

 private:
  static_assert(std::is_trivially_copy_constructible_v<Value>);

  void grow(std::size_t least) {
    const std::span<Value> old = room_.first(size_);
    room_ = arena_.room<Value>(std::max(least, 2 * room_.size()));
    std::uninitialized_copy(old.begin(), old.end(), room_.begin());
  }

  Arena& arena_;
  std::span<Value> room_;
  std::size_t size_ = 0;
};

}  // namespace heatwave::stage
