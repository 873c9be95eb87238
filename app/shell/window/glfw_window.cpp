// GLFW, wrapped.
#include "app/shell/window/glfw_window.h"

#include <glad/gl.h>
// glad must come first.
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "app/shell/start.h"
#include "app/shell/window/monitors.h"
#include "app/system/process.h"
#include "kernels/core/error.h"
#include "kernels/core/simd.h"

namespace heatwave::shell {
namespace {

static_assert(rooms::key::kSpace == GLFW_KEY_SPACE && rooms::key::kEscape == GLFW_KEY_ESCAPE);
static_assert(rooms::key::kTab == GLFW_KEY_TAB && rooms::key::kDelete == GLFW_KEY_DELETE &&
              rooms::key::kBackspace == GLFW_KEY_BACKSPACE);
static_assert(rooms::key::kRight == GLFW_KEY_RIGHT && rooms::key::kLeft == GLFW_KEY_LEFT);
static_assert(rooms::key::kDown == GLFW_KEY_DOWN && rooms::key::kUp == GLFW_KEY_UP);
static_assert(rooms::key::kPageUp == GLFW_KEY_PAGE_UP &&
              rooms::key::kPageDown == GLFW_KEY_PAGE_DOWN);
static_assert(rooms::key::kHome == GLFW_KEY_HOME && rooms::key::kF1 == GLFW_KEY_F1);
static_assert(rooms::key::kF2 == GLFW_KEY_F2 && rooms::key::kF3 == GLFW_KEY_F3 &&
              rooms::key::kF4 == GLFW_KEY_F4 && rooms::key::kF5 == GLFW_KEY_F5 &&
              rooms::key::kF8 == GLFW_KEY_F8 && rooms::key::kF9 == GLFW_KEY_F9);
static_assert(rooms::key::kF11 == GLFW_KEY_F11 && rooms::key::kKeypadAdd == GLFW_KEY_KP_ADD);
static_assert(rooms::key::kKeypadSubtract == GLFW_KEY_KP_SUBTRACT);

/// What is printed on the key in the person's own layout; empty where nobody knows.
std::string name_of_key(int key, int scancode) {
  if (key == GLFW_KEY_SPACE || key >= GLFW_KEY_ESCAPE) return {};
  const char* name = glfwGetKeyName(key, scancode);
  return name != nullptr ? name : "";
}

/// Mesa's software renderer, seen with 22.3, ends the program where it uses vectors of 512 bits and
/// there are two contexts, as with a window for the audience.
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
  // A full screen stays when the window for the audience is clicked.
  glfwWindowHint(GLFW_AUTO_ICONIFY, GLFW_FALSE);
  glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
  // The desktop finds the program's icon by it: StartupWMClass in heatwave.desktop. GLFW takes the
  // class only together with an instance.
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
    // Else the window was resized between the questions, and their answers don't fit together.
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
  GLFWmonitor* below = monitor_below(bounds_of(handle_));
  GLFWmonitor* monitor = below != nullptr ? below : glfwGetPrimaryMonitor();
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

double GlfwWindow::pixels_per_unit() const {
  constexpr double kLeast = 0.25;
  constexpr double kMost = 8.0;
  if (size_.width < 1 || framebuffer_.width < 1) return 1.0;
  // Sizes that don't belong together even so are no reason for letters without a size.
  return std::clamp(static_cast<double>(framebuffer_.width) / size_.width, kLeast, kMost);
}

double GlfwWindow::display_scale() const {
  float x = 1.0F;
  float y = 1.0F;
  glfwGetWindowContentScale(handle_, &x, &y);
  // Where window units are larger than pixels, they hold part of the scale already.
  return static_cast<double>(x) / pixels_per_unit();
}

double GlfwWindow::refresh_rate() const {
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
  return mode != nullptr && mode->refreshRate > 0 ? mode->refreshRate : 60.0;
}

std::vector<KeyPress> GlfwWindow::take_keys(std::uint32_t first_kept_event) {
  const auto waits = std::find_if(keys_.begin(), keys_.end(), [&](const KeyPress& press) {
    return press.event > first_kept_event;
  });
  std::vector<KeyPress> waiting(waits, keys_.end());
  keys_.erase(waits, keys_.end());
  return std::exchange(keys_, std::move(waiting));
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

void GlfwWindow::note_key(int key, int scancode, int action, int mods, std::uint32_t next_event) {
  if (action == GLFW_RELEASE || key == GLFW_KEY_UNKNOWN) return;
  const rooms::Chord held{.key = key,
                          .control = (mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0,
                          .shift = (mods & GLFW_MOD_SHIFT) != 0};
  keys_.push_back(press_of(held, name_of_key(key, scancode), action == GLFW_REPEAT));
  keys_.back().event = next_event;
}

void GlfwWindow::note_letter(unsigned letter) {
  // It comes right behind the key that typed it.
  if (!keys_.empty()) note_typed(keys_.back(), letter);
}

KeyLayout GlfwWindow::layout() {
  return KeyLayout([](int key) { return name_of_key(key, 0); });
}

}  // namespace heatwave::shell
