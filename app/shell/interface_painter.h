// Draws the lists that panels are built into, in one upload a frame.
#pragma once

#include <imgui.h>

#include <vector>

#include "app/view/gl_handles.h"
#include "app/view/gl_program.h"

namespace heatwave::shell {

/// Dear ImGui's own painter asks OpenGL for all of its state, makes an array of vertices and
/// overwrites a buffer for each list, in every frame: that takes as long as building the panels.
class InterfacePainter {
 public:
  InterfacePainter();
  /// Over what the window's framebuffer holds.
  void draw(const ImDrawData& data);

 private:
  /// A command's indices among all of them.
  struct Part {
    std::size_t first = 0;
    std::size_t count = 0;
  };

  void take(const ImDrawList& list);
  void upload(const ImDrawData& data);
  void prepare(const ImDrawData& data, ImVec2 framebuffer) const;

  view::GlProgram program_;
  GLint projection_;
  view::GlVertexArray array_;
  view::GlBuffer vertices_;
  view::GlBuffer indices_;
  std::vector<ImDrawVert> all_vertices_;  ///< of all lists, one behind the other
  std::vector<ImDrawIdx> all_indices_;
  std::vector<Part> parts_;
};

}  // namespace heatwave::shell
