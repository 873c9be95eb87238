// The ink over the window: strokes of pens and highlighters, which stay with their page.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "app/session/window_commands.h"
#include "app/ui/box.h"

namespace heatwave::shell {

struct Stroke {
  session::PenTool tool = session::PenTool::pen;
  session::PenColour colour = session::PenColour::yellow;
  /// Points are fractions of the sheet, so that they stay in place when the window changes.
  std::vector<ImVec2> points;
};

class Ink {
 public:
  static constexpr std::size_t kMostPoints = 20'000;  ///< in the strokes of all pages
  /// Number of points; Dear ImGui draws one line at a time.
  static constexpr std::size_t kLongestStroke = 2'000;

  void take(session::PenTool tool, session::PenColour colour);
  [[nodiscard]] session::PenTool tool() const { return tool_; }
  [[nodiscard]] session::PenColour colour() const { return colour_; }

  /// Shows a page, such as a step of a lecture; the other pages are kept. Empty: the page of no
  /// lecture.
  void turn_to(const std::string& page);
  /// Continues the open stroke, or begins one; the eraser removes each stroke within `reach` of the
  /// point. In window units, on a sheet of this place and size.
  void draw_to(ImVec2 at, const ui::Box& sheet, float reach);
  void end_stroke() { is_open_ = false; }
  /// Removes the strokes of the page shown.
  void wipe();
  /// Removes the strokes of no lecture's step.
  void wipe_loose();

  [[nodiscard]] const std::deque<Stroke>& strokes() const { return strokes_; }
  /// Returns the number of points on the page shown.
  [[nodiscard]] std::size_t points() const;

 private:
  void erase_near(ImVec2 at, const ui::Box& sheet, float reach);
  void add(ImVec2 point);
  void forget_oldest();

  session::PenTool tool_ = session::PenTool::pen;
  session::PenColour colour_ = session::PenColour::yellow;
  std::string page_;
  std::deque<Stroke> strokes_;                      ///< strokes of the page shown
  std::map<std::string, std::deque<Stroke>> kept_;  ///< strokes of the other pages
  std::size_t all_points_ = 0;                      ///< number of points of all pages
  bool is_open_ = false;
};

}  // namespace heatwave::shell
