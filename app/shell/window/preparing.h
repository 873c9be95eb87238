// What the window shows while a field is made ready that takes a while until it is seen first.
#pragma once

#include <functional>
#include <string>

#include "app/session/session.h"
#include "app/shell/window/glfw_window.h"
#include "app/shell/window/imgui_context.h"
#include "app/ui/theme.h"

namespace heatwave::shell {

/// The window was closed meanwhile: it is left as it is at any other time.
struct ClosedEarly {};

/// Has the work done beside the window, which answers and is drawn meanwhile, some frames a second.
/// Throws ClosedEarly where it is closed: it goes at once, and the work is given up.
void prepare_beside(GlfwWindow& window, const session::Preparation& work,
                    const std::function<void()>& draw);

/// Alone in a window that has nothing else to show yet.
void draw_told(GlfwWindow& window, ImGuiContextOwner& interface, const ui::Theme& theme, float unit,
               const std::string& told);

}  // namespace heatwave::shell
