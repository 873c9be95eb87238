// Draws the field's texture into the window with colours, walls, media and outlines of sources.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "app/colour/colouring.h"
#include "app/view/cell_marks.h"
#include "app/view/field_display.h"
#include "app/view/field_mapping.h"
#include "app/view/gl_handles.h"
#include "app/view/gl_program.h"
#include "app/view/host_picture.h"
#include "app/view/marked_parts.h"
#include "app/view/plain_picture.h"

namespace heatwave::view {

/// Hands the newest field to a target.
using FieldSource = std::function<void(field::DisplayTarget&)>;

/// The field that is shown, and by which colours.
struct Colouring {
  const FieldDisplay& display;
  /// For whoever does without the display; empty: it cannot be had now, and what was shown stays.
  FieldSource field;
  const colour::ColourScale& scale;
  colour::Rgb outline;
  /// Of the field and of its flags: where both stay, the picture does, for the same colours.
  std::array<std::uint64_t, 2> versions{};
};

/// What a picture was made of.
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

/// A grid over all of a picture.
FieldMapping whole_in(core::Extent extent, core::Extent grid);

/// The pixels of the framebuffer, y downwards, where the field is seen: it leaves none of them out.
core::Rect painted_pixels(const FieldMapping& mapping, double pixels_per_unit);

class FieldPainter {
 public:
  /// `painters` make the field's pictures, and OpenGL only shows them; null: OpenGL does all.
  explicit FieldPainter(core::ThreadTeam* painters);

  /// Flags of every cell; `version` tells whether they are those already taken.
  void take_flags(std::span<const std::uint8_t> flags, core::Extent extent, std::uint64_t version);
  /// What the processor makes of the picture that draw() will show, as far as that goes without
  /// OpenGL. `pixels_per_unit` is the framebuffer's scale against window units.
  void work_out(const Colouring& colouring, const FieldMapping& mapping, core::Extent framebuffer,
                double pixels_per_unit);
  void draw(const Colouring& colouring, const FieldMapping& mapping, core::Extent framebuffer,
            double pixels_per_unit);
  /// All of the grid in so many pixels, row by row from below; only where the processor makes
  /// pictures. None: it cannot be had now.
  std::span<const std::uint32_t> picture(const Colouring& colouring, core::Extent extent);
  /// What is known of each cell besides its value, as CellMark; every `thinned` cells one.
  [[nodiscard]] GLuint marks() const { return shaders_ ? shaders_->marks.name() : 0; }
  [[nodiscard]] const CellMarks& cell_marks() const { return cell_marks_; }
  [[nodiscard]] int thinned() const { return thinned_; }
  /// Null: OpenGL does all.
  [[nodiscard]] core::ThreadTeam* painters() const { return painters_; }

 private:
  /// What the shader needs: no part of it where the processor makes the picture.
  struct Shaders {
    Shaders();
    /// One for parts without marks, one for parts with marks, and one for parts with marks whose
    /// cells are smaller than a pixel.
    std::array<GlProgram, 3> programs;
    GlVertexArray no_vertices;
    GlTexture marks;
    GlTexture colours;
    const colour::ColourMap* shown_map = nullptr;
  };
  struct ByProcessor {
    ByProcessor(int longest_side, core::ThreadTeam& painters) : made(longest_side, painters) {}
    HostPicture made;
    PlainPicture shown;
    std::uint64_t marks_version = 0;
    PixelPlaces places;
    std::optional<PictureKey> key;
    bool is_shown = false;  ///< what was made last
  };
  void take_colours(const colour::ColourMap& map);
  void set(const GlProgram& program, const Colouring& colouring, const PixelPlaces& places) const;
  void draw_by_shader(const Colouring& colouring, const PixelPlaces& places,
                      const std::vector<MarkedPart>& parts);
  void draw_by_processor(const Colouring& colouring, const PixelPlaces& places,
                         const std::vector<MarkedPart>& parts);
  void make(const Colouring& colouring, const PixelPlaces& places,
            const std::vector<MarkedPart>& parts);
  [[nodiscard]] PixelPlaces places_of(const FieldMapping& mapping, core::Extent framebuffer,
                                      double pixels_per_unit) const;
  /// The parts of the grid in pixels of the framebuffer, counted upwards.
  [[nodiscard]] std::vector<MarkedPart> parts_in_pixels(const FieldMapping& mapping,
                                                        core::Extent framebuffer,
                                                        double pixels_per_unit) const;

  core::ThreadTeam* painters_;
  std::optional<Shaders> shaders_;
  std::optional<ByProcessor> by_processor_;
  CellMarks cell_marks_;
  std::vector<MarkedPart> parts_;
  std::uint64_t flags_version_ = ~std::uint64_t{0};
  std::uint64_t marks_version_ = 1;
  core::Extent grid_;
  int longest_side_ = 0;
  int thinned_ = 1;  ///< every how many cells the textures show
};

}  // namespace heatwave::view
