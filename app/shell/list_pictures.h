// Pictures of the lists of panels that stay the same from frame to frame.
#pragma once

#include <imgui.h>

#include <functional>
#include <map>
#include <optional>
#include <span>

#include "app/ui/steady_lists.h"
#include "app/view/gl_handles.h"

namespace heatwave::shell {

/// An OpenGL context must be current.
class ListPictures {
 public:
  /// What a list draws: as premultiplied colours, or over a ground.
  struct Picture {
    ui::Box pixels;               ///< of the window's framebuffer
    std::optional<ImU32> ground;  ///< none: nothing is known of what lies below it
    view::GlTexture texture;
    view::GlFramebuffer target;
  };
  /// The one colour that lies below these pixels of the window; none: there is more than that.
  using GroundOf = std::function<std::optional<ImU32>(const ui::Box& pixels)>;
  /// Draws a list into the framebuffer that is bound, which shows these pixels of the window.
  using Draw = std::function<void(const ImDrawList&, const ui::Box& pixels)>;

  /// Forgets all lists but these.
  void forget_others(std::span<const ImDrawList* const> lists);
  /// What is to be shown in place of a list; null: itself.
  const Picture* of(const ImDrawList& list, ImTextureID letters, ImVec2 scale,
                    const GroundOf& ground_of, const Draw& draw);

 private:
  ui::SteadyLists steady_;
  std::map<const ImDrawList*, Picture> pictures_;
};

}  // namespace heatwave::shell
