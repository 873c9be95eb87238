// Drawing of the window while a large field is prepared.
#pragma once

#include <functional>
#include <string>

#include "app/session/session.h"
#include "app/shell/window/glfw_window.h"
#include "app/shell/window/imgui_context.h"
#include "app/ui/theme.h"

namespace heatwave::shell {

/// Thrown when the user closes the window during the preparation.
struct ClosedEarly {};

/// Runs the work while the window answers and draws several frames a second. Throws ClosedEarly as
/// soon as the window is closed; the work is abandoned.
void prepare_beside(GlfwWindow& window, ImGuiContextOwner& interface,
                    const session::Preparation& work, const std::function<void()>& draw);

/// Draws the message alone in a window that has nothing else to show yet.
void draw_told(GlfwWindow& window, ImGuiContextOwner& interface, const ui::Theme& theme, float unit,
               const std::string& told);

}  // namespace heatwave::shell
