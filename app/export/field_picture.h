// Pictures as values: a field with its layers, its pixels, and the bytes of a PNG file.
#pragma once

#include <cstdint>
#include <memory>
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

/// Size of a picture. If neither member is given, it follows from the cells, or from the window.
struct PictureSize {
  static constexpr int kMostTimes = 16;
  static constexpr int kLongestSide = 16384;

  int times = 0;             ///< pixels along a side of a cell or a window's pixel; 0: not given
  core::Extent exact{0, 0};  ///< in pixels; 0 × 0: not given
  static void fields(auto& self, auto&& visit) {
    visit.optional("times", self.times);
    visit.optional("size", self.exact);
  }
  [[nodiscard]] bool is_exact() const { return exact.width > 0 && exact.height > 0; }
  [[nodiscard]] bool is_given() const { return times > 0 || is_exact(); }
  friend bool operator==(const PictureSize&, const PictureSize&) = default;
};
/// Throws core::Error when no picture may have this size.
void check_size(const PictureSize& size);
/// Returns the largest extent with this shape that fits into `room`.
core::Extent fitted(core::Extent shape, core::Extent room);

/// Parts of a field's picture besides its colours, and its size.
struct PictureParts {
  bool bar = false;       ///< the colour bar, with numbers
  bool outlines = false;  ///< outlines of sources, walls and media
  bool title = false;     ///< the title and the step
  bool smooth = false;    ///< values between cells are interpolated
  PictureSize size;       ///< given: lines and words are drawn for this size, not magnified
  static void fields(auto& self, auto&& visit) {
    visit.optional("bar", self.bar);
    visit.optional("outlines", self.outlines);
    visit.optional("title", self.title);
    visit.optional("smooth", self.smooth);
    visit.inner(self.size);
  }
  [[nodiscard]] bool has_frame() const { return bar || title; }
  /// True if a small field has several pixels a cell.
  [[nodiscard]] bool magnifies() const { return has_frame() || smooth; }
  friend bool operator==(const PictureParts&, const PictureParts&) = default;
};

struct LinePlot;

/// A field to be coloured and written: one pixel per cell, or several of a small field in a frame.
/// Walls have colour::kWallColour.
struct FieldPicture {
  core::Extent extent;
  std::vector<float> cells;
  std::vector<std::uint8_t> flags;  ///< field::CellFlag of each cell; empty: no walls
  colour::ColourScale scale;
  std::string quantity;         ///< text above the colour bar; empty: the field itself is shown
  colour::ColourLimits limits;  ///< marked at the ends of the colour bar
  bool relief = false;          ///< lit from the upper left
  int cell_pixels = 1;          ///< cells of this picture along a side of a cell of the field
  lines::Levels levels;         ///< levels of contours one pixel wide; empty: none
  std::vector<lines::Arrow> arrows;  ///< drawn on top; `flux` is the arrow in pixels
  PictureParts parts;
  /// Nonzero on outlines, for each cell, or for each pixel of the field if the size is given;
  /// empty: none.
  std::vector<std::uint8_t> outlined;
  std::string title;
  std::string moment;  ///< the step as text
  /// A field on a line, which is drawn as a plot in place of its cells; null: the field is a plane.
  std::shared_ptr<const LinePlot> plot = nullptr;
  bool is_dark = false;  ///< the plot is drawn on black, as for a dark window
  /// Another picture of the same field, drawn to the right of this one; null: none.
  std::shared_ptr<const FieldPicture> beside = nullptr;
};

/// White pixels between two pictures that are drawn beside each other.
inline constexpr int kPicturesApart = 8;

/// Returns the memory of a waiting picture, in bytes.
std::size_t bytes_of(const FieldPicture& picture);
std::size_t bytes_of(const Image& image);

/// Colours a field. All picture files use this function: equal fields give equal bytes.
Image coloured(const FieldPicture& picture);
/// Returns the picture, made smaller by averaging to fit into `room`; never magnified.
Image shrunk_to(const Image& image, core::Extent room);
/// Throws core::Error when a PNG file cannot have this size.
void check_png_size(core::Extent extent);
/// Returns the bytes of a PNG file. Throws core::Error.
std::vector<std::uint8_t> encoded_png(const Image& image);
/// Returns the picture in a PNG file's bytes; an empty one where they are none.
Image decoded_png(std::string_view png);

inline constexpr std::string_view kFramePrefix = "frame-";
/// Returns the file name of a sequence's picture at this step.
std::string frame_name(std::int64_t step);

}  // namespace heatwave::exporting
