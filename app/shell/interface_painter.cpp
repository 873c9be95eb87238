// Lays all lists into one buffer; each command has a place in it, a texture and a rectangle.
#include "app/shell/interface_painter.h"

#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

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

/// Where the picture of letters lies.
ImTextureID letters() {
#if IMGUI_VERSION_NUM >= 19200
  return ImGui::GetIO().Fonts->TexRef.GetTexID();
#else
  return ImGui::GetIO().Fonts->TexID;
#endif
}

const void* at(std::size_t bytes) { return reinterpret_cast<const void*>(bytes); }

void attribute(GLuint place, GLint count, GLenum type, GLboolean normalized, std::size_t offset) {
  glEnableVertexAttribArray(place);
  glVertexAttribPointer(place, count, type, normalized, sizeof(ImDrawVert), at(offset));
}

}  // namespace

InterfacePainter::InterfacePainter(bool keeps_pictures)
    : program_("shaders/interface.vert", "shaders/interface.frag"),
      projection_(program_.uniform("projection")) {
  if (keeps_pictures) pictures_.emplace();
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

void InterfacePainter::clear() {
  all_vertices_.clear();
  all_indices_.clear();
  parts_.clear();
}

/// Each command's triangles, each rectangle of letters and panels from a sixth index on and in
/// parts that software OpenGL does not part again: there it sees that two triangles are a
/// rectangle.
void InterfacePainter::take(const ImDrawList& list, ImVec2 scale) {
  const std::size_t first_vertex = all_vertices_.size();
  all_vertices_.insert(all_vertices_.end(), list.VtxBuffer.begin(), list.VtxBuffer.end());
  for (const ImDrawCmd& command : list.CmdBuffer) {
    const std::size_t first = all_indices_.size();
    ui::append_by_rectangles({&list.IdxBuffer.Data[command.IdxOffset], command.ElemCount},
                             all_indices_);
    const ImVec4 clip = command.ClipRect;
    parts_.push_back(
        {.first = first,
         .count = all_indices_.size() - first,
         .first_vertex = first_vertex + command.VtxOffset,
         .texture = name_of(command.GetTexID()),
         .is_picture = false,
         .is_opaque = false,
         .clip = {clip.x * scale.x, clip.y * scale.y, clip.z * scale.x, clip.w * scale.y}});
  }
}

void InterfacePainter::take(const ListPictures::Picture& picture, ImVec2 scale) {
  parts_.push_back({.first = all_indices_.size(),
                    .count = 6,
                    .first_vertex = all_vertices_.size(),
                    .texture = picture.texture.name(),
                    .is_picture = true,
                    .is_opaque = picture.ground.has_value(),
                    .clip = picture.pixels});
  const float left = picture.pixels.left / scale.x;
  const float right = picture.pixels.right / scale.x;
  const float top = picture.pixels.top / scale.y;
  const float bottom = picture.pixels.bottom / scale.y;
  for (const auto& [place, part] : {std::pair{ImVec2{left, top}, ImVec2{0, 1}},
                                    {{right, top}, {1, 1}},
                                    {{right, bottom}, {1, 0}},
                                    {{left, bottom}, {0, 0}}}) {
    all_vertices_.push_back({place, part, IM_COL32_WHITE});
  }
  all_indices_.insert(all_indices_.end(), {0, 1, 2, 0, 2, 3});
}

void InterfacePainter::upload() const {
  glBindBuffer(GL_ARRAY_BUFFER, vertices_.name());
  // New memory each time: nobody waits until the frame before has been drawn.
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(all_vertices_.size() * sizeof(ImDrawVert)),
               all_vertices_.data(), GL_STREAM_DRAW);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER,
               static_cast<GLsizeiptr>(all_indices_.size() * sizeof(ImDrawIdx)),
               all_indices_.data(), GL_STREAM_DRAW);
}

