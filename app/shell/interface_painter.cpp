// Lays all lists into one buffer; each command has a place in it, a texture and a rectangle.
#include "app/shell/interface_painter.h"

#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "app/ui/rectangles.h"

namespace heatwave::shell {
namespace {

/// Of indices. Software OpenGL takes them in parts of 1 024 at most; this is a number of
/// rectangles.
constexpr std::size_t kMostAtOnce = 1020;

constexpr GLenum kIndexType = sizeof(ImDrawIdx) == 2 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT;

/// Older versions of Dear ImGui keep a pointer, newer ones a number.
template <typename Id>
GLuint name_of(Id id) {
  if constexpr (std::is_pointer_v<Id>) {
    return static_cast<GLuint>(reinterpret_cast<std::uintptr_t>(id));
  } else {
    return static_cast<GLuint>(id);
  }
}

/// Newer versions tell in each frame which pictures of letters have grown.
void update_textures([[maybe_unused]] const ImDrawData& data) {
#if IMGUI_VERSION_NUM >= 19200
  if (data.Textures == nullptr) return;
  for (ImTextureData* texture : *data.Textures) {
    if (texture->Status != ImTextureStatus_OK) ImGui_ImplOpenGL3_UpdateTexture(texture);
  }
#endif
}

const void* at(std::size_t bytes) { return reinterpret_cast<const void*>(bytes); }

void attribute(GLuint place, GLint count, GLenum type, GLboolean normalized, std::size_t offset) {
  glEnableVertexAttribArray(place);
  glVertexAttribPointer(place, count, type, normalized, sizeof(ImDrawVert), at(offset));
}

}  // namespace

InterfacePainter::InterfacePainter()
    : program_("shaders/interface.vert", "shaders/interface.frag"),
      projection_(program_.uniform("projection")) {
  program_.use();
  glUniform1i(program_.uniform("letters"), 0);
  glBindVertexArray(array_.name());
  glBindBuffer(GL_ARRAY_BUFFER, vertices_.name());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.name());
  attribute(0, 2, GL_FLOAT, GL_FALSE, offsetof(ImDrawVert, pos));
  attribute(1, 2, GL_FLOAT, GL_FALSE, offsetof(ImDrawVert, uv));
  attribute(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(ImDrawVert, col));
  glBindVertexArray(0);
}

/// Each command's triangles, each rectangle of letters and panels from a sixth index on and in
/// parts that software OpenGL does not part again: there it sees that two triangles are a
/// rectangle.
void InterfacePainter::take(const ImDrawList& list) {
  for (const ImDrawCmd& command : list.CmdBuffer) {
    const std::size_t first = all_indices_.size();
    ui::append_by_rectangles({&list.IdxBuffer.Data[command.IdxOffset], command.ElemCount},
                             all_indices_);
    parts_.push_back({first, all_indices_.size() - first});
  }
}

void InterfacePainter::upload(const ImDrawData& data) {
  all_vertices_.clear();
  all_indices_.clear();
  parts_.clear();
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    all_vertices_.insert(all_vertices_.end(), list.VtxBuffer.begin(), list.VtxBuffer.end());
    take(list);
  }
  glBindBuffer(GL_ARRAY_BUFFER, vertices_.name());
  // New memory each time: nobody waits until the frame before has been drawn.
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(all_vertices_.size() * sizeof(ImDrawVert)),
               all_vertices_.data(), GL_STREAM_DRAW);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER,
               static_cast<GLsizeiptr>(all_indices_.size() * sizeof(ImDrawIdx)),
               all_indices_.data(), GL_STREAM_DRAW);
}

void InterfacePainter::prepare(const ImDrawData& data, ImVec2 framebuffer) const {
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_SCISSOR_TEST);
  glViewport(0, 0, static_cast<GLsizei>(framebuffer.x), static_cast<GLsizei>(framebuffer.y));
  const float left = data.DisplayPos.x;
  const float right = left + data.DisplaySize.x;
  const float top = data.DisplayPos.y;
  const float bottom = top + data.DisplaySize.y;
  std::array<float, 16> projection{};
  projection[0] = 2.0F / (right - left);
  projection[5] = 2.0F / (top - bottom);
  projection[10] = -1.0F;
  projection[12] = (right + left) / (left - right);
  projection[13] = (top + bottom) / (bottom - top);
  projection[15] = 1.0F;
  program_.use();
  glUniformMatrix4fv(projection_, 1, GL_FALSE, projection.data());
  glActiveTexture(GL_TEXTURE0);
}

void InterfacePainter::draw(const ImDrawData& data) {
  update_textures(data);
  const ImVec2 scale = data.FramebufferScale;
  const ImVec2 framebuffer{data.DisplaySize.x * scale.x, data.DisplaySize.y * scale.y};
  if (framebuffer.x < 1 || framebuffer.y < 1) return;
  glBindVertexArray(array_.name());
  upload(data);
  prepare(data, framebuffer);
  const int height = static_cast<int>(framebuffer.y);
  GLuint bound = 0;
  std::size_t first_vertex = 0;
  auto part = parts_.begin();
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    for (const ImDrawCmd& command : list.CmdBuffer) {
      const auto [first, count] = *part++;
      const ImVec2 from{(command.ClipRect.x - data.DisplayPos.x) * scale.x,
                        (command.ClipRect.y - data.DisplayPos.y) * scale.y};
      const ImVec2 to{(command.ClipRect.z - data.DisplayPos.x) * scale.x,
                      (command.ClipRect.w - data.DisplayPos.y) * scale.y};
      if (to.x <= from.x || to.y <= from.y) continue;
      glScissor(static_cast<int>(from.x), static_cast<int>(static_cast<float>(height) - to.y),
                static_cast<int>(to.x - from.x), static_cast<int>(to.y - from.y));
      const GLuint texture = name_of(command.GetTexID());
      if (texture != bound) glBindTexture(GL_TEXTURE_2D, texture);
      bound = texture;
      for (std::size_t done = 0; done < count; done += kMostAtOnce) {
        glDrawElementsBaseVertex(GL_TRIANGLES,
                                 static_cast<GLsizei>(std::min(kMostAtOnce, count - done)),
                                 kIndexType, at((first + done) * sizeof(ImDrawIdx)),
                                 static_cast<GLint>(first_vertex + command.VtxOffset));
      }
    }
    first_vertex += static_cast<std::size_t>(list.VtxBuffer.Size);
  }
  glBindVertexArray(0);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
}

}  // namespace heatwave::shell
