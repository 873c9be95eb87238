// A sum over bytes, by which what was drawn is known again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace heatwave::ui {

class ByteSum {
 public:
  template <typename T>
  void add(std::span<const T> values) {
    const std::string_view bytes(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    sum_ = sum_ * 31 + std::hash<std::string_view>()(bytes);
  }
  template <typename T>
  void add(const T& value) {
    add(std::span<const T>(&value, 1));
  }
  [[nodiscard]] std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

}  // namespace heatwave::ui
