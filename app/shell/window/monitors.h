// Finds the screen that contains a window, and another one beside it.
#pragma once

#include <GLFW/glfw3.h>

#include "kernels/core/geometry.h"

namespace heatwave::shell {

core::Rect bounds_of(GLFWwindow* window);
core::Rect bounds_of(GLFWmonitor* monitor);

/// Returns the screen that contains most of a window; null: none.
GLFWmonitor* monitor_below(const core::Rect& window);
/// Returns a screen with another picture; null: there is none.
GLFWmonitor* monitor_beside(const core::Rect& window);

}  // namespace heatwave::shell
