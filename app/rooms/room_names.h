// The rooms of the window, shown one at a time: each line gives a room's name, order and key.
#pragma once

#include <array>
#include <string_view>

namespace heatwave::rooms {

struct RoomEntry {
  const char* id;     ///< argument of `--room`
  const char* title;  ///< title in the top bar
  const char* help;   ///< one sentence

  /// The pointers differ where the compiler keeps equal literals apart.
  friend constexpr bool operator==(const RoomEntry& a, const RoomEntry& b) {
    return std::string_view(a.id) == b.id;
  }
};

inline constexpr RoomEntry kFields{"fields", "Fields", "Heat and waves, live."};
inline constexpr RoomEntry kLab{"lab", "Lab",
                                "The experiments of a CUDA course, measured here and now."};
inline constexpr RoomEntry kStage{"stage", "Stage",
                                  "Small kernels played step by step, forward and back."};

/// In the order of the top bar and of the keys 1, 2, …
inline constexpr std::array kRooms{kFields, kLab, kStage};

}  // namespace heatwave::rooms
