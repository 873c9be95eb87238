// Draws two triangles for each square of four heights; the vertex shader computes the vertices. Far
// triangles are drawn first, so that no depth buffer is needed, which is slow in software OpenGL.
#include "app/view/surface_painter.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/view/surface_camera.h"

namespace heatwave::view {
namespace {

/// Squares along a patch. Software OpenGL caches only about two hundred vertices.
constexpr int kPatch = 12;

/// Returns the numbers from `begin` to before `end`, from both ends inwards to `nearest`.
std::vector<int> far_first(int begin, int end, int nearest) {
  std::vector<int> order;
  order.reserve(static_cast<std::size_t>(std::max(0, end - begin)));
  const int middle = std::clamp(nearest, begin, end);
  for (int i = begin; i < middle; ++i) order.push_back(i);
  for (int i = end - 1; i >= middle; --i) order.push_back(i);
  return order;
}

/// Limits for the longer side, in pixels, of the picture laid over the hills. One pixel per cell is
/// enough, unless cells are large, and software OpenGL is slow for every pixel.
constexpr int kLeastLong = 640;
constexpr int kMostLong = 1024;

/// The colour of the sides in full light.
constexpr colour::Rgb kSide{118, 122, 132};

void set(GLint uniform, const Space& way) {
  glUniform3f(uniform, static_cast<float>(way.x), static_cast<float>(way.y),
              static_cast<float>(way.z));
}

/// Returns the size of the picture laid over a surface.
core::Extent laid_extent(core::Extent grid) {
  const double longest = std::max(grid.width, grid.height);
  const double scale = std::clamp<double>(longest, kLeastLong, kMostLong) / longest;
  const auto side = [scale](int cells) {
    return std::max(1, static_cast<int>(std::lround(cells * scale)));
  };
  return {side(grid.width), side(grid.height)};
}

/// Returns the framebuffer's pixels, y upwards, where a surface may be visible.
core::Rect surface_pixels(const SurfaceCamera& camera, core::Extent framebuffer,
                          double pixels_per_unit) {
  const ui::Box& area = camera.area();
  const auto pixel = [pixels_per_unit](float units) {
    return static_cast<int>(std::lround(static_cast<double>(units) * pixels_per_unit));
  };
  return {pixel(area.left), framebuffer.height - pixel(area.bottom), pixel(area.right),
          framebuffer.height - pixel(area.top)};
}

}  // namespace

/// Squares come in patches, so that each vertex of a patch is computed once in the small vertex
/// cache of software OpenGL.
std::vector<std::uint32_t> squares_of(core::Extent places, core::Cell nearest) {
  std::vector<std::uint32_t> corners;
  corners.reserve(static_cast<std::size_t>(6 * places.cells()));
  const core::Extent count{places.width - 1, places.height - 1};
  const auto patches = [](int squares) { return (squares + kPatch - 1) / kPatch; };
  const auto patch_of = [](int square) { return square < 0 ? -1 : square / kPatch; };
  const auto within = [](int patch, int all, int near) {
    return far_first(patch * kPatch, std::min((patch + 1) * kPatch, all), near);
  };
  const auto width = static_cast<std::uint32_t>(places.width);
  for (const int row : far_first(0, patches(count.height), patch_of(nearest.y))) {
    for (const int column : far_first(0, patches(count.width), patch_of(nearest.x))) {
      for (const int y : within(row, count.height, nearest.y)) {
        for (const int x : within(column, count.width, nearest.x)) {
          const std::uint32_t a =
              static_cast<std::uint32_t>(y) * width + static_cast<std::uint32_t>(x);
          corners.insert(corners.end(), {a, a + width, a + 1, a + 1, a + width, a + width + 1});
        }
      }
    }
  }
  return corners;
}

std::array<SurfaceSide, 4> add_sides(std::vector<std::uint32_t>& corners, core::Extent places) {
  const auto all = static_cast<std::uint32_t>(places.cells());
  const auto corner = [&](int x, int y) {
    return static_cast<std::uint32_t>(core::whole(places).index(x, y));
  };
  const auto add = [&](int count, const auto& corner_at) {
    SurfaceSide side{.begin = static_cast<int>(corners.size())};
    for (int i = 0; i + 1 < count; ++i) {
      const std::uint32_t a = corner_at(i);
      const std::uint32_t b = corner_at(i + 1);
      corners.insert(corners.end(), {a, a + all, b, b, a + all, b + all});
    }
    side.count = static_cast<int>(corners.size()) - side.begin;
    return side;
  };
  const int right = places.width - 1;
  const int bottom = places.height - 1;
  return {add(places.height, [&](int y) { return corner(0, y); }),
          add(places.height, [&](int y) { return corner(right, y); }),
          add(places.width, [&](int x) { return corner(x, 0); }),
          add(places.width, [&](int x) { return corner(x, bottom); })};
}

core::Cell nearest_square(const lines::Samples& heights, const SurfaceCamera& camera) {
  const Space eye = camera.ray(0, 0).from;
  const auto square = [](double distance, double spacing, int places) {
    return static_cast<int>(std::clamp(std::floor(distance / spacing), -1.0, places - 1.0));
  };
  return {square(eye.x - heights.first.x, heights.spacing.x, heights.extent.width),
          square(eye.y - heights.first.y, heights.spacing.y, heights.extent.height)};
}

SurfacePainter::SurfacePainter(int samples)
    : program_("shaders/surface.vert", "shaders/surface.frag"), samples_count_(samples) {
  program_.use();
  glUniform1i(program_.uniform("heights"), 0);
  glUniform1i(program_.uniform("picture"), 1);
}

void SurfacePainter::take(const lines::Samples& heights, const SurfaceCamera& camera) {
  bind_texture(0, heights_.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  const core::Extent places = heights.extent;
  const core::Cell nearest = nearest_square(heights, camera);
  const bool other_places = places != places_;
  if (other_places) {
    places_ = places;
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, places.width, places.height, 0, GL_RED, GL_FLOAT,
                 heights.values.data());
    use_nearest();
  } else {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, places.width, places.height, GL_RED, GL_FLOAT,
                    heights.values.data());
  }
  if (!other_places && nearest == nearest_) return;
  nearest_ = nearest;
  std::vector<GLuint> corners = squares_of(places, nearest);
  index_count_ = static_cast<int>(corners.size());
  sides_ = add_sides(corners, places);
  glBindVertexArray(mesh_.name());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.name());
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size() * sizeof(GLuint)),
               corners.data(), GL_STATIC_DRAW);
  glBindVertexArray(0);
}

