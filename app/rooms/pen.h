// Draws what all charts of the lab are made of: text that fits, tags, markers, grids, the head.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>
#include <vector>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/panel_context.h"
#include "app/ui/chart_axes.h"

namespace heatwave::panels {

struct Box {
  float left = 0.0F;
  float top = 0.0F;
  float right = 0.0F;
  float bottom = 0.0F;

  [[nodiscard]] float width() const { return right - left; }
  [[nodiscard]] float height() const { return bottom - top; }
  [[nodiscard]] bool contains(ImVec2 p) const {
    return p.x >= left && p.x < right && p.y >= top && p.y < bottom;
  }
  friend bool operator==(const Box&, const Box&) = default;
};

enum class Voice : std::uint8_t { body, strong, large };
enum class Align : std::uint8_t { left, centre, right };
enum class Marker : std::uint8_t { disc, square, triangle, diamond, wedge, ring, frame, cross };
inline constexpr std::size_t kMarkers = 8;

/// One entry of the key below a chart.
struct KeyEntry {
  enum class Sample : std::uint8_t {
    none,
    thin_bar,
    outline,
    mark,
    whisker,
    dashes,
    stroke,
    cross,
    square,
    disc,
    hatch
  };
  Sample sample = Sample::none;
  std::string text;
};

class ChartPen {
 public:
  ChartPen(const PanelContext& context, ImDrawList& list) : context_(context), list_(list) {}

  /// Between the background (0) and text (1): the neutral colours of what is drawn.
  [[nodiscard]] ImVec4 neutral(float part) const;
  [[nodiscard]] const Theme& theme() const { return context_.theme; }
  [[nodiscard]] float unit() const { return context_.unit; }
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
  /// "CPU" or "GPU" in a small frame, its middle at `y`; returns its right edge.
  float tag(float x, float y, lab::Place place, bool dim) const;
  [[nodiscard]] float tag_width() const { return 48 * unit(); }

  void line(ImVec2 from, ImVec2 to, ImVec4 colour, float width = 1.0F) const;
  void dashed(ImVec2 from, ImVec2 to, ImVec4 colour, float width = 1.0F) const;
  void fill(const Box& box, ImVec4 colour, float rounding = 0.0F) const;
  void frame(const Box& box, ImVec4 colour, float width = 1.0F, float rounding = 0.0F) const;
  /// Slanting lines: what must not be read as a result.
  void hatch(const Box& box, ImVec4 colour) const;
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

  const PanelContext& context_;
  ImDrawList& list_;
};

/// A part of the room's window for one chart. Drawing goes into it, and is cut off at its rim.
class ChartArea {
 public:
  ChartArea(const char* id, const view::Area& area);
  ChartArea(const char* id, const Box& box, bool scrolls);
  ~ChartArea();
  ChartArea(const ChartArea&) = delete;
  ChartArea& operator=(const ChartArea&) = delete;
  ChartArea(ChartArea&&) = delete;
  ChartArea& operator=(ChartArea&&) = delete;

  [[nodiscard]] const Box& box() const { return box_; }
  /// The pointer is over it and nothing lies above.
  [[nodiscard]] bool hovered() const { return hovered_; }
  [[nodiscard]] bool clicked() const { return hovered_ && ImGui::IsMouseClicked(0); }

 private:
  Box box_;
  bool hovered_ = false;
};

/// All figures of a measurement, beside the pointer.
void figures_tooltip(const PanelContext& context, const Ladder& ladder,
                     const lab::Measurement& measurement, const lab::Measurement* before);

/// A tooltip beside the pointer, filled while it lives.
class ChartTooltip {
 public:
  explicit ChartTooltip(const PanelContext& context);
  ~ChartTooltip();
  ChartTooltip(const ChartTooltip&) = delete;
  ChartTooltip& operator=(const ChartTooltip&) = delete;
  ChartTooltip(ChartTooltip&&) = delete;
  ChartTooltip& operator=(ChartTooltip&&) = delete;

  void title(const std::string& text);
  void sentence(const std::string& text, const ImVec4& colour);
  /// A line with a figure at its right end.
  void figure(const std::string& what, const std::string& figure, bool emphasised = false);

 private:
  struct Line {
    std::string what;
    std::string figure;
    bool emphasised;
  };
  const PanelContext& context_;
  std::vector<Line> lines_;
  bool shown_;         ///< not in a picture that is saved
  bool wide_ = false;  ///< a sentence goes over its whole width
};

}  // namespace heatwave::panels
