// Dear ImGui in a window: its context, backends and fonts, owned.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/shell/window/click_queue.h"
#include "app/shell/window/glfw_window.h"
#include "app/shell/window/key_queue.h"
#include "app/ui/look.h"

namespace heatwave::shell {

class ImGuiContextOwner {
 public:
  /// Chains itself behind the window's own callbacks.
  explicit ImGuiContextOwner(const GlfwWindow& window);
  ~ImGuiContextOwner();
  ImGuiContextOwner(const ImGuiContextOwner&) = delete;
  ImGuiContextOwner& operator=(const ImGuiContextOwner&) = delete;
  ImGuiContextOwner(ImGuiContextOwner&&) = delete;
  ImGuiContextOwner& operator=(ImGuiContextOwner&&) = delete;

  /// Starts a frame with the interface at this scale; fonts are drawn anew when it changes, so that
  /// they stay sharp. `pixels_per_unit` is the framebuffer's scale against window units.
  void begin(const ui::Theme& theme, float unit, float pixels_per_unit);
  /// Whether what is built goes into a frame: one has begun and is not drawn yet.
  [[nodiscard]] bool has_begun() const { return has_begun_; }
  /// Draws what the panels built, except these lists: render_aside() draws them.
  void render(std::span<ImDrawList* const> aside);
  void render_aside();

  /// Whether the pointer does anything in this frame, or keys wait for the next.
  [[nodiscard]] bool has_input() const;
  /// A checksum of everything that was drawn last.
  [[nodiscard]] std::uint64_t drawn() const;

  [[nodiscard]] const ui::FontSet& fonts() const { return fonts_; }

  /// Of this window; another's, set to these, count as pressed here.
  static void on_key(GLFWwindow*, int key, int scancode, int action, int modifiers);
  static void on_letter(GLFWwindow*, unsigned letter);

 private:
  /// To Dear ImGui, and by it to the window's own callbacks.
  void pass_on(const KeyEvent& event);

  void draw(bool aside);
  static void on_pointer(GLFWwindow*, double x, double y);
  static void on_button(GLFWwindow*, int button, int action, int modifiers);
  void take_click();
  void allow_double_clicks();

  GLFWwindow* window_;
  std::vector<ImDrawList*> aside_;
  KeyQueue keys_;
  ClickQueue clicks_;
  ui::FontSet fonts_;
  float unit_ = 0.0F;
  float pixels_per_unit_ = 0.0F;
  bool has_begun_ = false;
  float frame_before_ = 0.0F;  ///< seconds
  const ui::Theme* theme_ = nullptr;
};

}  // namespace heatwave::shell
