// The part of a window that a chart is drawn into, and the tooltip beside the pointer.
#pragma once

#include <string>
#include <vector>

#include "app/ui/box.h"
#include "app/ui/look.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::ui {

/// A part of the current window for one chart. Drawing goes into it, and is cut off at its rim.
class ChartArea : core::NonCopyable {
 public:
  ChartArea(const char* id, const Box& box, bool scrolls = false);
  ~ChartArea();

  [[nodiscard]] const Box& box() const { return box_; }
  /// The pointer is over it and nothing lies above.
  [[nodiscard]] bool hovered() const { return hovered_; }
  [[nodiscard]] bool clicked() const { return hovered_ && ImGui::IsMouseClicked(0); }

 private:
  Box box_;
  bool hovered_ = false;
};

/// A tooltip beside the pointer, filled while it lives.
class ChartTooltip : core::NonCopyable {
 public:
  explicit ChartTooltip(const Look& look);
  ~ChartTooltip();

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
  const Look& look_;
  std::vector<Line> lines_;
  bool shown_ = false;  ///< never in a picture that is saved, nor after a key press
  bool wide_ = false;   ///< a sentence goes over its whole width
};

}  // namespace heatwave::ui
