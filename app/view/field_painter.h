// Draws the field's texture into the window with colours, walls, media and outlines of sources.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "app/colour/colouring.h"
#include "app/lines/interpolation.h"
#include "app/view/cell_marks.h"
#include "app/view/field_display.h"
#include "app/view/field_mapping.h"
#include "app/view/gl_objects.h"

namespace heatwave::view {

/// The field to show and its colours.
struct Colouring {
  const FieldDisplay& display;
  const colour::ColourScale& scale;
  colour::Rgb outline;
  /// Versions of the field and of its flags; equal versions and colours give an equal picture.
  std::array<std::uint64_t, 2> versions{};
  bool smooth = true;   ///< values between cells are interpolated where cells are a few pixels wide
  bool relief = false;  ///< lit from the upper left
};

/// The values that determine a picture.
struct PictureKey {
  std::array<std::uint64_t, 2> versions{};
  colour::ColourScale scale;
  colour::Rgb outline;
  bool smooth = true;
  bool relief = false;
  friend bool operator==(const PictureKey&, const PictureKey&) = default;
};
PictureKey key_of(const Colouring& colouring);

/// Returns the mapping of a whole grid onto a whole picture.
FieldMapping whole_in(core::Extent extent, core::Extent grid);

/// Returns the framebuffer's pixels, y downwards, that draw() fills.
core::Rect painted_pixels(const FieldMapping& mapping, double pixels_per_unit);

class FieldPainter {
 public:
  /// Precondition: an OpenGL context is current.
  FieldPainter();

  /// Takes the flags of every cell, unless `version` equals the last one.
  void take_flags(std::span<const std::uint8_t> flags, core::Extent extent, std::uint64_t version);
  /// `pixels_per_unit`: framebuffer pixels per window unit.
  void draw(const Colouring& colouring, const FieldMapping& mapping, core::Extent framebuffer,
            double pixels_per_unit);
  /// Returns the texture of CellMark values, one for every `thinned`-th cell.
  [[nodiscard]] GLuint marks() const { return marks_.name(); }
  [[nodiscard]] const CellMarks& cell_marks() const { return cell_marks_; }
  [[nodiscard]] int thinned() const { return thinned_; }

 private:
  /// Relates pixels, counted upwards, to cells.
  struct PixelPlaces {
    core::Rect pixels;  ///< the pixels that show the grid
    float left = 0.0F;  ///< left edge of the grid, in pixels
    float top = 0.0F;   ///< upper edge of the grid, in pixels
    float cells_per_pixel = 1.0F;
  };
  /// The constants that a program is compiled for.
  struct ShaderChoice {
    PartKind kind = PartKind::plain;
    bool small = false;  ///< cells are smaller than pixels
    lines::Interpolation interpolation = lines::Interpolation::none;
    bool relief = false;
    colour::ScaleKind scale = colour::ScaleKind::linear;
    // NOLINTNEXTLINE(modernize-use-nullptr): it takes the 0 of an order for a null pointer
    friend auto operator<=>(const ShaderChoice&, const ShaderChoice&) = default;
  };
  const GlProgram& program_for(ShaderChoice choice);
  void take_colours(const colour::ColourMap& map);
  void set(const GlProgram& program, const Colouring& colouring, const PixelPlaces& places) const;
  [[nodiscard]] PixelPlaces places_of(const FieldMapping& mapping, core::Extent framebuffer,
                                      double pixels_per_unit) const;
  /// Returns the parts of the grid in framebuffer pixels, counted upwards.
  [[nodiscard]] std::vector<MarkedPart> parts_in_pixels(const FieldMapping& mapping,
                                                        core::Extent framebuffer,
                                                        double pixels_per_unit) const;

  std::map<ShaderChoice, GlProgram> programs_;  ///< the programs that were needed so far
  GlVertexArray no_vertices_;
  GlSampler linear_;
  GlTexture marks_;
  GlTexture colours_;
  const colour::ColourMap* shown_map_ = nullptr;
  CellMarks cell_marks_;
  std::vector<MarkedPart> parts_;
  std::uint64_t flags_version_ = ~std::uint64_t{0};
  core::Extent grid_;
  int longest_side_ = 0;
  int thinned_ = 1;  ///< stride of the textures, in cells
};

}  // namespace heatwave::view
