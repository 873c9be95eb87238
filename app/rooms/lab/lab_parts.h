// What the parts of the lab room share: the look of tables, and the views below the chart.
#pragma once

#include <cstdint>

#include "app/rooms/panel_context.h"

namespace heatwave::panels {

inline constexpr ImGuiTableFlags kLabTableFlags =
    ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerH |
    ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_PadOuterX;

/// The colours and spaces of the lab's tables, while it lives.
class LabTableLook {
 public:
  explicit LabTableLook(const PanelContext& context);
  ~LabTableLook();
  LabTableLook(const LabTableLook&) = delete;
  LabTableLook& operator=(const LabTableLook&) = delete;
  LabTableLook(LabTableLook&&) = delete;
  LabTableLook& operator=(LabTableLook&&) = delete;
};

/// Scrolls the current window so that what lies from `top` to `bottom` of the screen is seen, below
/// the first `head` of it.
void keep_in_sight(float top, float bottom, float head);

/// Fills what is left of the window.
void draw_lab_comparison(PanelContext& context);

/// Rounded so that a slid number is easy to say: 13 421 773 becomes 13 000 000.
std::int64_t with_two_digits(double value);

/// The groups of the side panel.
void draw_lab_experiment_group(PanelContext& context);
void draw_lab_parameters_group(PanelContext& context);
void draw_lab_run_group(PanelContext& context);
void draw_lab_sweep_group(PanelContext& context);
void draw_lab_device_group(PanelContext& context);
void draw_lab_saving_group(PanelContext& context);

}  // namespace heatwave::panels
