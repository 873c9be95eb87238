// Draws the lists that panels are built into, in one upload a frame.
#pragma once

#include <imgui.h>

#include <optional>
#include <vector>

#include "app/shell/ground.h"
#include "app/shell/list_pictures.h"
#include "app/ui/box.h"
#include "app/view/gl_handles.h"
#include "app/view/gl_program.h"

namespace heatwave::shell {

/// Dear ImGui's own painter asks OpenGL for all of its state, makes an array of vertices and
/// overwrites a buffer for each list, in every frame: that takes as long as building the panels.
class InterfacePainter {
 public:
  /// `keeps_pictures`: of what stays the same, as OpenGL in software shows it in less time.
  explicit InterfacePainter(bool keeps_pictures);
  /// Over what the window's framebuffer holds: a ground, or something unknown.
  void draw(const ImDrawData& data, const std::optional<Ground>& ground);

 private:
  /// What is drawn by one call.
  struct Part {
    std::size_t first = 0;  ///< of its indices among all
    std::size_t count = 0;
    std::size_t first_vertex = 0;
    GLuint texture = 0;
    bool is_picture = false;  ///< of colours that are multiplied by their opacity
    bool is_opaque = false;
    ui::Box clip;  ///< in pixels of the window's framebuffer
  };

  void clear();
  void take(const ImDrawList& list, ImVec2 scale);
  void take(const ListPictures::Picture& picture, ImVec2 scale);
  /// All that was taken, into a framebuffer that holds these pixels of the window's.
  void draw_parts(const ui::Box& pixels, ImVec2 scale) const;
  void upload() const;
  void prepare(const ui::Box& pixels, ImVec2 scale) const;

  view::GlProgram program_;
  GLint projection_;
  view::GlVertexArray array_;
  view::GlBuffer vertices_;
  view::GlBuffer indices_;
  std::optional<ListPictures> pictures_;
  std::vector<ImDrawVert> all_vertices_;  ///< of all lists, one behind the other
  std::vector<ImDrawIdx> all_indices_;
  std::vector<Part> parts_;
};

}  // namespace heatwave::shell
