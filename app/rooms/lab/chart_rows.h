// The look that the lab's tables and charts share: rows of a ladder, table styles and tooltips.
#pragma once

#include <imgui.h>

#include <string>

#include <functional>
#include <string>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"
#include "app/ui/chart_area.h"
#include "app/ui/look.h"
#include "app/ui/pen.h"
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

/// Draws a text in the middle of the row's height: from the left of the cell, `indent` further in,
/// or up to its right.
void draw_cell(const ui::Look& look, const std::string& text, const ImVec4& ink, bool at_left,
               float indent = 0);

/// Scrolls the current window so that what lies from `top` to `bottom` of the screen is seen, below
/// the first `head` of it.
void keep_in_sight(float top, float bottom, float head);

/// `before`: of the run before; `beside`: the other run in the chart. Both may be null.
void figures_tooltip(const ui::Look& look, const Ladder& ladder,
                     const lab::Measurement& measurement, const lab::Measurement* before,
                     const Beside* beside = nullptr);

struct LadderColumns {
  float tag = 0.0F;
  float title = 0.0F;
  float content = 0.0F;  ///< bars begin here
  float right = 0.0F;
  bool narrow = false;  ///< no room for tags, nor for more than one figure
};
LadderColumns ladder_columns(const ui::ChartPen& pen, const Ladder& ladder, const ui::Box& box);

struct LadderRows {
  const Ladder& ladder;
  const Ladder& before;  ///< the run before, for the tooltips; may be empty
  const std::string& selected;
  LadderColumns columns;
  float lowest = 26.0F;      ///< of a row, in units of design
  float lift = 0.0F;         ///< of tag and title, towards the bar's middle
  std::size_t room_for = 0;  ///< rows to come, whose place is kept
  /// Draws what stands beside the title of a variant that was measured.
  std::function<void(const ui::ChartPen& pen, const ui::Box& row, const lab::Measurement& m)> draw;
  const Beside* beside = nullptr;  ///< the run in the same chart; null: there is none
  /// Draws it, where it was measured, in any row.
  std::function<void(const ui::ChartPen& pen, const ui::Box& row, const lab::Measurement& m)>
      draw_beside = nullptr;
};
/// Fills the box, scrolling where it must; returns the variant that was clicked, or nothing.
std::string draw_ladder_rows(LabView& context, const ui::Box& box, const LadderRows& rows);

/// How many rows there will be once the run under way is done.
std::size_t rows_to_come(const LabView& context, const session::LabResult& result);
/// Has a bar: neither wrong nor without a time.
bool has_bar(const lab::Measurement& m);

}  // namespace heatwave::lab_room
