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

namespace heatwave::view {

/// The field that is shown, and by which colours.
struct Colouring {
  const FieldDisplay& display;
  const colour::ColourScale& scale;
  colour::Rgb outline;
  /// The versions of the field and of its flags: the same versions in the same colours give the
  /// same picture.
  std::array<std::uint64_t, 2> versions{};
};

/// The values that determine a picture.
struct PictureKey {
  std::array<std::uint64_t, 2> versions{};
  const colour::ColourMap* map = nullptr;
  int bands = 0;
  float low = 0.0F;
  float high = 0.0F;
  colour::Rgb outline;
  friend bool operator==(const PictureKey&, const PictureKey&) = default;
};
PictureKey key_of(const Colouring& colouring);

/// Maps the grid onto a whole picture.
FieldMapping whole_in(core::Extent extent, core::Extent grid);

/// The pixels of the framebuffer, y downwards, where the field is seen: it leaves none of them out.
core::Rect painted_pixels(const FieldMapping& mapping, double pixels_per_unit);

class FieldPainter {
 public:
  /// An OpenGL context must be current.
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
  /// Where pixels, counted upwards, lie over cells.
  struct PixelPlaces {
    core::Rect pixels;  ///< Where the grid is seen.
    float left = 0.0F;  ///< The left side of the grid, in pixels.
    float top = 0.0F;   ///< The upper side of the grid, in pixels.
    float cells_per_pixel = 1.0F;
  };
  void take_colours(const colour::ColourMap& map);
  void set(const GlProgram& program, const Colouring& colouring, const PixelPlaces& places) const;
  [[nodiscard]] PixelPlaces places_of(const FieldMapping& mapping, core::Extent framebuffer,
                                      double pixels_per_unit) const;
  /// The parts of the grid in pixels of the framebuffer, counted upwards.
  [[nodiscard]] std::vector<MarkedPart> parts_in_pixels(const FieldMapping& mapping,
                                                        core::Extent framebuffer,
                                                        double pixels_per_unit) const;

  /// The programs for parts without marks, for parts with marks, and for parts with marks whose
  /// cells are smaller than a pixel.
  std::array<GlProgram, 3> programs_;
  GlVertexArray no_vertices_;
  GlTexture marks_;
  GlTexture colours_;
  const colour::ColourMap* shown_map_ = nullptr;
  CellMarks cell_marks_;
  std::vector<MarkedPart> parts_;
  std::uint64_t flags_version_ = ~std::uint64_t{0};
  core::Extent grid_;
  int longest_side_ = 0;
  int thinned_ = 1;  ///< every how many cells the textures show
};

}  // namespace heatwave::view
