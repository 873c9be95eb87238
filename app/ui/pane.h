// The panes of the program's window. All lie in one window of Dear ImGui, so that keyboard
// navigation moves from pane to pane in drawing order.
#pragma once

#include <imgui.h>

#include "app/ui/box.h"

namespace heatwave::ui {

/// Begins the window that contains the panes; end_panes() ends it. The window draws nothing and
/// passes the mouse through.
void begin_panes(ImVec2 size);
void end_panes();

/// Begins a pane over a part of the window, with the padding, background and border of a window. A
/// pane lies above those drawn before it. end_pane() ends it.
void begin_pane(const char* id, const Box& area, ImGuiWindowFlags flags = 0);
/// Begins a pane that scrolls if its content is taller.
void begin_scrolling_pane(const char* id, const Box& area);
/// Begins a pane as large as its content, within limits; `lower_right` is its lower right corner.
void begin_fitting_pane(const char* id, ImVec2 lower_right, ImVec2 least, ImVec2 most);
void end_pane();

}  // namespace heatwave::ui
