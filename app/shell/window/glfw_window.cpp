// Wraps a window of GLFW.
#include "app/shell/window/glfw_window.h"

#include <glad/gl.h>
// glad must come first.
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "app/shell/start.h"
#include "app/system/process.h"
#include "kernels/core/error.h"
#include "kernels/core/simd.h"

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

GLFWmonitor* monitor_containing(const core::Rect& window) {
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
  GLFWmonitor* own = monitor_containing(window);
  if (own == nullptr) return nullptr;
  for (GLFWmonitor* each : monitors()) {
    if (core::intersection(bounds_of(each), bounds_of(own)).empty()) return each;
  }
  return nullptr;
}

namespace {

/// Limits Mesa's software renderer to narrower vectors: version 22.3 crashes with vectors of 512
/// bits and two contexts, as with a window for the audience.
void keep_software_opengl_right() {
  constexpr const char* kBits = "LP_NATIVE_VECTOR_WIDTH";
  const char* chosen = std::getenv(kBits);
  const bool wide = chosen != nullptr ? std::strtol(chosen, nullptr, 10) > 256
                                      : core::simd_level() == core::SimdLevel::avx512;
  if (wide) system::set_environment(kBits, "256");
}

}  // namespace

std::string newest_glfw_error() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text != nullptr ? text : "GLFW gives no reason";
}

GlfwLibrary::GlfwLibrary() {
  keep_software_opengl_right();
  if (glfwInit() != GLFW_TRUE) throw core::Error("no window can be opened: " + newest_glfw_error());
}

GlfwLibrary::~GlfwLibrary() { glfwTerminate(); }

GlfwWindow::GlfwWindow(core::Extent size, const std::string& title, bool visible,
                       std::stop_token stop)
    : title_(title), stop_(std::move(stop)) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  // Full screen stays when the audience's window is clicked.
  glfwWindowHint(GLFW_AUTO_ICONIFY, GLFW_FALSE);
  glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
  // The desktop finds the program's icon by its class: StartupWMClass in heatwave.desktop. GLFW
  // sets the class only together with an instance.
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "heatwave");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "heatwave");
#ifdef GLFW_WAYLAND_APP_ID
  glfwWindowHintString(GLFW_WAYLAND_APP_ID, "heatwave");
#endif
  handle_ = glfwCreateWindow(size.width, size.height, title.c_str(), nullptr, nullptr);
  if (handle_ == nullptr) {
    throw core::Error("no window with OpenGL 3.3 can be opened: " + newest_glfw_error());
  }
  glfwMakeContextCurrent(handle_);
  if (gladLoadGL(glfwGetProcAddress) == 0) {
    glfwDestroyWindow(handle_);
    throw core::Error("OpenGL 3.3 cannot be loaded");
  }
  glfwSetWindowSizeLimits(handle_, kLeastWindow.width, kLeastWindow.height, kMostWindow.width,
                          kMostWindow.height);
  glfwSetWindowUserPointer(handle_, this);
  glfwSetDropCallback(handle_, on_drop);
  glfwSetWindowSizeCallback(handle_, on_size);
  glfwSetFramebufferSizeCallback(handle_, on_framebuffer);
  take_size();
}

GlfwWindow::~GlfwWindow() { glfwDestroyWindow(handle_); }

void GlfwWindow::poll() { glfwPollEvents(); }

void GlfwWindow::wait(double seconds) {
  glfwWaitEventsTimeout(seconds);
  poll();
}

void GlfwWindow::take_size() {
  constexpr int kTries = 100;
  for (int tries = 0; tries < kTries; ++tries) {
    core::Extent before;
    glfwGetWindowSize(handle_, &before.width, &before.height);
    glfwGetFramebufferSize(handle_, &framebuffer_.width, &framebuffer_.height);
    glfwGetWindowSize(handle_, &size_.width, &size_.height);
    // Otherwise the window was resized between the two queries, and their answers do not match.
    if (before == size_) return;
  }
}

void GlfwWindow::keep_within_bounds() {
  core::Extent now;
  glfwGetWindowSize(handle_, &now.width, &now.height);
  if (now != size_) take_size();
  const core::Extent kept{std::min(size_.width, kMostWindow.width),
                          std::min(size_.height, kMostWindow.height)};
  if (kept == size_) return;
  glfwSetWindowSize(handle_, kept.width, kept.height);
  take_size();
}

void GlfwWindow::swap() { glfwSwapBuffers(handle_); }
bool GlfwWindow::should_close() const {
  return glfwWindowShouldClose(handle_) == GLFW_TRUE || stop_.stop_requested();
}
void GlfwWindow::close() { glfwSetWindowShouldClose(handle_, GLFW_TRUE); }
void GlfwWindow::hide() { glfwHideWindow(handle_); }

void GlfwWindow::set_title(const std::string& title) {
  if (title == title_) return;
  title_ = title;
  glfwSetWindowTitle(handle_, title.c_str());
}

void GlfwWindow::set_full_screen(bool on) {
  if (on == full_screen_) return;
  GLFWmonitor* containing = monitor_containing(bounds_of(handle_));
  GLFWmonitor* monitor = containing != nullptr ? containing : glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
  if (on && mode == nullptr) return;
  full_screen_ = on;
  if (on) {
    windowed_ = size();
    glfwGetWindowPos(handle_, &windowed_x_, &windowed_y_);
    glfwSetWindowMonitor(handle_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  } else {
    glfwSetWindowMonitor(handle_, nullptr, windowed_x_, windowed_y_, windowed_.width,
                         windowed_.height, GLFW_DONT_CARE);
  }
}

void GlfwWindow::wait_for_screen(bool on) { glfwSwapInterval(on ? 1 : 0); }

core::Extent GlfwWindow::laid_out() const {
  return {std::max(size_.width, kLeastWindow.width), std::max(size_.height, kLeastWindow.height)};
}

core::Extent GlfwWindow::framebuffer() const {
  const auto enlarged = [this](int side) {
    return static_cast<int>(std::lround(side * enlarged_));
  };
  return {enlarged(framebuffer_.width), enlarged(framebuffer_.height)};
}

double GlfwWindow::pixels_per_unit() const {
  constexpr double kLeast = 0.25;
  constexpr double kMost = 8.0;
  if (size_.width < 1 || framebuffer_.width < 1) return 1.0;
  // A mismatch of the two sizes must not make letters vanish.
  return enlarged_ *
         std::clamp(static_cast<double>(framebuffer_.width) / size_.width, kLeast, kMost);
}

double GlfwWindow::display_scale() const {
  float x = 1.0F;
  float y = 1.0F;
  glfwGetWindowContentScale(handle_, &x, &y);
  // Where window units are larger than pixels, they already contain part of the scale.
  return static_cast<double>(x) / pixels_per_unit() * enlarged_;
}

double GlfwWindow::refresh_rate() const {
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
  return mode != nullptr && mode->refreshRate > 0 ? mode->refreshRate : 60.0;
}

std::vector<std::filesystem::path> GlfwWindow::take_dropped() {
  return std::exchange(dropped_, {});
}

void GlfwWindow::on_size(GLFWwindow* window, int width, int height) {
  static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window))->size_ = {width, height};
}

void GlfwWindow::on_framebuffer(GLFWwindow* window, int width, int height) {
  static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window))->framebuffer_ = {width, height};
}

void GlfwWindow::on_drop(GLFWwindow* window, int count, const char** paths) {
  auto* self = static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window));
  for (int i = 0; i < count; ++i) self->dropped_.emplace_back(paths[i]);
}

}  // namespace heatwave::shell
