// Draws each part of the field as one triangle; the fragment shader does the rest.
#include "app/view/field_painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace heatwave::view {
namespace {

// Texture units.
constexpr int kFieldUnit = 0;
constexpr int kMarksUnit = 1;
constexpr int kColoursUnit = 2;
constexpr int kBetweenUnit = 3;

/// Returns the part of the framebuffer, y upwards, that shows the grid.
core::Rect seen_part(const FieldMapping& mapping, core::Extent framebuffer,
                     double pixels_per_unit) {
  const core::Rect seen = painted_pixels(mapping, pixels_per_unit);
  return {seen.x0, framebuffer.height - seen.y1, seen.x1, framebuffer.height - seen.y0};
}

/// Returns the pixels, y upwards, whose centres lie in these shown cells.
core::Rect pixels_of(const core::Rect& cells, int thinned, const FieldMapping& mapping,
                     core::Extent framebuffer, double pixels_per_unit) {
  const auto pixel = [&](int x, int y) {
    const core::Point at =
        mapping.to_window({static_cast<double>(x) * thinned, static_cast<double>(y) * thinned});
    const auto first = [pixels_per_unit](double units) {
      return static_cast<int>(std::clamp(std::ceil(units * pixels_per_unit - 0.5), -1e6, 1e6));
    };
    return std::pair{first(at.x), framebuffer.height - first(at.y)};
  };
  const auto [x0, y1] = pixel(cells.x0, cells.y0);
  const auto [x1, y0] = pixel(cells.x1, cells.y1);
  return {x0, y0, x1, y1};
}

}  // namespace

FieldMapping whole_in(core::Extent extent, core::Extent grid) {
  FieldMapping whole;
  whole.place({0, 0, static_cast<float>(extent.width), static_cast<float>(extent.height)}, grid);
  return whole;
}

core::Rect painted_pixels(const FieldMapping& mapping, double pixels_per_unit) {
  const ui::Box seen = mapping.seen();
  const auto pixel = [pixels_per_unit](float units) {
    return static_cast<int>(std::lround(static_cast<double>(units) * pixels_per_unit));
  };
  return {pixel(seen.left), pixel(seen.top), pixel(seen.right), pixel(seen.bottom)};
}

PictureKey key_of(const Colouring& colouring) {
  return {.versions = colouring.versions,
          .scale = colouring.scale,
          .outline = colouring.outline,
          .smooth = colouring.smooth,
          .relief = colouring.relief};
}

