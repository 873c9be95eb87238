// The rooms of the window, one at a time: a line here gives a room its name, its place and its key.
#pragma once

#include <array>
#include <cstdint>

namespace heatwave::panels {

enum class Room : std::uint8_t { fields, lab, stage };

struct RoomEntry {
  Room room;
  const char* id;     ///< as in `--room`
  const char* title;  ///< as in the top bar
  const char* help;   ///< one sentence
};

/// In the order of the top bar and of the keys 1, 2, …
inline constexpr auto kRooms = std::to_array<RoomEntry>({
    {Room::fields, "fields", "Fields", "Heat and waves, live."},
    {Room::lab, "lab", "Lab", "The experiments of a CUDA course, measured here and now."},
    {Room::stage, "stage", "Stage", "Small kernels played step by step, forward and back."},
});

}  // namespace heatwave::panels
