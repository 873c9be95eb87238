// Owns Dear ImGui's context, backends and fonts in a window, and collects the keys pressed there.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "app/shell/interface/key_layout.h"
#include "app/shell/window/glfw_window.h"
#include "app/ui/look.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::shell {

class ImGuiContextOwner : core::NonCopyable {
 public:
  explicit ImGuiContextOwner(GlfwWindow& window);
  ~ImGuiContextOwner();

  /// Starts a frame with the interface at this scale. `pixels_per_unit` is the number of
  /// framebuffer pixels per window unit.
  void begin(const ui::Theme& theme, float unit, float pixels_per_unit);
  /// Returns whether a frame has begun and is not drawn yet.
  [[nodiscard]] bool has_begun() const { return has_begun_; }
  /// Draws the panels, except these lists, which render_aside() draws.
  void render(std::span<ImDrawList* const> aside);
  void render_aside();

  /// Returns whether the pointer has any input in this frame.
  [[nodiscard]] bool has_input() const;
  /// Returns a checksum of the last drawn frame.
  [[nodiscard]] std::uint64_t drawn() const;

  [[nodiscard]] const ui::FontSet& fonts() const { return fonts_; }

  /// Returns the keys pressed since the last call. While Dear ImGui keeps an earlier click for
  /// later frames, the keys after it wait too, because the click must take effect before them.
  [[nodiscard]] std::vector<KeyPress> take_keys();
  /// Returns all keys pressed since the last call.
  [[nodiscard]] std::vector<KeyPress> take_all_keys() { return std::exchange(keys_, {}); }
  /// Keeps keys that were taken for the next frame, before all that come later.
  void give_back(std::span<const KeyPress> keys) {
    keys_.insert(keys_.begin(), keys.begin(), keys.end());
  }
  /// The signs printed on the keys.
  [[nodiscard]] static KeyLayout layout();
  /// Callbacks for keys; the keys of another window count as pressed in this one.
  static void on_key(GLFWwindow*, int key, int scancode, int action, int modifiers);
  static void on_letter(GLFWwindow*, unsigned letter);

 private:
  void draw(bool aside);
  void separate_keys();

  GlfwWindow& window_;
  std::vector<KeyPress> keys_;
  std::vector<ImDrawList*> aside_;
  ui::FontSet fonts_;
  float unit_ = 0.0F;
  float pixels_per_unit_ = 0.0F;
  bool has_begun_ = false;
  bool separator_down_ = false;
  const ui::Theme* theme_ = nullptr;
};

}  // namespace heatwave::shell
