// How the tables of the lab look, and how they keep what is chosen in sight.
#pragma once

#include <imgui.h>

#include "app/ui/look.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::lab_room {

inline constexpr float kRowHeight = 30.0F;  ///< at scale 1
inline constexpr ImGuiTableFlags kLabTableFlags =
    ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerH |
    ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_PadOuterX;

/// The colours and spaces of the lab's tables, while it lives.
class LabTableLook : core::NonCopyable {
 public:
  explicit LabTableLook(const ui::Look& look);
  ~LabTableLook();
};

/// Scrolls the current window so that what lies from `top` to `bottom` of the screen is seen, below
/// the first `head` of it.
void keep_in_sight(float top, float bottom, float head);

}  // namespace heatwave::lab_room
