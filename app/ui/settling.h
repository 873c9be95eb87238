// A change moves words and rows for some frames, in which they are scrolled into sight again.
#pragma once

#include <algorithm>
#include <utility>

namespace heatwave::ui {

/// The frames after a change, until all stands still: it may bring a scroll bar, which breaks lines
/// anew, or pin rows of a list.
class Settling {
 public:
  void begin() { frames_ = kFrames; }
  void end() { frames_ = 0; }
  /// Begins the next frame. Returns whether it is one of those after the change.
  bool next() { return std::exchange(frames_, std::max(frames_ - 1, 0)) > 0; }

 private:
  static constexpr int kFrames = 3;
  int frames_ = 0;  ///< frames that are left
};

}  // namespace heatwave::ui
