// When a tooltip is shown, and where: it never covers words that are being read.
#pragma once

#include <imgui.h>

#include <array>
#include <optional>
#include <vector>

#include "app/ui/box.h"

namespace heatwave::ui {

class Tooltips {
 public:
  static constexpr double kShownFor = 4.0;  ///< seconds

  /// Call once per frame, before any control is drawn.
  void begin_frame();
  /// Hides what is shown until the pointer or the keys come to another control. A key press calls
  /// it, also one of a presenter's remote.
  void hide() { hidden_at_ = ImGui::GetTime(); }
  /// Sets the parts of the window whose words are being read; empty: there are none.
  void keep_off(std::vector<Box> words) { words_ = std::move(words); }

  /// Whether the pointer or the keyboard focus has rested long enough on the control whose upper
  /// left corner this is. Call in every frame in which it is on the control.
  bool is_due_at(ImVec2 corner);
  /// Whether the pointer has moved since the newest key press: a chart's values follow it.
  [[nodiscard]] bool may_follow_pointer() const { return moved_at_ > hidden_at_; }

  /// Where a tooltip of this size goes beside the pointer; nothing where it would cover words that
  /// are being read, wherever it went.
  [[nodiscard]] std::optional<ImVec2> place_at_pointer(ImVec2 size, float unit) const;
  /// Places it below the control that has the focus, or above it where there is no room.
  [[nodiscard]] std::optional<ImVec2> place_at(const Box& control, ImVec2 size, float unit) const;

  ImVec2 chart_size{};  ///< of the newest chart's tooltip, for the frame that follows

 private:
  [[nodiscard]] bool covers_words(const Box& tooltip) const;
  [[nodiscard]] std::optional<ImVec2> off_words(const Box& wanted, ImVec2 anchor, float unit) const;

  std::array<float, 2> corner_{};  ///< of the control under the pointer or with the focus
  int frame_ = 0;                  ///< in which it was last on it
  double since_ = 0.0;             ///< seconds, when the pointer or the focus came to it
  double hidden_at_ = -1.0;        ///< seconds, of the newest key press
  double moved_at_ = 0.0;          ///< seconds, when the pointer moved last
  std::vector<Box> words_;
};

}  // namespace heatwave::ui
