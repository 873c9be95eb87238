// Resources for drawing the interface: Dear ImGui, fonts, textures, and the state of controls.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "app/rooms/room.h"
#include "app/shell/window/imgui_context.h"
#include "app/view/picture_texture.h"
#include "app/words/glossary.h"

namespace heatwave::shell {

class Canvas {
 public:
  /// `keys_of` returns an action's keys in their displayed form.
  Canvas(GlfwWindow& window, words::Glossary glossary,
         std::function<std::string(std::string_view)> keys_of);

  void begin(bool dark, float unit, float pixels_per_unit);

  /// Returns the look of controls in this frame. `notes_places`: whether their positions are
  /// recorded.
  [[nodiscard]] ui::Look look(bool dark, bool notes_places, bool is_for_picture, bool less_motion);
  [[nodiscard]] const auto& keys_of() const { return keys_of_; }
  [[nodiscard]] const auto& texture_of() const { return texture_of_; }
  [[nodiscard]] const auto& texture_of_image() const { return texture_of_image_; }
  [[nodiscard]] ImGuiContextOwner& imgui() { return imgui_; }
  [[nodiscard]] ui::Memory& memory() { return memory_; }
  [[nodiscard]] const ui::Memory& memory() const { return memory_; }
  [[nodiscard]] const ui::Places& places() const { return places_; }
  [[nodiscard]] float unit() const { return unit_; }

 private:
  ImGuiContextOwner imgui_;
  ui::Memory memory_;
  ui::Places places_;
  view::PictureTextures pictures_;
  std::function<std::string(std::string_view)> keys_of_;
  std::function<ImTextureID(const std::shared_ptr<const lab::Picture>&)> texture_of_;
  std::function<ImTextureID(const std::shared_ptr<const exporting::Image>&)> texture_of_image_;
  words::Glossary glossary_;
  float unit_ = 1.0F;
};

}  // namespace heatwave::shell
