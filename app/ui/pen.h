// Draws the elements of charts and boards: fitted text, tags, markers, hatching, headings, and
// polylines of any length.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/ui/box.h"
#include "app/ui/look.h"

namespace heatwave::ui {

enum class Voice : std::uint8_t { body, strong, large };
enum class Align : std::uint8_t { left, centre, right };
enum class Marker : std::uint8_t {
  disc,
  square,
  triangle,
  diamond,
  wedge,
  ring,
  frame,
  cross,
  star,          ///< the best; marks nothing else
  outline_star,  ///< the best under another condition
};
inline constexpr std::size_t kMarkers = 8;  ///< markers that tell curves apart

/// One entry of the legend below a chart.
struct KeyEntry {
  enum class Sample : std::uint8_t {
    none,
    thin_bar,
    dot_on_line,
    accent_bar,
    ring,
    frame,
    diamond,
    wedge,
    star,
    outline_star,
    whisker,
    dashes,
    stroke,
    cross,
    square,
    disc
  };
  Sample sample = Sample::none;
  std::string text = {};
  std::string brief = {};  ///< shorter text for a legend that is too narrow; empty: there is none
};

/// The texts in a chart's heading.
struct ChartHeading {
  std::string title;
  std::string origin;    ///< machine and date of the measurement
  std::string settings;  ///< "n = 1 048 576 · threads per block = 256"
  bool recorded = false;
};

class ChartPen {
 public:
  ChartPen(const Look& look, ImDrawList& list) : look_(look), list_(list) {}

  /// Returns a neutral colour between the background (0) and text (1).
  [[nodiscard]] ImVec4 neutral(float part) const;
  [[nodiscard]] const Theme& theme() const { return look_.theme; }
  [[nodiscard]] float unit() const { return look_.unit; }
  [[nodiscard]] ImDrawList& list() const { return list_; }

  [[nodiscard]] float width(const std::string& text, Voice voice = Voice::body) const;
  [[nodiscard]] float line(Voice voice = Voice::body) const;
  /// Shortens the text to `room`.
  [[nodiscard]] std::string elided(const std::string& text, float room,
                                   Voice voice = Voice::body) const;
  /// Centres the text vertically at `y`; `x` is its left edge, centre or right edge.
  void text(float x, float y, const std::string& text, ImVec4 colour, Voice voice = Voice::body,
            Align align = Align::left) const;
  /// Draws text on a plate of the background colour, so that no line crosses it; returns the plate.
  Box text_on_plate(float x, float y, const std::string& text, ImVec4 colour,
                    Voice voice = Voice::body, Align align = Align::left) const;
  /// Draws a short word in a small frame, centred vertically at `y`; returns its right edge.
  float tag(float x, float y, const std::string& word, bool filled, bool dim) const;
  [[nodiscard]] float tag_width() const { return 48 * unit(); }

  void line(ImVec2 from, ImVec2 to, ImVec4 colour, float width = 1.0F) const;
  void dashed(ImVec2 from, ImVec2 to, ImVec4 colour, float width = 1.0F) const;
  /// Draws a small dot at the end of a line, which begins at a larger mark.
  void dot_on_line(float from, ImVec2 to, ImVec4 colour) const;
  void fill(const Box& box, ImVec4 colour, float rounding = 0.0F) const;
  void frame(const Box& box, ImVec4 colour, float width = 1.0F, float rounding = 0.0F) const;
  /// Diagonal lines; mark an area that shows no result.
  void hatch(const Box& box, ImVec4 colour) const;
  void marker(Marker marker, ImVec2 centre, float radius, ImVec4 colour) const;
  /// The background of a row that is selected or under the pointer. A bar at its left end marks the
  /// selection, in the colour of text: the accent colour marks the best.
  void row_background(const Box& box, bool selected, bool hovered) const;

  /// Draws the heading; returns the area left for the chart.
  [[nodiscard]] Box head(const Box& area, const ChartHeading& heading,
                         float room_at_right = 0) const;
  /// Draws a title at the left and the legend at the right of one line. Entries come closer and
  /// have their brief texts where the line is too narrow.
  void foot(const Box& line, const KeyEntry& title, const std::vector<KeyEntry>& key) const;
  /// Draws a message in the middle of an area: a large line and a sentence below it.
  void message(const Box& box, const std::string& title, const std::string& sentence) const;

 private:
  /// Returns the width of an entry of the legend with this text.
  [[nodiscard]] float entry_width(const KeyEntry& entry, const std::string& text) const;
  struct Face {
    ImFont* font;
    float size;
  };
  [[nodiscard]] Face face(Voice voice) const;
  void sample(KeyEntry::Sample sample, const Box& box) const;

  const Look& look_;
  ImDrawList& list_;
};

/// Draws a polyline of any length; ImDrawList::AddPolyline is limited by the range of Dear ImGui's
/// indices.
void stroke(ImDrawList& list, std::span<const ImVec2> points, ImU32 colour, float width,
            bool closed = false);

/// Returns a smooth curve through all points, without corners; parts longer than `piece` become
/// several. A curve that ends where it begins is smooth there, too.
std::vector<ImVec2> smoothed(std::span<const ImVec2> points, float piece);

/// Removes points; each removed point lies within `tolerance` of the remaining line.
void simplify(std::vector<ImVec2>& points, float tolerance);

/// Splits a line that runs to the right into dashes of equal width in x. The dashes stand still
/// while the line moves up and down, however close its points are.
std::vector<std::vector<ImVec2>> dashes(std::span<const ImVec2> points, float wide);

}  // namespace heatwave::ui
