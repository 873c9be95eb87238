// The field's picture made by the processor, pixel for pixel as shaders/field.frag makes it: OpenGL
// in software walks through that shader for a good part of a frame.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "app/colour/colouring.h"
#include "app/view/cell_marks.h"
#include "kernels/core/thread_team.h"
#include "kernels/field/display_target.h"

namespace heatwave::view {

/// Where pixels, counted upwards, lie over cells; the shader is told the same.
struct PixelPlaces {
  core::Rect pixels;  ///< where the grid is seen
  float left = 0.0F;  ///< the grid's top left corner, in pixels
  float top = 0.0F;
  float cells_per_pixel = 1.0F;
  core::Extent grid;
  int thinned = 1;  ///< every how many cells one is shown
  [[nodiscard]] bool cells_are_small() const { return cells_per_pixel > 1.0F; }
  friend bool operator==(const PixelPlaces&, const PixelPlaces&) = default;
};

/// What a field is seen in.
struct PictureColours {
  const colour::ColourScale& scale;
  colour::Rgb outline;
};

class HostPicture final : public field::DisplayTarget {
 public:
  /// The team makes it, each of its members some rows.
  HostPicture(int longest_side, core::ThreadTeam& team)
      : longest_side_(longest_side),
        team_(team),
        coloured_rows_(static_cast<std::size_t>(team.size())) {}

  /// Before anything is shown to it, and where the marks or the places have become others.
  /// `marked` are the pixels that may have marks.
  void place(const PixelPlaces& places, const CellMarks& marks, std::span<const core::Rect> marked);
  /// Likewise for colours.
  void colour(const PictureColours& colours);

  [[nodiscard]] int longest_side() const override { return longest_side_; }
  [[nodiscard]] bool takes_device_frames() const override { return false; }
  /// Makes the picture.
  void show(const field::HostFrame& frame) override;
  void show(const field::DeviceFrame& /*frame*/) override {}

  [[nodiscard]] core::Extent extent() const {
    return {places_.pixels.width(), places_.pixels.height()};
  }
  /// Row by row from below, each pixel as the bytes red, green, blue, 255.
  [[nodiscard]] std::span<const std::uint32_t> pixels() const { return pixels_; }

 private:
  /// Of a pixel: nothing, or which mark lies over its colour.
  enum Mark : std::uint8_t { kPlain, kStripe, kBorder, kWall, kMarks };
  static constexpr std::size_t kLevels = 256;

  /// What pixels of a column or of a row look at.
  struct Along {
    float place = 0.0F;  ///< in cells
    int at = 0;          ///< its cell, or one beside the grid
    int cell = 0;        ///< its cell
    int next = 0;        ///< the cell of the next pixel to the east or the south
    int texel = 0;       ///< of the cells that are shown
  };
  [[nodiscard]] static Along along(float place, float step, int cells, int thinned);
  [[nodiscard]] bool is_border(const CellMarks& marks, const Along& x, const Along& y) const;
  [[nodiscard]] bool ends_before(const CellMarks& marks, std::uint8_t mark, int x, int y) const;
  void find_marks(const CellMarks& marks, const core::Rect& pixels);
  /// The cells that a row of pixels shows; each member of the team has one of its own.
  struct ColouredRow {
    std::vector<float> values;
    std::vector<std::uint8_t> levels;
  };
  void colour_row(const float* cells, ColouredRow& row) const;
  void make_rows(const field::HostFrame& frame, std::size_t begin, std::size_t end,
                 ColouredRow& row);
  /// Draws the marks of a row of pixels over its colours.
  void mark_row(std::size_t y, const ColouredRow& row);

  int longest_side_;
  core::ThreadTeam& team_;
  PixelPlaces places_;
  std::vector<Along> columns_;
  std::vector<Along> rows_;
  std::vector<int> texels_;              ///< of the columns
  std::vector<std::uint8_t> marks_;      ///< of each pixel
  std::vector<std::uint8_t> has_marks_;  ///< of each row

  const colour::ColourScale* scale_ = nullptr;
  /// What the colours below were made for.
  const colour::ColourMap* coloured_map_ = nullptr;
  int coloured_bands_ = 0;
  colour::Rgb coloured_outline_;
  /// By mark, by level.
  std::array<std::array<std::uint32_t, kLevels>, kMarks> colours_{};

  std::vector<ColouredRow> coloured_rows_;  ///< of each member of the team
  std::vector<std::uint32_t> pixels_;
};

}  // namespace heatwave::view
