// The part of a window for one chart, and the tooltip beside the pointer.
#pragma once

#include <string>
#include <vector>

#include "app/ui/box.h"
#include "app/ui/look.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::ui {

/// A part of the current window for one chart; clips the drawing at its edges.
class ChartArea : core::NonCopyable {
 public:
  ChartArea(const char* id, const Box& box, bool scrolls = false);
  ~ChartArea();

  [[nodiscard]] const Box& box() const { return box_; }
  /// True if the pointer is over the area and nothing lies above it.
  [[nodiscard]] bool hovered() const { return hovered_; }
  [[nodiscard]] bool clicked() const { return hovered_ && ImGui::IsMouseClicked(0); }

 private:
  Box box_;
  bool hovered_ = false;
};

/// A tooltip beside the pointer; filled between construction and destruction.
class ChartTooltip : core::NonCopyable {
 public:
  explicit ChartTooltip(const Look& look);
  ~ChartTooltip();

  void title(const std::string& text);
  void sentence(const std::string& text, const ImVec4& colour);
  /// Adds a line with a right-aligned figure.
  void figure(const std::string& what, const std::string& figure, bool emphasised = false);

 private:
  struct Line {
    std::string what;
    std::string figure;
    bool emphasised;
  };
  const Look& look_;
  std::vector<Line> lines_;
  bool shown_ = false;  ///< false in a saved picture and after a key press
  bool wide_ = false;   ///< a sentence takes the full width
};

}  // namespace heatwave::ui
