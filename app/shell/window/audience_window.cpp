// A window with a context of its own, into which a texture of the main window is copied.
#include <glad/gl.h>
// glad must come first.
#include "app/shell/window/audience_window.h"

#include <algorithm>
#include <utility>

#include "app/shell/start.h"
#include "app/shell/window/glfw_window.h"
#include "kernels/core/error.h"

namespace heatwave::shell {
namespace {

/// A fence between two contexts: what one has done to a texture is visible to the other after it.
class Handover : core::NonCopyable {
 public:
  Handover() : done_(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0)) { glFlush(); }
  ~Handover() { glDeleteSync(done_); }
  void await() const { glWaitSync(done_, 0, GL_TIMEOUT_IGNORED); }

 private:
  GLsync done_;
};

}  // namespace

AudienceWindow::AudienceWindow(const GlfwWindow& first, GLFWkeyfun on_key, GLFWcharfun on_letter)
    : first_(first.handle()) {
  // The main window keeps the keyboard focus, and this window stays full screen when another
  // window is clicked.
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
  stand_beside();
  glfwShowWindow(handle_);
  follow_screens();
  // Only one window waits for its screen's refresh.
  glfwMakeContextCurrent(handle_);
  glfwSwapInterval(0);
  glfwMakeContextCurrent(first_);
  // The main window may be full screen, too; focusing it keeps it on top of this one.
  if (is_full_screen()) glfwFocusWindow(first_);
}

AudienceWindow::~AudienceWindow() { glfwDestroyWindow(handle_); }

bool AudienceWindow::should_close() const { return glfwWindowShouldClose(handle_) == GLFW_TRUE; }

bool AudienceWindow::is_full_screen() const { return glfwGetWindowMonitor(handle_) != nullptr; }

core::Extent AudienceWindow::framebuffer() const {
  core::Extent size;
  glfwGetFramebufferSize(handle_, &size.width, &size.height);
  return {std::max(1, size.width), std::max(1, size.height)};
}

void AudienceWindow::show(const view::WindowCopy* picture) {
  follow_screens();
  const core::Extent window = framebuffer();
  const Handover drawn;
  glfwMakeContextCurrent(handle_);
  drawn.await();
  glClearColor(0.0F, 0.0F, 0.0F, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT);
  if (picture != nullptr) picture->show_elsewhere(window);
  glfwSwapBuffers(handle_);
  const Handover shown;
  glfwMakeContextCurrent(first_);
  shown.await();
}

void AudienceWindow::stand_beside() {
  const core::Rect beside = bounds_of(first_);
  GLFWmonitor* containing = monitor_containing(beside);
  const core::Rect screen = containing != nullptr ? bounds_of(containing) : beside;
  const core::Extent size{std::max(beside.width() / 2, kLeastWindow.width),
                          std::max(beside.height() / 2, kLeastWindow.height)};
  const int left = std::max(screen.x0, std::min(beside.x1, screen.x1 - size.width));
  glfwSetWindowSize(handle_, size.width, size.height);
  glfwSetWindowPos(handle_, left, beside.y0);
}

void AudienceWindow::follow_screens() {
  if (!takes_screen_ || is_full_screen()) return;
  if (GLFWmonitor* other = monitor_beside(bounds_of(first_))) return fill(other);
  // The screen that this window filled has gone; as a full screen it would cover the main window.
  if (std::exchange(fills_, false)) stand_beside();
}

void AudienceWindow::fill(GLFWmonitor* monitor) {
  const GLFWvidmode* mode = glfwGetVideoMode(monitor);
  if (mode == nullptr) return;
  fills_ = true;
  // Window managers fill the screen that contains the window.
  windowed_ = bounds_of(handle_);
  if (monitor_containing(windowed_) != monitor) {
    const core::Rect screen = bounds_of(monitor);
    const core::Extent size{windowed_.width(), windowed_.height()};
    const int left = screen.x0 + std::max(0, (screen.width() - size.width) / 2);
    const int top = screen.y0 + std::max(0, (screen.height() - size.height) / 2);
    windowed_ = {left, top, left + size.width, top + size.height};
    glfwSetWindowPos(handle_, left, top);
  }
  glfwSetWindowMonitor(handle_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

void AudienceWindow::toggle_full_screen() {
  takes_screen_ = !is_full_screen();
  if (takes_screen_) {
    if (GLFWmonitor* containing = monitor_containing(bounds_of(handle_))) fill(containing);
  } else {
    fills_ = false;
    glfwSetWindowMonitor(handle_, nullptr, windowed_.x0, windowed_.y0, windowed_.width(),
                         windowed_.height(), GLFW_DONT_CARE);
  }
}

void AudienceWindow::on_button(GLFWwindow* window, int /*button*/, int action, int /*mods*/) {
  constexpr double kTwice = 0.4;  // seconds between the clicks of a double click
  if (action != GLFW_PRESS) return;
  auto* self = static_cast<AudienceWindow*>(glfwGetWindowUserPointer(window));
  const double now = glfwGetTime();
  const bool is_double = now - self->clicked_at_ < kTwice;
  self->clicked_at_ = is_double ? -1e9 : now;
  if (is_double) self->toggle_full_screen();
}

}  // namespace heatwave::shell
