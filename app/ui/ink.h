// Lines drawn into a picture by the processor: for OpenGL in software, which takes many times as
// long over thousands of short pieces of lines.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/core/thread_team.h"

namespace heatwave::ui {

struct Line {
  ImU32 colour = 0;
  float width = 1.0F;
  bool closed = false;
  std::vector<ImVec2> points;
};

/// Where a line's places lie in a picture: `scale` pixels for each unit, right of and below here.
struct InkPlace {
  float scale = 1.0F;
  float left = 0.0F;  ///< in pixels
  float top = 0.0F;
};

/// Pixels as colours with their opacity, row by row.
class Ink {
 public:
  /// Draws lines into a clear picture, as smooth as stroke(), each over those before it. Where a
  /// line meets itself it is no darker. Each of the team draws some rows.
  void draw(int width, int height, std::span<const Line> lines, const InkPlace& place,
            core::ThreadTeam& team);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] std::span<const std::uint32_t> pixels() const { return pixels_; }
  /// Another one whenever it was drawn.
  [[nodiscard]] std::uint64_t version() const { return version_; }
  /// How many pixels were looked at.
  [[nodiscard]] std::int64_t work() const;

 private:
  /// A line in pixels.
  struct Stroke {
    ImU32 colour = 0;
    float half = 0.0F;  ///< its width
    bool closed = false;
    bool inside = true;  ///< of the picture, as a whole
    std::size_t first = 0;
    std::size_t count = 0;
    float top = 0.0F;
    float bottom = 0.0F;
  };
  /// Some rows, and who draws them.
  struct Band {
    int begin = 0;
    int end = 0;
    std::vector<float> covered;  ///< by the line that is being drawn, in rows longer than these
    std::vector<std::uint64_t> touched;  ///< a bit for each group of pixels that it may cover
    std::int64_t groups = 0;             ///< of pixels that were looked at
  };

  void take(std::span<const Line> lines, const InkPlace& place);
  void draw_band(Band& band);
  void draw_stroke(const Stroke& stroke, Band& band);
  void cover(ImVec2 from, ImVec2 to, float half, Band& band) const;
  void blend(const Stroke& stroke, Band& band);
  void blend(ImU32 colour, int x, float* covered, std::uint32_t* row) const;

  int width_ = 0;
  int height_ = 0;
  std::vector<std::uint32_t> pixels_;
  std::vector<ImVec2> points_;  ///< of all lines, in pixels
  std::vector<Stroke> strokes_;
  std::vector<Band> bands_;  ///< of each member of the team
  std::size_t groups_ = 0;   ///< of pixels looked at together, in a row
  std::size_t words_ = 0;    ///< of bits for them
  std::uint64_t version_ = 0;
};

}  // namespace heatwave::ui
