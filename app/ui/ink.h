// Lines drawn into a picture by the processor: for OpenGL in software, which takes many times as
// long over thousands of short pieces of lines.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <span>
#include <vector>

namespace heatwave::ui {

/// Pixels as colours with their opacity, row by row, clear at first.
class Ink {
 public:
  void clear(int width, int height);
  /// Through places counted in pixels from the upper left corner, as smooth as stroke(). Where a
  /// line meets itself it is no darker.
  void stroke(std::span<const ImVec2> points, ImU32 colour, float width, bool closed = false);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] std::span<const std::uint32_t> pixels() const { return pixels_; }
  /// Another one whenever it was drawn on.
  [[nodiscard]] std::uint64_t version() const { return version_; }
  /// How many pixels were looked at since it was cleared.
  [[nodiscard]] std::int64_t work() const { return work_; }

 private:
  /// Pixels of a row beside each other.
  struct Run {
    int y = 0;
    int begin = 0;
    int end = 0;
  };

  void piece(ImVec2 from, ImVec2 to, float half);
  std::uint8_t* covered_row(int y);

  int width_ = 0;
  int height_ = 0;
  std::vector<std::uint32_t> pixels_;
  std::vector<std::uint8_t>
      covered_;            ///< by the line that is being drawn, in rows longer than the picture's
  std::vector<Run> runs_;  ///< of pixels that it may cover
  std::uint64_t version_ = 0;
  std::int64_t work_ = 0;
};

}  // namespace heatwave::ui
