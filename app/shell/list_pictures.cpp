// Each has memory of its own, of its size.
#include "app/shell/list_pictures.h"

#include <algorithm>

namespace heatwave::shell {
namespace {

void begin(const ListPictures::Picture& picture) {
  glBindTexture(GL_TEXTURE_2D, picture.texture.name());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(picture.pixels.width()),
               static_cast<GLsizei>(picture.pixels.height()), 0, GL_RGBA, GL_UNSIGNED_BYTE,
               nullptr);
  view::use_nearest();
  glBindFramebuffer(GL_FRAMEBUFFER, picture.target.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                         picture.texture.name(), 0);
  const ImVec4 ground = ImGui::ColorConvertU32ToFloat4(picture.ground.value_or(0));
  glClearColor(ground.x, ground.y, ground.z, ground.w);
  glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace

void ListPictures::forget_others(std::span<const ImDrawList* const> lists) {
  steady_.forget_others(lists);
  std::erase_if(pictures_, [&](const auto& kept) {
    return std::find(lists.begin(), lists.end(), kept.first) == lists.end();
  });
}

const ListPictures::Picture* ListPictures::of(const ImDrawList& list, ImTextureID letters,
                                              ImVec2 scale, const GroundOf& ground_of,
                                              const Draw& draw) {
  const auto steady = steady_.picture_of(list, letters, scale);
  if (!steady) return nullptr;
  Picture& picture = pictures_[&list];
  const std::optional<ImU32> ground = ground_of(steady->pixels);
  if (steady->is_new || picture.ground != ground) {
    picture.pixels = steady->pixels;
    picture.ground = ground;
    begin(picture);
    draw(list, picture.pixels);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
  }
  return &picture;
}

}  // namespace heatwave::shell
