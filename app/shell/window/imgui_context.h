// Dear ImGui in a window: its context, backends and fonts, owned.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/shell/window/glfw_window.h"
#include "app/ui/look.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::shell {

class ImGuiContextOwner : core::NonCopyable {
 public:
  /// Takes the window's keys, and passes them on to it.
  explicit ImGuiContextOwner(GlfwWindow& window);
  ~ImGuiContextOwner();

  /// Starts a frame with the interface at this scale. `pixels_per_unit` is the framebuffer's scale
  /// against window units.
  void begin(const ui::Theme& theme, float unit, float pixels_per_unit);
  /// Whether what is built goes into a frame: one has begun and is not drawn yet.
  [[nodiscard]] bool has_begun() const { return has_begun_; }
  /// Draws what the panels built, except these lists: render_aside() draws them.
  void render(std::span<ImDrawList* const> aside);
  void render_aside();

  /// Whether the pointer does anything in this frame.
  [[nodiscard]] bool has_input() const;
  /// A checksum of everything that was drawn last.
  [[nodiscard]] std::uint64_t drawn() const;

  [[nodiscard]] const ui::FontSet& fonts() const { return fonts_; }

  /// Callbacks for keys; those of another window count as pressed in this one.
  static void on_key(GLFWwindow*, int key, int scancode, int action, int modifiers);
  static void on_letter(GLFWwindow*, unsigned letter);

 private:
  void draw(bool aside);

  GlfwWindow& window_;
  std::vector<ImDrawList*> aside_;
  ui::FontSet fonts_;
  float unit_ = 0.0F;
  float pixels_per_unit_ = 0.0F;
  bool has_begun_ = false;
  const ui::Theme* theme_ = nullptr;
};

}  // namespace heatwave::shell
