// A window with an OpenGL 3.3 core context, owned; keys pressed since the last look.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "app/shell/interface/key_layout.h"
#include "kernels/core/geometry.h"
#include "kernels/core/non_copyable.h"

struct GLFWwindow;

namespace heatwave::shell {

/// Why the newest call failed, in GLFW's words.
std::string newest_glfw_error();

/// GLFW itself, while any window lives.
class GlfwLibrary : core::NonCopyable {
 public:
  GlfwLibrary();
  ~GlfwLibrary();
};

class GlfwWindow : core::NonCopyable {
 public:
  /// The window should close as soon as `stop` is requested. Throws core::Error saying why there is
  /// no window.
  GlfwWindow(core::Extent size, const std::string& title, bool visible, std::stop_token stop = {});
  ~GlfwWindow();

  [[nodiscard]] GLFWwindow* handle() const { return handle_; }
  void poll();
  /// The same once something comes in, or after so many seconds.
  void wait(double seconds);
  /// Where no window manager heeds the largest size, it is made that here: before anything is drawn
  /// into more than there is memory for.
  void keep_within_bounds();
  void swap();
  [[nodiscard]] bool should_close() const;
  void close();
  void hide();
  void set_title(const std::string& title);
  void set_full_screen(bool on);
  /// Whether swapping waits for the screen's refresh.
  void wait_for_screen(bool on);
  [[nodiscard]] bool is_full_screen() const { return full_screen_; }

  /// In window units, and in framebuffer pixels: as they were together at the last look, however
  /// often somebody resizes the window meanwhile.
  [[nodiscard]] core::Extent size() const { return size_; }
  [[nodiscard]] core::Extent framebuffer() const { return framebuffer_; }
  [[nodiscard]] double pixels_per_unit() const;
  /// The size to lay the interface out for: a window that is smaller shows its beginning.
  [[nodiscard]] core::Extent laid_out() const;
  /// By how much the display asks interfaces to be enlarged, in window units.
  [[nodiscard]] double display_scale() const;
  /// Frames a second that the screen shows.
  [[nodiscard]] double refresh_rate() const;
  /// What is printed on the keys.
  [[nodiscard]] static KeyLayout layout();
  /// As GLFW tells a key and the sign that comes of it; `next_event`: ui::next_event().
  void note_key(int key, int scancode, int action, int mods, std::uint32_t next_event);
  void note_letter(unsigned letter);
  /// The keys pressed since the last call; those behind the first kept event wait, or they would
  /// count before a click that came first.
  [[nodiscard]] std::vector<KeyPress> take_keys(std::uint32_t first_kept_event);
  /// The files dropped onto it since the last call.
  [[nodiscard]] std::vector<std::filesystem::path> take_dropped();

 private:
  /// Asks for both: each question waits until the window system has come to it, and it tells of
  /// changes unasked.
  void take_size();
  static void on_size(GLFWwindow* window, int width, int height);
  static void on_framebuffer(GLFWwindow* window, int width, int height);
  static void on_drop(GLFWwindow* window, int count, const char** paths);

  GlfwLibrary library_;
  GLFWwindow* handle_ = nullptr;
  std::vector<KeyPress> keys_;
  std::vector<std::filesystem::path> dropped_;
  core::Extent size_;
  core::Extent framebuffer_;
  std::string title_;
  std::stop_token stop_;
  bool full_screen_ = false;
  int windowed_x_ = 0;
  int windowed_y_ = 0;
  core::Extent windowed_;
};

}  // namespace heatwave::shell
