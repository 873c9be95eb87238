// Draws what the Lab's tables and charts share: rows of a ladder, table styles and tooltips.
#pragma once

#include <imgui.h>

#include <functional>
#include <string>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"
#include "app/ui/chart_axes.h"
#include "app/ui/look.h"
#include "app/ui/pen.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::lab_room {

inline constexpr float kRowHeight = 30.0F;  ///< at scale 1
inline constexpr ImGuiTableFlags kLabTableFlags =
    ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerH |
    ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_PadOuterX;

/// Sets the colours and spacing of the Lab's tables during its lifetime.
class LabTableLook : core::NonCopyable {
 public:
  explicit LabTableLook(const ui::Look& look);
  ~LabTableLook();
};

/// Draws a text centred in the row's height: left-aligned with an indent, or right-aligned in the
/// cell.
void draw_cell(const ui::Look& look, const std::string& text, const ImVec4& ink, bool at_left,
               float indent = 0);

/// Scrolls the current window so that the part from `top` to `bottom`, in screen coordinates, is
/// visible below a head of height `head`.
void scroll_into_view(float top, float bottom, float head);

/// `before`: the measurement of the last run; `beside`: the other run in the chart. Both may be
/// null. `rows`: see ChartTooltip.
void figures_tooltip(const ui::Look& look, const Ladder& ladder,
                     const lab::Measurement& measurement, const lab::Measurement* before = nullptr,
                     const Beside* beside = nullptr, const ui::Box& rows = {});

/// Draws the heading of a chart beside the Lab's controls, or for an audience below them; returns
/// the area left for the chart. `own_controls`: width of the chart's own controls, at their left.
ui::Box draw_chart_head(const LabView& context, const ui::ChartPen& pen, const ui::Box& area,
                        const ui::ChartHeading& heading, float own_controls = 0.0F);

/// Begins controls that share a place with the chart's heading. An audience, which does not see
/// them, reads the heading below; the person at the window does not.
void begin_controls_over_chart(const LabView& context, const char* id, ImVec2 size);

struct LadderColumns {
  float tag = 0.0F;
  float title = 0.0F;
  float content = 0.0F;  ///< bars begin here
  float right = 0.0F;
  bool narrow = false;  ///< no room for tags or for more than one figure
};
LadderColumns ladder_columns(const ui::ChartPen& pen, const Ladder& ladder, const ui::Box& box);

struct LadderRows {
  const Ladder& ladder;
  const std::string& selected;
  LadderColumns columns;
  float lowest = 26.0F;      ///< smallest height of a row, in design units
  std::size_t room_for = 0;  ///< number of rows to reserve space for
  /// Draws the content beside the title of a measured variant.
  std::function<void(const ui::ChartPen& pen, const ui::Box& row, const lab::Measurement& m)> draw;
};
/// Fills the box and scrolls if necessary; returns the variant that was clicked, or an empty
/// string.
std::string draw_ladder_rows(LabView& context, const ui::Box& box, const LadderRows& rows);

/// Returns the number of rows after the current run is complete.
std::size_t rows_to_come(const LabView& context, const session::LabResult& result);
/// True if the measurement has a bar: its result passed the check and it has a time.
bool has_bar(const lab::Measurement& m);

}  // namespace heatwave::lab_room
