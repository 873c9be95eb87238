// A Stepping selects one of several stepping methods. All methods give equal bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heatwave::field {

/// The pieces into which a pass of several steps cuts a grid.
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

/// Fields that are not set are chosen by rule. A setting that the device does not support is
/// ignored.
struct Stepping {
  std::optional<bool> in_registers;  ///< CUDA; true: a grid that fits into registers stays there
  std::optional<Tiles> tiles;        ///< CUDA; the pieces of passes over the grid
  int threads = 0;                   ///< CPU; 0: one thread for each processor
  std::string reason;                ///< why these settings were made, in words

  friend bool operator==(const Stepping&, const Stepping&) = default;
};

/// Returns "method: reason", or appends a second reason after a semicolon.
inline std::string with_reason(const std::string& method, const std::string& reason) {
  if (reason.empty()) return method;
  return method + (method.find(':') == std::string::npos ? ": " : "; ") + reason;
}

}  // namespace heatwave::field
