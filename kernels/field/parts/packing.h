// Values are packed into the bytes of a message, and taken out of them, by one description each.
// Both processes run the same program, so what can be copied is copied as it lies in memory.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/field/edit.h"
#include "kernels/field/field_solver.h"
#include "kernels/field/field_state.h"
#include "kernels/field/parts/rank_messages.h"
#include "kernels/field/report.h"
#include "kernels/field/sampling.h"

namespace heatwave::field {

/// A T, constant or not.
template <typename Self, typename T>
concept IsA = std::same_as<std::remove_const_t<Self>, T>;

void fields(IsA<SetRules> auto& e, auto&& visit) { visit(e.parameters, e.edges, e.oscillations); }
void fields(IsA<SetCells> auto& e, auto&& visit) {
  visit(e.area, e.flags, e.held_values, e.factors, e.oscillating);
}
void fields(IsA<PaintCells> auto& e, auto&& visit) { visit(e.area, e.mask, e.value, e.component); }
void fields(IsA<PutCells> auto& e, auto&& visit) { visit(e.area, e.mask, e.planes); }
void fields(IsA<RestoreCells> auto& e, auto&& visit) { visit(e.area, e.planes); }
void fields(IsA<FieldState> auto& s, auto&& visit) { visit(s.extent, s.step, s.planes, s.rim); }
void fields(IsA<Sampling> auto& s, auto&& visit) { visit(s.every, s.component, s.cells, s.totals); }
void fields(IsA<SampleSeries> auto& s, auto&& visit) { visit(s.steps, s.values, s.totals, s.rows); }
void fields(IsA<Survey> auto& s, auto&& visit) {
  visit(s.step, s.components, s.finite, s.probe, s.ticket);
}
void fields(IsA<Report> auto& r, auto&& visit) {
  visit(r.advance_ms, r.advance_steps, r.advances_done, r.display_ms, r.survey, r.bytes_per_step,
        r.method, r.is_compiling, r.parts);
}
/// The backend is that of a part, which is not cut itself.
void fields(IsA<BackendInfo> auto& b, auto&& visit) {
  visit(b.backend, b.device, b.reason, b.threads, b.memory_bandwidth, b.cache_bytes);
}
void fields(IsA<Stepping> auto& s, auto&& visit) {
  visit(s.in_registers, s.tiles, s.threads, s.reason);
}

class Packer {
 public:
  template <typename... T>
  void operator()(const T&... values) {
    // They are counted first, so that bytes of a large field are not copied as they grow.
    counted_ = bytes_.size();
    is_counting_ = true;
    (put(values), ...);
    is_counting_ = false;
    bytes_.reserve(counted_);
    (put(values), ...);
  }
  /// Gives the bytes away.
  [[nodiscard]] Bytes take() { return std::move(bytes_); }

 private:
  template <typename T>
  void put(const T& value) {
    if constexpr (std::is_trivially_copyable_v<T>) {
      append(&value, sizeof value);
    } else {
      fields(value, [this](const auto&... parts) { (put(parts), ...); });
    }
  }
  template <typename T>
  void put(const std::vector<T>& values) {
    put(std::uint64_t{values.size()});
    if constexpr (std::is_trivially_copyable_v<T>) {
      append(values.data(), values.size() * sizeof(T));
    } else {
      for (const T& value : values) put(value);
    }
  }
  void put(const std::string& text) {
    put(std::uint64_t{text.size()});
    append(text.data(), text.size());
  }
  template <typename... T>
  void put(const std::variant<T...>& value) {
    put(std::uint64_t{value.index()});
    std::visit([this](const auto& one) { put(one); }, value);
  }
  void append(const void* from, std::size_t size) {
    if (is_counting_) {
      counted_ += size;
      return;
    }
    const auto* begin = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), begin, begin + size);
  }

  Bytes bytes_;
  bool is_counting_ = false;
  std::size_t counted_ = 0;
};

/// Takes values in the order in which they were packed. Throws core::Error when the bytes end
/// early.
class Unpacker {
 public:
  explicit Unpacker(const Bytes& bytes) : bytes_(bytes) {}

  template <typename... T>
  void operator()(T&... values) {
    (take(values), ...);
  }
  template <typename T>
  T next() {
    T value{};
    take(value);
    return value;
  }

 private:
  template <typename T>
  void take(T& value) {
    if constexpr (std::is_trivially_copyable_v<T>) {
      copy(&value, sizeof value);
    } else {
      fields(value, *this);
    }
  }
  template <typename T>
  void take(std::vector<T>& values) {
    const auto size = static_cast<std::size_t>(next<std::uint64_t>());
    if (size > bytes_.size() - at_) fail();
    values.resize(size);
    if constexpr (std::is_trivially_copyable_v<T>) {
      copy(values.data(), values.size() * sizeof(T));
    } else {
      for (T& value : values) take(value);
    }
  }
  void take(std::string& text) {
    const auto size = static_cast<std::size_t>(next<std::uint64_t>());
    if (size > bytes_.size() - at_) fail();
    text.resize(size);
    copy(text.data(), size);
  }
  template <typename... T>
  void take(std::variant<T...>& value) {
    const auto index = next<std::uint64_t>();
    std::uint64_t i = 0;
    ((i++ == index ? (void)(value = next<T>()) : (void)0), ...);
  }
  void copy(void* to, std::size_t size) {
    if (size > bytes_.size() - at_) fail();
    if (size > 0) std::memcpy(to, &bytes_[at_], size);
    at_ += size;
  }
  [[noreturn]] static void fail() { throw core::Error("a message between processes is too short"); }

  const Bytes& bytes_;
  std::size_t at_ = 0;
};

template <typename... T>
Bytes packed(const T&... values) {
  Packer packer;
  packer(values...);
  return packer.take();
}

}  // namespace heatwave::field
