// Decides when and where a tooltip is shown; it never covers words that are being read.
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
  /// Hides the tooltip until the pointer or the focus moves to another control. Call on each key
  /// press, including those of a presenter's remote.
  void hide() { hidden_at_ = ImGui::GetTime(); }
  /// Sets the parts of the window with words that are being read; empty: none.
  void keep_off(std::vector<Box> words) { words_ = std::move(words); }

  /// `corner`: the control's upper left corner. Returns true if the pointer or the keyboard focus
  /// has rested on the control long enough. Call in every frame in which the pointer or the focus
  /// is on the control.
  bool is_due_at(ImVec2 corner);
  /// True if the pointer has moved since the last key press; a chart then shows values at the
  /// pointer.
  [[nodiscard]] bool may_follow_pointer() const { return moved_at_ > hidden_at_; }

  /// Returns the position for a chart's tooltip of this size at the pointer; nothing if it would
  /// cover words that are being read at every position.
  [[nodiscard]] std::optional<ImVec2> place_at_pointer(ImVec2 size, float unit) const;
  /// Returns the position beside, below or above rows between which the pointer moves; the one at
  /// the pointer if none has room.
  [[nodiscard]] std::optional<ImVec2> place_beside(const Box& rows, ImVec2 size, float unit) const;
  /// Returns the position for a control's tooltip: below or above the control, or beside a pane
  /// that is a column, whose rows are neighbours; nothing if it would cover words that are being
  /// read. The tooltip covers the control only where that fills the window. `pane`: the pane or the
  /// list that has the control.
  [[nodiscard]] std::optional<ImVec2> place_at(const Box& control, const Box& pane, ImVec2 size,
                                               float unit) const;

  ImVec2 chart_size{};  ///< size of the newest chart's tooltip, for the next frame

 private:
  [[nodiscard]] bool covers_words(const Box& tooltip) const;
  /// Returns the first place at which a tooltip of this size is whole and covers no words.
  [[nodiscard]] std::optional<ImVec2> first_free(const std::vector<ImVec2>& places,
                                                 ImVec2 size) const;
  [[nodiscard]] std::optional<ImVec2> off_words(const Box& wanted, ImVec2 anchor, float unit) const;

  std::array<float, 2> corner_{};  ///< upper left corner of the current control
  int frame_ = 0;                  ///< last frame in which it was the current control
  double since_ = 0.0;             ///< seconds, when it became the current control
  double hidden_at_ = -1.0;        ///< seconds, time of the last key press
  double moved_at_ = 0.0;          ///< seconds, time of the last pointer movement
  std::vector<Box> words_;
};

}  // namespace heatwave::ui
