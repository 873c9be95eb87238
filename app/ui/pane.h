// The panes that the program's window is divided into. All lie in one window of Dear ImGui's, so
// that its keyboard navigation goes from each pane to the next, in the order in which they are
// drawn.
#pragma once

#include <imgui.h>

#include "app/ui/box.h"

namespace heatwave::ui {

/// Begins the window that the panes lie in; end_panes() ends it. It draws nothing itself and lets
/// the mouse through to whatever lies below it.
void begin_panes(ImVec2 size);
void end_panes();

/// Begins a pane over this part of the window, in the style of a window: its padding, background
/// and border. A pane lies above those that were drawn before it. end_pane() ends it.
void begin_pane(const char* id, const Box& area, ImGuiWindowFlags flags = 0);
/// Begins a pane that has a scroll bar where its content is higher.
void begin_scrolling_pane(const char* id, const Box& area);
/// Begins a pane as large as its content, within these limits, with its lower right corner there.
void begin_fitting_pane(const char* id, ImVec2 lower_right, ImVec2 least, ImVec2 most);
void end_pane();

}  // namespace heatwave::ui
