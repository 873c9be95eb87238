// The panel in which the scene's equation is typed as a formula.
#pragma once

#include <optional>
#include <string>

#include "app/rooms/room.h"
#include "app/ui/box.h"
#include "app/ui/code_editor.h"

namespace heatwave::fields_room {

struct FieldsView;

class FormulaPanel {
 public:
  [[nodiscard]] bool is_open() const { return is_open_; }
  /// Opens the panel with the cursor in the text, or closes it.
  void turn();

  /// Takes the left part of the room while the panel is open; returns the rest.
  ui::Box place(const ui::Box& room, float unit);
  /// Follows the scene's equation, and applies the typed text after a short pause. Call it in each
  /// frame.
  void update(const rooms::Frame& frame);
  void draw(FieldsView& view);
  /// True while a typed text waits for the pause.
  [[nodiscard]] bool waits() const { return due_.has_value(); }

 private:
  void draw_formula(const FieldsView& view, float height) const;
  void draw_state(const FieldsView& view, float height);
  void draw_buttons(FieldsView& view);
  /// Checks the text. Without mistakes it becomes the scene's equation.
  void apply(const rooms::Frame& frame, bool restart);

  bool is_open_ = false;
  ui::Box area_;
  ui::CodeEditor editor_{"formula", ui::CodeLanguage::formula};
  std::string followed_;       ///< the text of the scene's equation in the last frame
  std::string sent_;           ///< the text that was applied last
  std::string tex_;            ///< the last good formula
  std::string symbol_;         ///< explains a symbol of it; empty: there is nothing to explain
  std::optional<double> due_;  ///< time at which the typed text is applied; none: nothing was typed
};

}  // namespace heatwave::fields_room
