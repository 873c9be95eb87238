// Decides who gets a key: a field that is typed into, the control that has the focus, a question
// over the window, or the room.
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

  /// Hands the keys of a frame out. `press` does what a key does in the room; it is called for each
  /// key that no control and no question takes. Returns whether anything was pressed or typed.
  bool update(const std::vector<KeyPress>& keys, const std::function<void(const KeyPress&)>& press);

  /// The keys of this frame for the question over the window.
  [[nodiscard]] const std::vector<rooms::Chord>& question_keys() const { return question_keys_; }
  void end_frame() { question_keys_.clear(); }

 private:
  /// Whether Dear ImGui has the key: for the control with the keyboard focus, to move that, or for
  /// what is typed.
  [[nodiscard]] bool goes_to_control(const rooms::Chord& chord, bool typing) const;
  /// Closes a list that is open, or the innermost of what Esc leaves. Returns false where Esc is
  /// for the room.
  bool leaves_one(const KeyPress& press);

  const ShellContext& shell_;
  ui::Memory& memory_;
  std::vector<rooms::Chord> question_keys_;
  bool list_is_open_ = false;  ///< in the frame before
};

}  // namespace heatwave::shell
