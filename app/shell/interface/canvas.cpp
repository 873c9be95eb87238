// Begins the interface's frames.
#include "app/shell/interface/canvas.h"

#include <utility>

namespace heatwave::shell {
Canvas::Canvas(GlfwWindow& window, words::Glossary glossary,
               std::function<std::string(std::string_view)> keys_of)
    : imgui_(window), keys_of_(std::move(keys_of)), glossary_(std::move(glossary)) {
  texture_of_ = [this](const std::shared_ptr<const lab::Picture>& picture) {
    return static_cast<ImTextureID>(pictures_.of(picture));
  };
  texture_of_image_ = [this](const std::shared_ptr<const exporting::Image>& image) {
    return static_cast<ImTextureID>(pictures_.of(image));
  };
}

void Canvas::begin(bool dark, float unit, float pixels_per_unit) {
  unit_ = unit;
  imgui_.begin(ui::theme_of(dark), unit, pixels_per_unit);
  places_.clear();
  pictures_.begin_frame();
  memory_.focused.clear();
  memory_.controls.clear();
  memory_.edited_texts.clear();
  memory_.tooltips.begin_frame();
}

ui::Look Canvas::look(bool dark, bool notes_places, bool is_for_picture, bool less_motion) {
  return {.theme = ui::theme_of(dark),
          .fonts = imgui_.fonts(),
          .unit = unit_,
          .memory = memory_,
          .places = notes_places ? &places_ : nullptr,
          .is_for_picture = is_for_picture,
          .less_motion = less_motion,
          .glossary = &glossary_};
}

}  // namespace heatwave::shell