void SurfacePainter::take_picture(FieldPainter& flat, const Colouring& colouring,
                                  core::Extent grid) {
  const core::Extent extent = laid_extent(grid);
  const PictureKey key = key_of(colouring);
  if (extent == picture_extent_ && key == picture_key_) return;
  picture_key_ = key;
  if (extent != picture_extent_) {
    picture_extent_ = extent;
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, picture_.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, extent.width, extent.height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  }
  const BoundFramebuffer bound(picture_target_.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture_.name(), 0);
  glViewport(0, 0, extent.width, extent.height);
  flat.draw(colouring, whole_in(extent, grid), extent, 1.0);
}

void SurfacePainter::set_view(const SurfaceCamera& camera, core::Extent framebuffer,
                              double pixels_per_unit) {
  const auto clip =
      camera.to_clip(framebuffer.width / pixels_per_unit, framebuffer.height / pixels_per_unit);
  glUniformMatrix4fv(program_.uniform("to_clip"), 1, GL_FALSE, clip.data());
  const SurfaceLight light = light_for(camera);
  set(program_.uniform("light"), light.from);
  set(program_.uniform("halfway"), light.halfway);
}

void SurfacePainter::begin_samples(core::Extent framebuffer, const core::Rect& pixels) {
  glScissor(pixels.x0, pixels.y0, pixels.width(), pixels.height());
  if (samples_count_ == 1) return;
  below_ = drawn_framebuffer();
  if (framebuffer != samples_extent_) {
    samples_extent_ = framebuffer;
    glBindRenderbuffer(GL_RENDERBUFFER, samples_.name());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples_count_, GL_RGBA8, framebuffer.width,
                                     framebuffer.height);
    glBindFramebuffer(GL_FRAMEBUFFER, samples_target_.name());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                              samples_.name());
  }
  glBindFramebuffer(GL_READ_FRAMEBUFFER, below_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, samples_target_.name());
  glBlitFramebuffer(pixels.x0, pixels.y0, pixels.x1, pixels.y1, pixels.x0, pixels.y0, pixels.x1,
                    pixels.y1, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void SurfacePainter::end_samples(const core::Rect& pixels) {
  if (samples_count_ == 1) return;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, samples_target_.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, below_);
  glBlitFramebuffer(pixels.x0, pixels.y0, pixels.x1, pixels.y1, pixels.x0, pixels.y0, pixels.x1,
                    pixels.y1, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, below_);
}

