// Which way a field is stepped where there are several: all of them give the same bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heatwave::field {

/// What a pass of several steps over a grid is cut into.
enum class Tiles : std::uint8_t { small, large, strips };

inline constexpr Tiles kAllTiles[] = {Tiles::small, Tiles::large, Tiles::strips};

constexpr std::string_view name_of(Tiles tiles) {
  switch (tiles) {
    case Tiles::small:
      return "small tiles";
    case Tiles::large:
      return "large tiles";
    case Tiles::strips:
      return "strips";
  }
  return {};
}

/// What is not set is chosen by rule; what a device cannot do gives way as ever.
struct Stepping {
  std::optional<bool> in_registers;  ///< CUDA: whether a grid that fits there stays there
  std::optional<Tiles> tiles;        ///< CUDA: of passes over the grid
  int threads = 0;                   ///< CPU; 0: as many as the machine has processors
  std::string reason;                ///< for what is set, in words

  friend bool operator==(const Stepping&, const Stepping&) = default;
};

/// "way: reason", or with one reason more.
inline std::string with_reason(const std::string& way, const std::string& reason) {
  if (reason.empty()) return way;
  return way + (way.find(':') == std::string::npos ? ": " : "; ") + reason;
}

}  // namespace heatwave::field
