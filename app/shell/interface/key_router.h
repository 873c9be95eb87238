// Decides who receives a key: a text field, the focused control, a question over the window, or the
// room.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/shell/interface/key_layout.h"
#include "app/shell/shell_context.h"
#include "app/ui/look.h"

namespace heatwave::shell {

class KeyRouter {
 public:
  KeyRouter(const ShellContext& shell, ui::Memory& memory) : shell_(shell), memory_(memory) {}

  /// Distributes the keys of a frame. Calls `press` for each key that no control and no question
  /// takes. Returns whether any key was pressed or typed.
  bool update(const std::vector<KeyPress>& keys, const std::function<void(const KeyPress&)>& press);

  /// The keys of this frame for the question over the window.
  [[nodiscard]] const std::vector<rooms::Chord>& question_keys() const { return question_keys_; }
  void end_frame() { question_keys_.clear(); }

 private:
  /// Returns whether Dear ImGui receives the key: for the focused control, to move the focus, or as
  /// text.
  [[nodiscard]] bool goes_to_control(const rooms::Chord& chord, bool typing) const;
  /// Closes an open list or, on Esc, the innermost open layer. Returns false when the key is for
  /// the room.
  bool leaves_one(const KeyPress& press);

  const ShellContext& shell_;
  ui::Memory& memory_;
  std::vector<rooms::Chord> question_keys_;
  bool list_is_open_ = false;  ///< in the previous frame
};

}  // namespace heatwave::shell