void SurfacePainter::draw_sides(const Relief& relief, const SurfaceCamera& camera) {
  const Space eye = camera.ray(0, 0).from;
  const Space light = light_for(camera).from;
  struct Seen {
    bool is_seen;
    double towards_light;
  };
  const std::array<Seen, 4> seen{{{eye.x < 0, -light.x},
                                  {eye.x > relief.grid.width, light.x},
                                  {eye.y < 0, -light.y},
                                  {eye.y > relief.grid.height, light.y}}};
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (!seen[i].is_seen) continue;
    const auto brightness = static_cast<float>(0.5 + 0.55 * std::max(0.0, seen[i].towards_light));
    glUniform4f(program_.uniform("side"), kSide.r / 255.0F * brightness,
                kSide.g / 255.0F * brightness, kSide.b / 255.0F * brightness, 1.0F);
    const auto first = static_cast<std::uintptr_t>(sides_[i].begin) * sizeof(GLuint);
    glDrawElements(GL_TRIANGLES, sides_[i].count, GL_UNSIGNED_INT,
                   reinterpret_cast<const void*>(first));
  }
}

void SurfacePainter::draw(FieldPainter& flat, const Colouring& colouring, const Relief& relief,
                          const SurfaceCamera& camera, core::Extent framebuffer,
                          double pixels_per_unit) {
  if (relief.heights.empty()) return;
  take_picture(flat, colouring, relief.grid);
  take(relief.heights, camera);
  glViewport(0, 0, framebuffer.width, framebuffer.height);
  const core::Rect pixels = core::intersection(surface_pixels(camera, framebuffer, pixels_per_unit),
                                               core::whole(framebuffer));
  if (index_count_ == 0 || pixels.empty()) return;
  begin_samples(framebuffer, pixels);
  program_.use();
  const lines::Samples& heights = relief.heights;
  glUniform2i(program_.uniform("places"), places_.width, places_.height);
  glUniform2f(program_.uniform("first"), static_cast<float>(heights.first.x),
              static_cast<float>(heights.first.y));
  glUniform2f(program_.uniform("spacing"), static_cast<float>(heights.spacing.x),
              static_cast<float>(heights.spacing.y));
  glUniform2f(program_.uniform("grid"), static_cast<float>(relief.grid.width),
              static_cast<float>(relief.grid.height));
  glUniform1f(program_.uniform("base"), static_cast<float>(relief.base));
  glUniform4f(program_.uniform("side"), 0, 0, 0, 0);
  set_view(camera, framebuffer, pixels_per_unit);
  bind_texture(1, picture_.name());
  bind_texture(0, heights_.name());
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glEnable(GL_SCISSOR_TEST);
  glBindVertexArray(mesh_.name());
  glDrawElements(GL_TRIANGLES, index_count_, GL_UNSIGNED_INT, nullptr);
  draw_sides(relief, camera);
  glBindVertexArray(0);
  glDisable(GL_SCISSOR_TEST);
  end_samples(pixels);
}

}  // namespace heatwave::view
