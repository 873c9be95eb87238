// Lists of panels that stay as they are from frame to frame: as pictures of them they are drawn
// sooner, where OpenGL is software.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>

#include "app/ui/box.h"

namespace heatwave::ui {

/// Whole pixels of the framebuffer on which a list's triangles are seen; turned over where there
/// are none.
Box pixels_of(const ImDrawList& list, ImVec2 scale);

/// Another number where a list draws something else.
std::uint64_t sum_of(const ImDrawList& list);

class SteadyLists {
 public:
  struct Picture {
    Box pixels;  ///< of the framebuffer, whole ones: all that the list draws on
    bool is_new = false;
  };
  /// Forgets all lists but these.
  void forget_others(std::span<const ImDrawList* const> lists);
  /// None where the list is not as in the frame before, shows more than letters, or is drawn as
  /// soon itself.
  std::optional<Picture> picture_of(const ImDrawList& list, ImTextureID letters, ImVec2 scale);

 private:
  struct Known {
    std::uint64_t sum = 0;
    ImVec2 scale;
    bool is_steady = false;
    std::optional<Box> pixels;
  };
  std::map<const ImDrawList*, Known> known_;
};

}  // namespace heatwave::ui
