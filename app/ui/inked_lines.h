// Lines over a part of the window: drawn by OpenGL, or, where that is software, by the processor.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "app/ui/box.h"
#include "app/ui/ink.h"

namespace heatwave::ui {

/// What ink takes.
struct Inker {
  core::ThreadTeam& painters;
  std::function<ImTextureID(const Ink&)> texture;  ///< that lasts for this frame
};

/// Keeps the picture of lines that stay as they are. It must stay where it is.
class InkedLines {
 public:
  /// What of lines in the window lies within the box, which the list is cut to. Without an inker
  /// OpenGL draws them.
  void draw(ImDrawList& list, const Box& seen, std::span<const Line> lines, const Inker* inker);

 private:
  void draw_ink(const Box& seen, std::span<const Line> lines, float scale,
                core::ThreadTeam& painters);

  std::uint64_t sum_ = 0;
  Ink ink_;
  Box inked_;  ///< where it lies in the window
};

}  // namespace heatwave::ui