FieldPainter::FieldPainter() : longest_side_(longest_field_texture()) {
  glSamplerParameteri(linear_.name(), GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glSamplerParameteri(linear_.name(), GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glSamplerParameteri(linear_.name(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glSamplerParameteri(linear_.name(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

const GlProgram& FieldPainter::program_for(ShaderChoice choice) {
  // Choices that differ only in a constant that does not count share a program.
  if (choice.kind == PartKind::plain) choice.small = false;
  if (choice.kind == PartKind::near_walls && !choice.relief &&
      choice.interpolation == lines::Interpolation::none) {
    choice.kind = PartKind::marked;
  }
  const auto known = programs_.find(choice);
  if (known != programs_.end()) return known->second;
  const std::string constants = fmt::format(
      "const bool kMarked = {};\nconst bool kSmall = {};\nconst bool kNearWalls = {};\n"
      "const int kInterpolation = {};\nconst bool kRelief = {};\nconst float kSoftness = {:.1f};\n",
      choice.kind != PartKind::plain, choice.small, choice.kind == PartKind::near_walls,
      static_cast<int>(choice.interpolation), choice.relief,
      choice.scale == colour::ScaleKind::softened ? colour::kSoftness : 0.0F);
  const auto made =
      programs_.try_emplace(choice, "shaders/triangle.vert", "shaders/field.frag", constants);
  const GlProgram& program = made.first->second;
  program.use();
  glUniform1i(program.uniform("field"), kFieldUnit);
  glUniform1i(program.uniform("marks"), kMarksUnit);
  glUniform1i(program.uniform("colours"), kColoursUnit);
  glUniform1i(program.uniform("between"), kBetweenUnit);
  return program;
}

void FieldPainter::take_flags(std::span<const std::uint8_t> flags, core::Extent extent,
                              std::uint64_t version) {
  if (version == flags_version_ && extent == grid_) return;
  flags_version_ = version;
  grid_ = extent;
  thinned_ = field::display_stride(extent, longest_side_);
  const core::Extent before = cell_marks_.shown();
  const core::Rect changed = cell_marks_.update(flags, extent, thinned_);
  if (changed.empty()) return;
  parts_ = marked_parts(cell_marks_);
  const core::Extent shown = cell_marks_.shown();
  bind_texture(kMarksUnit, marks_.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, shown.width);
  if (shown != before) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8UI, shown.width, shown.height, 0, GL_RED_INTEGER,
                 GL_UNSIGNED_BYTE, cell_marks_.at(0, 0));
    use_nearest();
  } else {
    glTexSubImage2D(GL_TEXTURE_2D, 0, changed.x0, changed.y0, changed.width(), changed.height(),
                    GL_RED_INTEGER, GL_UNSIGNED_BYTE, cell_marks_.at(changed.x0, changed.y0));
  }
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

void FieldPainter::take_colours(const colour::ColourMap& map) {
  if (shown_map_ == &map) return;
  shown_map_ = &map;
  bind_texture(kColoursUnit, colours_.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, static_cast<GLsizei>(map.table.size()), 1, 0, GL_RGB,
               GL_UNSIGNED_BYTE, map.table.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  use_nearest();
}

void FieldPainter::set(const GlProgram& program, const Colouring& colouring,
                       const PixelPlaces& places) const {
  const colour::ColourScale& scale = colouring.scale;
  const auto uniform = [&program](const char* name) { return program.uniform(name); };
  program.use();
  glUniform2f(uniform("origin"), places.left, places.top);
  glUniform1f(uniform("cells_per_pixel"), places.cells_per_pixel);
  glUniform2i(uniform("grid"), grid_.width, grid_.height);
  glUniform1i(uniform("thinned"), thinned_);
  // The centre of the first cell of each texel lies at the texel's centre.
  const core::Extent texels = cell_marks_.shown();
  const auto scale_of = [this](int count) { return 1.0F / static_cast<float>(thinned_ * count); };
  const auto shift_of = [this](int count) {
    return (0.5F - 0.5F / static_cast<float>(thinned_)) / static_cast<float>(count);
  };
  glUniform2f(uniform("between_scale"), scale_of(texels.width), scale_of(texels.height));
  glUniform2f(uniform("between_shift"), shift_of(texels.width), shift_of(texels.height));
  glUniform1f(uniform("low"), scale.low);
  glUniform1f(uniform("high"), scale.high);
  glUniform1i(uniform("bands"), scale.bands);
  if (scale.kind == colour::ScaleKind::softened) {
    const colour::Softening curve = scale.softening();
    glUniform4f(uniform("softening"), curve.centre, curve.reach, curve.first, curve.height);
  }
  glUniform1f(uniform("steepness"), colour::steepness_of(grid_, scale));
  glUniform3f(uniform("wall_colour"), colour::kWallColour.r / 255.0F,
              colour::kWallColour.g / 255.0F, colour::kWallColour.b / 255.0F);
  const colour::Rgb outline = colouring.outline;
  glUniform3f(uniform("outline"), outline.r / 255.0F, outline.g / 255.0F, outline.b / 255.0F);
}

std::vector<MarkedPart> FieldPainter::parts_in_pixels(const FieldMapping& mapping,
                                                      core::Extent framebuffer,
                                                      double pixels_per_unit) const {
  const core::Rect seen = seen_part(mapping, framebuffer, pixels_per_unit);
  const core::Extent shown = cell_marks_.shown();
  std::vector<MarkedPart> parts;
  for (const MarkedPart& part : parts_) {
    core::Rect pixels = pixels_of(part.cells, thinned_, mapping, framebuffer, pixels_per_unit);
    // The outermost parts extend to the border, wherever rounding puts it.
    if (part.cells.x0 == 0) pixels.x0 = seen.x0;
    if (part.cells.y1 == shown.height) pixels.y0 = seen.y0;
    if (part.cells.x1 == shown.width) pixels.x1 = seen.x1;
    if (part.cells.y0 == 0) pixels.y1 = seen.y1;
    pixels = core::intersection(pixels, seen);
    if (!pixels.empty()) parts.push_back({pixels, part.kind});
  }
  return parts;
}

FieldPainter::PixelPlaces FieldPainter::places_of(const FieldMapping& mapping,
                                                  core::Extent framebuffer,
                                                  double pixels_per_unit) const {
  const core::Point corner = mapping.to_window({0, 0});
  return {.pixels = seen_part(mapping, framebuffer, pixels_per_unit),
          .left = static_cast<float>(corner.x * pixels_per_unit),
          .top = static_cast<float>(framebuffer.height - corner.y * pixels_per_unit),
          .cells_per_pixel = static_cast<float>(1.0 / (mapping.scale() * pixels_per_unit))};
}

void FieldPainter::draw(const Colouring& colouring, const FieldMapping& mapping,
                        core::Extent framebuffer, double pixels_per_unit) {
  const PixelPlaces places = places_of(mapping, framebuffer, pixels_per_unit);
  if (places.pixels.empty()) return;
  const std::vector<MarkedPart> parts = parts_in_pixels(mapping, framebuffer, pixels_per_unit);
  const double pixels_per_texel = thinned_ / static_cast<double>(places.cells_per_pixel);
  ShaderChoice choice{.small = places.cells_per_pixel > 1.0F,
                      .relief = colouring.relief,
                      .scale = colouring.scale.kind};
  if (colouring.smooth) choice.interpolation = lines::interpolation_for(pixels_per_texel);
  take_colours(*colouring.scale.map);
  bind_texture(kFieldUnit, colouring.display.texture());
  bind_texture(kMarksUnit, marks_.name());
  bind_texture(kColoursUnit, colours_.name());
  bind_texture(kBetweenUnit, colouring.display.texture());
  glBindSampler(kBetweenUnit, linear_.name());
  glEnable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
  glBindVertexArray(no_vertices_.name());
  for (const PartKind kind : {PartKind::plain, PartKind::marked, PartKind::near_walls}) {
    choice.kind = kind;
    bool is_set = false;
    for (const MarkedPart& part : parts) {
      if (part.kind != kind) continue;
      if (!std::exchange(is_set, true)) set(program_for(choice), colouring, places);
      const core::Rect& pixels = part.cells;
      glScissor(pixels.x0, pixels.y0, pixels.width(), pixels.height());
      glDrawArrays(GL_TRIANGLES, 0, 3);
    }
  }
  glBindSampler(kBetweenUnit, 0);
  glBindVertexArray(0);
  glDisable(GL_SCISSOR_TEST);
  glActiveTexture(GL_TEXTURE0);
}

}  // namespace heatwave::view
