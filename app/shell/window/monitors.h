// Which screen a window lies on, and which one beside it.
#pragma once

#include <GLFW/glfw3.h>

#include "kernels/core/geometry.h"

namespace heatwave::shell {

core::Rect bounds_of(GLFWwindow* window);
core::Rect bounds_of(GLFWmonitor* monitor);

/// The one on which most of a window lies; null: none.
GLFWmonitor* monitor_below(const core::Rect& window);
/// Null: there is none that shows something else.
GLFWmonitor* monitor_beside(const core::Rect& window);

}  // namespace heatwave::shell
