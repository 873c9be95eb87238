// Dear ImGui's draw lists as a picture, without OpenGL and without a display.
#pragma once

#include <imgui.h>

#include "app/export/field_picture.h"
#include "kernels/core/geometry.h"

namespace heatwave::shell {

/// Does what Dear ImGui asks of its textures; call after each ImGui::Render() that nothing else
/// draws. Their pixels stay with Dear ImGui.
void take_textures(const ImDrawData& drawn);

/// Draws a part of the lists over a ground of one colour. `part`: in pixels of the framebuffer.
/// Pictures that the interface shows (ImTextureID) are left out.
exporting::Image drawn_picture(const ImDrawData& drawn, const core::Rect& part,
                               const ImVec4& ground);

}  // namespace heatwave::shell
