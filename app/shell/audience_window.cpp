// A window with a context of its own, into which a texture of the first one is copied.
#include <glad/gl.h>
// glad must come first.
#include "app/shell/audience_window.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "app/shell/glfw_window.h"
#include "app/shell/start.h"
#include "kernels/core/error.h"

namespace heatwave::shell {
namespace {

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

std::vector<GLFWmonitor*> monitors() {
  int count = 0;
  GLFWmonitor** all = glfwGetMonitors(&count);
  return {all, all + count};
}

/// The one on which most of a window lies; null: none.
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

/// Null: there is none that shows something else.
GLFWmonitor* monitor_beside(const core::Rect& window) {
  GLFWmonitor* own = monitor_below(window);
  if (own == nullptr) return nullptr;
  for (GLFWmonitor* each : monitors()) {
    if (core::intersection(bounds_of(each), bounds_of(own)).empty()) return each;
  }
  return nullptr;
}

/// What one context has done to a texture is there for the other from here on.
class Handover {
 public:
  Handover() : done_(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0)) { glFlush(); }
  ~Handover() { glDeleteSync(done_); }
  Handover(const Handover&) = delete;
  Handover& operator=(const Handover&) = delete;
  Handover(Handover&&) = delete;
  Handover& operator=(Handover&&) = delete;
  void await() const { glWaitSync(done_, 0, GL_TIMEOUT_IGNORED); }

 private:
  GLsync done_;
};

}  // namespace

AudienceWindow::AudienceWindow(const GlfwWindow& first, GLFWkeyfun on_key, GLFWcharfun on_letter)
    : first_(first.handle()) {
  // Whoever speaks keeps the keys, and a full screen stays when they click elsewhere.
  for (const int hint : {GLFW_VISIBLE, GLFW_FOCUSED, GLFW_FOCUS_ON_SHOW, GLFW_AUTO_ICONIFY}) {
    glfwWindowHint(hint, GLFW_FALSE);
  }
  const core::Rect beside = bounds_of(first_);
  const core::Extent size{std::max(beside.width() / 2, kLeastWindow.width),
                          std::max(beside.height() / 2, kLeastWindow.height)};
  handle_ = glfwCreateWindow(size.width, size.height, "For the audience", nullptr, first_);
  if (handle_ == nullptr) {
    throw core::Error("no window for the audience can be opened: " + newest_glfw_error());
  }
  glfwSetWindowUserPointer(handle_, this);
  glfwSetKeyCallback(handle_, on_key);
  glfwSetCharCallback(handle_, on_letter);
  glfwSetMouseButtonCallback(handle_, on_button);
  glfwSetWindowSizeLimits(handle_, kLeastWindow.width, kLeastWindow.height, kMostWindow.width,
                          kMostWindow.height);
  if (GLFWmonitor* other = monitor_beside(beside)) {
    turn_full_screen(other);
  } else {
    const core::Rect screen =
        glfwGetPrimaryMonitor() != nullptr ? bounds_of(glfwGetPrimaryMonitor()) : beside;
    glfwSetWindowPos(handle_, std::max(0, std::min(beside.x1, screen.x1 - size.width)), beside.y0);
  }
  glfwShowWindow(handle_);
  // Frames wait for one screen, not for two.
  glfwMakeContextCurrent(handle_);
  glfwSwapInterval(0);
  glfwMakeContextCurrent(first_);
  glfwFocusWindow(first_);
}

AudienceWindow::~AudienceWindow() { glfwDestroyWindow(handle_); }

bool AudienceWindow::should_close() const { return glfwWindowShouldClose(handle_) == GLFW_TRUE; }

bool AudienceWindow::is_full_screen() const { return glfwGetWindowMonitor(handle_) != nullptr; }

void AudienceWindow::show(const view::WindowCopy& picture) {
  core::Extent window;
  glfwGetFramebufferSize(handle_, &window.width, &window.height);
  const Handover drawn;
  glfwMakeContextCurrent(handle_);
  drawn.await();
  glClearColor(0.0F, 0.0F, 0.0F, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT);
  picture.show_elsewhere(window);
  glfwSwapBuffers(handle_);
  const Handover shown;
  glfwMakeContextCurrent(first_);
  shown.await();
}

void AudienceWindow::turn_full_screen(GLFWmonitor* monitor) {
  const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
  if (is_full_screen()) {
    glfwSetWindowMonitor(handle_, nullptr, windowed_.x0, windowed_.y0, windowed_.width(),
                         windowed_.height(), GLFW_DONT_CARE);
  } else if (mode != nullptr) {
    windowed_ = bounds_of(handle_);
    glfwSetWindowMonitor(handle_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  }
}

void AudienceWindow::on_button(GLFWwindow* window, int /*button*/, int action, int /*mods*/) {
  constexpr double kTwice = 0.4;  // seconds
  if (action != GLFW_PRESS) return;
  auto* self = static_cast<AudienceWindow*>(glfwGetWindowUserPointer(window));
  const double now = glfwGetTime();
  const bool is_double = now - self->clicked_at_ < kTwice;
  self->clicked_at_ = is_double ? -1e9 : now;
  if (is_double) self->turn_full_screen(monitor_below(bounds_of(window)));
}

}  // namespace heatwave::shell