void InterfacePainter::prepare(const ui::Box& pixels, ImVec2 scale) const {
  glBlendEquation(GL_FUNC_ADD);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_SCISSOR_TEST);
  glViewport(0, 0, static_cast<GLsizei>(pixels.width()), static_cast<GLsizei>(pixels.height()));
  std::array<float, 16> projection{};
  projection[0] = 2.0F * scale.x / pixels.width();
  projection[5] = -2.0F * scale.y / pixels.height();
  projection[10] = -1.0F;
  projection[12] = -(pixels.right + pixels.left) / pixels.width();
  projection[13] = (pixels.bottom + pixels.top) / pixels.height();
  projection[15] = 1.0F;
  program_.use();
  glUniformMatrix4fv(projection_, 1, GL_FALSE, projection.data());
  glActiveTexture(GL_TEXTURE0);
}

void InterfacePainter::draw_parts(const ui::Box& pixels, ImVec2 scale) const {
  glBindVertexArray(array_.name());
  upload();
  prepare(pixels, scale);
  for (const Part& part : parts_) {
    const ui::Box& clip = part.clip;
    if (clip.right <= clip.left || clip.bottom <= clip.top) continue;
    glScissor(static_cast<GLint>(std::floor(clip.left - pixels.left)),
              static_cast<GLint>(std::floor(pixels.bottom - clip.bottom)),
              static_cast<GLsizei>(clip.width()), static_cast<GLsizei>(clip.height()));
    glBindTexture(GL_TEXTURE_2D, part.texture);
    if (part.is_opaque) {
      glDisable(GL_BLEND);
    } else {
      glEnable(GL_BLEND);
    }
    // Colours into a picture that is clear at first become multiplied by their opacity.
    glBlendFuncSeparate(part.is_picture ? GL_ONE : GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE,
                        GL_ONE_MINUS_SRC_ALPHA);
    for (std::size_t done = 0; done < part.count; done += kMostAtOnce) {
      glDrawElementsBaseVertex(
          GL_TRIANGLES, static_cast<GLsizei>(std::min(kMostAtOnce, part.count - done)), kIndexType,
          at((part.first + done) * sizeof(ImDrawIdx)), static_cast<GLint>(part.first_vertex));
    }
  }
  glBindVertexArray(0);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
}

void InterfacePainter::draw(const ImDrawData& data, const std::optional<Ground>& ground) {
  update_textures(data);
  const ImVec2 scale = data.FramebufferScale;
  const ui::Box window{0, 0, std::floor(data.DisplaySize.x * scale.x),
                       std::floor(data.DisplaySize.y * scale.y)};
  if (window.width() < 1 || window.height() < 1) return;
  std::vector<const ImDrawList*> lists;
  for (int i = 0; i < data.CmdListsCount; ++i) lists.push_back(data.CmdLists[i]);
  std::vector<const ListPictures::Picture*> instead(lists.size());
  if (pictures_) {
    pictures_->forget_others(lists);
    const auto draw_one = [&](const ImDrawList& list, const ui::Box& pixels) {
      clear();
      take(list, scale);
      draw_parts(pixels, scale);
    };
    std::vector<ui::Box> drawn;  // pixels, by those before
    const auto ground_of = [&](const ui::Box& pixels) -> std::optional<ImU32> {
      if (!ground || pixels.meets(ground->other)) return {};
      const auto meets = [&](const ui::Box& other) { return pixels.meets(other); };
      if (std::any_of(drawn.begin(), drawn.end(), meets)) return {};
      return ground->colour;
    };
    for (std::size_t i = 0; i < lists.size(); ++i) {
      if (lists[i]->CmdBuffer.empty()) continue;  // left out for now
      instead[i] = pictures_->of(*lists[i], letters(), scale, ground_of, draw_one);
      drawn.push_back(instead[i] != nullptr ? instead[i]->pixels : ui::pixels_of(*lists[i], scale));
    }
  }
  clear();
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (instead[i] != nullptr) {
      take(*instead[i], scale);
    } else {
      take(*lists[i], scale);
    }
  }
  draw_parts(window, scale);
}

}  // namespace heatwave::shell
