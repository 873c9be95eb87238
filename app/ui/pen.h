// Draws what charts and boards are made of: text that fits, tags, markers, hatches, the head.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>
#include <vector>

#include "app/ui/box.h"
#include "app/ui/look.h"

namespace heatwave::ui {

enum class Voice : std::uint8_t { body, strong, large };
enum class Align : std::uint8_t { left, centre, right };
enum class Marker : std::uint8_t { disc, square, triangle, diamond, wedge, ring, frame, cross };
inline constexpr std::size_t kMarkers = 8;

/// One entry of the key below a chart.
struct KeyEntry {
  enum class Sample : std::uint8_t {
    none,
    thin_bar,
    accent_bar,
    outline,
    mark,
    whisker,
    dashes,
    stroke,
    cross,
    square,
    disc,
    hatch,
    stripes
  };
  Sample sample = Sample::none;
  std::string text;
};

/// The texts at a chart's head.
struct ChartHeading {
  std::string title;
  std::string origin;    ///< on which machine and when
  std::string settings;  ///< "n = 1 048 576 · threads per block = 256"
  bool recorded = false;
};

class ChartPen {
 public:
  ChartPen(const Look& look, ImDrawList& list) : look_(look), list_(list) {}

  /// Between the background (0) and text (1): the neutral colours of what is drawn.
  [[nodiscard]] ImVec4 neutral(float part) const;
  [[nodiscard]] const Theme& theme() const { return look_.theme; }
  [[nodiscard]] float unit() const { return look_.unit; }
  [[nodiscard]] ImDrawList& list() const { return list_; }

  [[nodiscard]] float width(const std::string& text, Voice voice = Voice::body) const;
  [[nodiscard]] float line(Voice voice = Voice::body) const;
  /// The text, its end left away where it is wider than `room`.
  [[nodiscard]] std::string elided(const std::string& text, float room,
                                   Voice voice = Voice::body) const;
  /// Its middle line lies at `y`; `x` is its left edge, middle or right edge.
  void text(float x, float y, const std::string& text, ImVec4 colour, Voice voice = Voice::body,
            Align align = Align::left) const;
  /// The same on a plate of the background's colour, so that no line runs through it.
  void text_on_plate(float x, float y, const std::string& text, ImVec4 colour,
                     Voice voice = Voice::body, Align align = Align::left) const;
  /// A short word in a small frame, its middle at `y`; returns its right edge.
  float tag(float x, float y, const std::string& word, bool filled, bool dim) const;
  [[nodiscard]] float tag_width() const { return 48 * unit(); }

  void line(ImVec2 from, ImVec2 to, ImVec4 colour, float width = 1.0F) const;
  void dashed(ImVec2 from, ImVec2 to, ImVec4 colour, float width = 1.0F) const;
  void fill(const Box& box, ImVec4 colour, float rounding = 0.0F) const;
  void frame(const Box& box, ImVec4 colour, float width = 1.0F, float rounding = 0.0F) const;
  /// Slanting lines: what must not be read as a result.
  void hatch(const Box& box, ImVec4 colour) const;
  /// Upright lines in a frame: of another run than what is filled.
  void stripes(const Box& box, ImVec4 colour) const;
  void marker(Marker marker, ImVec2 centre, float radius, ImVec4 colour) const;
  /// The fill where a row is chosen or under the pointer.
  void row_background(const Box& box, bool selected, bool hovered) const;

  /// Writes the head; returns what is left for the chart.
  [[nodiscard]] Box head(const Box& area, const ChartHeading& heading,
                         float room_at_right = 0) const;
  /// A title at the left and the key at the right of one line.
  void foot(const Box& line, const std::string& title, const std::vector<KeyEntry>& key) const;
  /// A message in the middle of an area: a large line, and a sentence below.
  void message(const Box& box, const std::string& title, const std::string& sentence) const;

 private:
  struct Face {
    ImFont* font;
    float size;
  };
  [[nodiscard]] Face face(Voice voice) const;
  void sample(KeyEntry::Sample sample, const Box& box) const;

  const Look& look_;
  ImDrawList& list_;
};

}  // namespace heatwave::ui
