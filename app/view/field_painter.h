// Draws the field's texture into the window with colours, walls, media and outlines of sources.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "app/colour/colouring.h"
#include "app/view/cell_marks.h"
#include "app/view/field_display.h"
#include "app/view/field_mapping.h"
#include "app/view/gl_handles.h"
#include "app/view/gl_program.h"
#include "app/view/marked_parts.h"
#include "app/view/range_marks.h"

namespace heatwave::view {

/// The field that is shown, and by which colours.
struct Colouring {
  const FieldDisplay& display;
  const colour::ColourScale& scale;
  RangeMarks ends;
  colour::Rgb outline;
  /// Of the field and of its flags: where both stay, the picture does, for the same colours.
  std::array<std::uint64_t, 2> versions{};
};

/// The pixels of the framebuffer, y downwards, where the field is seen: it leaves none of them out.
core::Rect painted_pixels(const FieldMapping& mapping, double pixels_per_unit);

class FieldPainter {
 public:
  FieldPainter();

  /// Flags of every cell; `version` tells whether they are those already taken.
  void take_flags(std::span<const std::uint8_t> flags, core::Extent extent, std::uint64_t version);
  /// `pixels_per_unit` is the framebuffer's scale against window units.
  void draw(const Colouring& colouring, const FieldMapping& mapping, core::Extent framebuffer,
            double pixels_per_unit);
  /// What is known of each cell besides its value, as CellMark; every `thinned` cells one.
  [[nodiscard]] GLuint marks() const { return marks_.name(); }
  [[nodiscard]] const CellMarks& cell_marks() const { return cell_marks_; }
  [[nodiscard]] int thinned() const { return thinned_; }

 private:
  void take_colours(const colour::ColourMap& map);
  void set(const GlProgram& program, const Colouring& colouring, const FieldMapping& mapping,
           core::Extent framebuffer, double pixels_per_unit) const;

  /// For parts without marks, with marks, and with marks of cells smaller than a pixel; each for
  /// colours that no value is beyond of, and for others.
  std::array<std::array<GlProgram, 2>, 3> programs_;
  GlVertexArray no_vertices_;
  CellMarks cell_marks_;
  std::vector<MarkedPart> parts_;
  GlTexture marks_;
  GlTexture colours_;
  const colour::ColourMap* shown_map_ = nullptr;
  std::uint64_t flags_version_ = ~std::uint64_t{0};
  core::Extent grid_;
  int longest_side_ = 0;
  int thinned_ = 1;  ///< every how many cells the textures show
};

}  // namespace heatwave::view
