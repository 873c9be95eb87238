// Draws each part of the field by one triangle; all the rest is the fragment shader's work.
#include "app/view/field_painter.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace heatwave::view {
namespace {

struct PixelRect {
  int x0, y0, x1, y1;
};

/// The part of the framebuffer, y upwards, where the grid is seen.
PixelRect seen_part(const FieldMapping& mapping, core::Extent framebuffer, double pixels_per_unit) {
  const core::Rect seen = painted_pixels(mapping, pixels_per_unit);
  return {.x0 = seen.x0,
          .y0 = framebuffer.height - seen.y1,
          .x1 = seen.x1,
          .y1 = framebuffer.height - seen.y0};
}

/// The pixels, y upwards, whose middles lie in these of the cells that are shown.
PixelRect pixels_of(const core::Rect& cells, int thinned, const FieldMapping& mapping,
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
  return {.x0 = x0, .y0 = y0, .x1 = x1, .y1 = y1};
}

GlProgram program_for(bool marked, bool small, bool beyond) {
  const auto said = [](const char* name, bool value) {
    return std::string("const bool ") + name + (value ? " = true;\n" : " = false;\n");
  };
  return {"shaders/triangle.vert", "shaders/field.frag",
          said("kMarked", marked) + said("kSmall", small) + said("kBeyond", beyond)};
}

void use_nearest() {
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
}

}  // namespace

core::Rect painted_pixels(const FieldMapping& mapping, double pixels_per_unit) {
  const ui::Box seen = mapping.seen();
  const auto pixel = [pixels_per_unit](float units) {
    return static_cast<int>(std::lround(static_cast<double>(units) * pixels_per_unit));
  };
  return {pixel(seen.left), pixel(seen.top), pixel(seen.right), pixel(seen.bottom)};
}

FieldPainter::FieldPainter()
    : programs_{{{program_for(false, false, false), program_for(false, false, true)},
                 {program_for(true, false, false), program_for(true, false, true)},
                 {program_for(true, true, false), program_for(true, true, true)}}},
      longest_side_(longest_field_texture()) {
  for (const auto& pair : programs_) {
    for (const GlProgram& program : pair) {
      program.use();
      glUniform1i(program.uniform("field"), 0);
      glUniform1i(program.uniform("marks"), 1);
      glUniform1i(program.uniform("colours"), 2);
    }
  }
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
  bind_texture(1, marks_.name());
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
  bind_texture(2, colours_.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, static_cast<GLsizei>(map.table.size()), 1, 0, GL_RGB,
               GL_UNSIGNED_BYTE, map.table.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  use_nearest();
}

void FieldPainter::set(const GlProgram& program, const Colouring& colouring,
                       const FieldMapping& mapping, core::Extent framebuffer,
                       double pixels_per_unit) const {
  const colour::ColourScale& scale = colouring.scale;
  const core::Point origin = mapping.to_window({0, 0});
  const auto uniform = [&program](const char* name) { return program.uniform(name); };
  program.use();
  glUniform2f(uniform("origin"), static_cast<float>(origin.x * pixels_per_unit),
              static_cast<float>(framebuffer.height - origin.y * pixels_per_unit));
  glUniform1f(uniform("cell_pixels"), static_cast<float>(mapping.scale() * pixels_per_unit));
  glUniform2i(uniform("grid"), grid_.width, grid_.height);
  glUniform1i(uniform("thinned"), thinned_);
  glUniform1f(uniform("low"), scale.low);
  glUniform1f(uniform("high"), scale.high);
  glUniform1i(uniform("bands"), scale.bands);
  glUniform2f(uniform("ends"), colouring.ends.below, colouring.ends.above);
  glUniform3f(uniform("wall_colour"), colour::kWallColour.r / 255.0F,
              colour::kWallColour.g / 255.0F, colour::kWallColour.b / 255.0F);
  const colour::Rgb outline = colouring.outline;
  glUniform3f(uniform("outline"), outline.r / 255.0F, outline.g / 255.0F, outline.b / 255.0F);
}

void FieldPainter::draw(const Colouring& colouring, const FieldMapping& mapping,
                        core::Extent framebuffer, double pixels_per_unit) {
  const PixelRect seen = seen_part(mapping, framebuffer, pixels_per_unit);
  if (seen.x1 <= seen.x0 || seen.y1 <= seen.y0) return;
  take_colours(*colouring.scale.map);
  bind_texture(0, colouring.display.texture());
  bind_texture(1, marks_.name());
  bind_texture(2, colours_.name());
  glEnable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
  glBindVertexArray(no_vertices_.name());
  const bool beyond = std::isfinite(colouring.ends.below) || std::isfinite(colouring.ends.above);
  const bool small = mapping.scale() * pixels_per_unit < 1.0;
  for (const bool marked : {false, true}) {
    const std::size_t marks = !marked ? 0 : small ? 2 : 1;
    set(programs_[marks][beyond ? 1 : 0], colouring, mapping, framebuffer, pixels_per_unit);
    for (const MarkedPart& part : parts_) {
      if (part.marked != marked) continue;
      const PixelRect all = pixels_of(part.cells, thinned_, mapping, framebuffer, pixels_per_unit);
      // The outermost parts reach to the rim, wherever rounding puts it.
      const core::Extent shown = cell_marks_.shown();
      const int x0 = part.cells.x0 == 0 ? seen.x0 : std::max(seen.x0, all.x0);
      const int y0 = part.cells.y1 == shown.height ? seen.y0 : std::max(seen.y0, all.y0);
      const int x1 = part.cells.x1 == shown.width ? seen.x1 : std::min(seen.x1, all.x1);
      const int y1 = part.cells.y0 == 0 ? seen.y1 : std::min(seen.y1, all.y1);
      if (x1 <= x0 || y1 <= y0) continue;
      glScissor(x0, y0, x1 - x0, y1 - y0);
      glDrawArrays(GL_TRIANGLES, 0, 3);
    }
  }
  glBindVertexArray(0);
  glDisable(GL_SCISSOR_TEST);
  glActiveTexture(GL_TEXTURE0);
}

}  // namespace heatwave::view
