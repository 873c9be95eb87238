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

/// In the window.
struct Line {
  ImU32 colour = 0;
  float width = 1.0F;
  bool closed = false;
  std::vector<ImVec2> points;
};

/// Ink as a texture that lasts for this frame; null: OpenGL is as fast at lines itself.
using InkTexture = const std::function<ImTextureID(const Ink&)>*;

/// Keeps the picture of lines that stay as they are. It must stay where it is.
class InkedLines {
 public:
  /// What lies within the box, which the list is cut to.
  void draw(ImDrawList& list, const Box& seen, std::span<const Line> lines, InkTexture texture);

 private:
  void draw_ink(const Box& seen, std::span<const Line> lines, float scale);

  std::uint64_t sum_ = 0;
  Ink ink_;
  Box inked_;  ///< where it lies in the window
};

}  // namespace heatwave::ui
