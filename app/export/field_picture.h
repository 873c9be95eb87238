// A picture as values: a field with what is drawn over it, its pixels, and the bytes of a PNG file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/colour/colouring.h"
#include "app/lines/arrows.h"
#include "app/lines/contours.h"
#include "kernels/core/geometry.h"

namespace heatwave::exporting {

/// A picture as 8-bit RGB, row 0 at the top.
struct Image {
  core::Extent extent;
  std::vector<std::uint8_t> rgb;
};

/// What a picture of a field has besides its colours.
struct PictureParts {
  bool bar = false;       ///< the colour bar, with numbers
  bool outlines = false;  ///< of sources, walls and media
  bool title = false;     ///< and the step
  static void fields(auto& self, auto&& visit) {
    visit.optional("bar", self.bar);
    visit.optional("outlines", self.outlines);
    visit.optional("title", self.title);
  }
  [[nodiscard]] bool has_frame() const { return bar || title; }
  friend bool operator==(const PictureParts&, const PictureParts&) = default;
};

/// A field to be coloured and written: one pixel a cell. Walls take colour::kWallColour.
struct FieldPicture {
  core::Extent extent;
  std::vector<float> cells;
  std::vector<std::uint8_t> flags;  ///< field::CellFlag of each cell; empty: no walls
  colour::ColourScale scale;
  std::string quantity;              ///< written above the colour bar; empty: the field itself
  colour::ColourLimits limits;       ///< marked at the ends of the colour bar
  lines::Levels levels;              ///< of contours, a pixel thin; empty: none
  std::vector<lines::Arrow> arrows;  ///< over it; their flux is their way in pixels
  PictureParts parts;
  std::vector<std::uint8_t> outlined;  ///< nonzero on outlines; empty: there are none
  std::string title;
  std::string moment;  ///< the step, in words
};

/// What a picture takes of the memory while it waits.
std::size_t bytes_of(const FieldPicture& picture);
std::size_t bytes_of(const Image& image);

/// The one place where a field becomes a picture for a file: same field, same bytes.
Image coloured(const FieldPicture& picture);
/// Throws core::Error for sizes that cannot be encoded.
void check_png_size(core::Extent extent);
/// The bytes of a PNG file. Throws core::Error.
std::vector<std::uint8_t> encoded_png(const Image& image);

inline constexpr std::string_view kFramePrefix = "frame-";
/// The file name of a sequence's picture at this step.
std::string frame_name(std::int64_t step);

}  // namespace heatwave::exporting
