// The panes of the program's window. All lie in one window of Dear ImGui, so that keyboard
// navigation moves from pane to pane in drawing order. Dialogs lie over them.
#pragma once

#include <imgui.h>

#include "app/ui/box.h"
#include "app/ui/look.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::ui {

/// Begins the window that contains the panes; end_panes() ends it. The window draws nothing and
/// passes the mouse through.
void begin_panes(ImVec2 size);
void end_panes();

/// A pane over a part of the window during its lifetime, with the background and border of a
/// window. It lies above the panes drawn before it.
class Pane : core::NonCopyable {
 public:
  Pane(const char* id, const Box& area, ImVec2 padding = {0, 0}, ImGuiWindowFlags flags = 0);
  ~Pane();
};
/// Draws a line along an edge of the current pane, also over its padding.
void draw_edge(const Look& look, ImVec2 from, ImVec2 to);

/// Begins a pane that scrolls if its content is taller. end_pane() ends it.
void begin_scrolling_pane(const char* id, const Box& area);
/// Begins a pane as large as its content, within limits; `lower_right` is its lower right corner.
/// end_pane() ends it.
void begin_fitting_pane(const char* id, ImVec2 lower_right, ImVec2 least, ImVec2 most);
void end_pane();
/// Fades the content of the current window out at an edge beyond which there is more, so that no
/// word seems to end there. Call after the content.
void fade_edges(const Look& look);
/// Does so at the lower edge alone.
void fade_lower_edge(const Look& look);

/// Darkens the window; returns true when the shade is clicked.
bool draw_shade(const char* id, float darkness = 0.4F);

/// Begins a dialog over the window: the rest is darkened and takes no input. `size` is limited to
/// the window. `at`: position as fractions of the window; the default is its
/// centre.
void begin_dialog(const Look& look, const char* id, ImVec2 size, ImVec2 at = {0.5F, 0.5F});
void end_dialog();

}  // namespace heatwave::ui
