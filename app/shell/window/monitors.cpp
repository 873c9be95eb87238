// By the area that a window and a screen have in common.
#include "app/shell/window/monitors.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heatwave::shell {
namespace {

std::vector<GLFWmonitor*> monitors() {
  int count = 0;
  GLFWmonitor** all = glfwGetMonitors(&count);
  return {all, all + count};
}

}  // namespace

core::Rect bounds_of(GLFWwindow* window) {
  core::Rect bounds;
  glfwGetWindowPos(window, &bounds.x0, &bounds.y0);
  core::Extent size;
  glfwGetWindowSize(window, &size.width, &size.height);
  bounds.x1 = bounds.x0 + size.width;
  bounds.y1 = bounds.y0 + size.height;
  return bounds;
}

core::Rect bounds_of(GLFWmonitor* monitor) {
  core::Rect bounds;
  glfwGetMonitorPos(monitor, &bounds.x0, &bounds.y0);
  const GLFWvidmode* mode = glfwGetVideoMode(monitor);
  bounds.x1 = bounds.x0 + (mode != nullptr ? mode->width : 0);
  bounds.y1 = bounds.y0 + (mode != nullptr ? mode->height : 0);
  return bounds;
}

GLFWmonitor* monitor_below(const core::Rect& window) {
  GLFWmonitor* best = nullptr;
  std::int64_t most = 0;
  for (GLFWmonitor* each : monitors()) {
    const core::Rect both = core::intersection(bounds_of(each), window);
    const std::int64_t area =
        both.empty() ? 0 : static_cast<std::int64_t>(both.width()) * both.height();
    if (area > most) best = each;
    most = std::max(most, area);
  }
  return best;
}

GLFWmonitor* monitor_beside(const core::Rect& window) {
  GLFWmonitor* own = monitor_below(window);
  if (own == nullptr) return nullptr;
  for (GLFWmonitor* each : monitors()) {
    if (core::intersection(bounds_of(each), bounds_of(own)).empty()) return each;
  }
  return nullptr;
}

}  // namespace heatwave::shell
