// Turns bytes into choices, so that a fuzzer that changes a byte changes one choice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace heatwave::fuzz {

/// Where the bytes end, every choice is its first one.
class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool empty() const { return at_ >= bytes_.size(); }
  std::uint8_t byte() { return empty() ? 0 : bytes_[at_++]; }
  /// From 0 to count − 1.
  int below(int count) {
    const int wide = count > 256 ? byte() * 256 + byte() : byte();
    return wide % count;
  }
  bool one_in(int count) { return below(count) == count - 1; }
  std::uint64_t word() {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value = value << 8U | byte();
    return value;
  }
  /// Mostly a number that a person might give, sometimes any number at all.
  double number(double low, double high);
  std::int64_t whole(std::int64_t low, std::int64_t high);
  std::string text();

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

}  // namespace heatwave::fuzz
