// Owns a window with an OpenGL 3.3 core context, and finds the screen that contains a window.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "app/session/command.h"
#include "kernels/core/geometry.h"
#include "kernels/core/non_copyable.h"

struct GLFWmonitor;
struct GLFWwindow;

namespace heatwave::shell {

core::Rect bounds_of(GLFWwindow* window);
core::Rect bounds_of(GLFWmonitor* monitor);

/// Returns the screen that contains most of a window; null: none.
GLFWmonitor* monitor_containing(const core::Rect& window);
/// Returns a screen with another picture; null: there is none.
GLFWmonitor* monitor_beside(const core::Rect& window);

/// Returns the reason for the newest failed call, in GLFW's words.
std::string newest_glfw_error();

/// Initialises GLFW while any window lives.
class GlfwLibrary : core::NonCopyable {
 public:
  GlfwLibrary();
  ~GlfwLibrary();
};

class GlfwWindow : core::NonCopyable {
 public:
  /// `stop` asks the window to close. Throws core::Error with the reason when it cannot be opened.
  GlfwWindow(core::Extent size, const std::string& title, bool visible, std::stop_token stop = {});
  ~GlfwWindow();

  [[nodiscard]] GLFWwindow* handle() const { return handle_; }
  void poll();
  /// Waits for an event, at most `seconds`, then polls.
  void wait(double seconds);
  /// Enforces the largest size, which some window managers ignore, before anything is drawn into a
  /// window too large for the memory.
  void keep_within_bounds();
  void swap();
  [[nodiscard]] bool should_close() const;
  void close();
  void hide();
  void handle(const session::SetFullScreen& command) { set_full_screen(command.on); }
  void handle(const session::LeaveProgram& /*command*/) { close(); }
  void set_title(const std::string& title);
  void set_full_screen(bool on);
  /// Returns whether swapping waits for the screen's refresh.
  void wait_for_screen(bool on);
  [[nodiscard]] bool is_full_screen() const { return full_screen_; }

  /// Sizes in window units and in framebuffer pixels, both from the same moment, even while the
  /// window is being resized.
  [[nodiscard]] core::Extent size() const { return size_; }
  [[nodiscard]] core::Extent framebuffer() const;
  /// From now on frames are this many times as large as the window's framebuffer, and drawn into
  /// another one; 1: they are drawn into it.
  void draw_enlarged(double times) { enlarged_ = times; }
  [[nodiscard]] double pixels_per_unit() const;
  /// The size for which the interface is laid out; a smaller window shows its upper left part.
  [[nodiscard]] core::Extent laid_out() const;
  /// The display's scale for interfaces, relative to window units.
  [[nodiscard]] double display_scale() const;
  /// The screen's frames per second.
  [[nodiscard]] double refresh_rate() const;
  /// Returns the files dropped since the last call.
  [[nodiscard]] std::vector<std::filesystem::path> take_dropped();

 private:
  /// Queries both sizes. Events report later changes, because each query waits for the window
  /// system.
  void take_size();
  static void on_size(GLFWwindow* window, int width, int height);
  static void on_framebuffer(GLFWwindow* window, int width, int height);
  static void on_drop(GLFWwindow* window, int count, const char** paths);

  GlfwLibrary library_;
  GLFWwindow* handle_ = nullptr;
  std::vector<std::filesystem::path> dropped_;
  core::Extent size_;
  core::Extent framebuffer_;
  std::string title_;
  std::stop_token stop_;
  double enlarged_ = 1.0;
  bool full_screen_ = false;
  int windowed_x_ = 0;
  int windowed_y_ = 0;
  core::Extent windowed_;
};

}  // namespace heatwave::shell
