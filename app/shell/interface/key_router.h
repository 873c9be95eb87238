// Decides who receives a key: a text field, the focused control, a question over the window, or the
// room.
#pragma once

#include <vector>

#include "app/rooms/room.h"
#include "app/shell/interface/key_layout.h"
#include "app/shell/shell_context.h"
#include "app/ui/look.h"

namespace heatwave::shell {

class KeyRouter {
 public:
  KeyRouter(const ShellContext& shell, ui::Memory& memory) : shell_(shell), memory_(memory) {}

  /// Begins the keys of a frame.
  void begin_keys();
  /// Returns whether the key is for the room. All other keys are handed to their receivers.
  bool is_for_room(const KeyPress& press);
  /// Call when all keys of the frame have been handled.
  void end_keys() const;

  /// The keys of this frame for the question over the window.
  [[nodiscard]] const std::vector<rooms::Chord>& question_keys() const { return question_keys_; }
  /// Returns whether the newest key for the question is one that closes it.
  [[nodiscard]] bool may_have_closed_question() const;
  /// Call when the question has been drawn, before it is published whether it is open still.
  void end_frame();

 private:
  /// Returns whether Dear ImGui receives the key: for the focused control, to move the focus, or as
  /// text.
  [[nodiscard]] bool goes_to_control(const rooms::Chord& chord) const;
  /// Closes the innermost layer over the room. Returns false when there is none.
  bool closes_layer() const;

  const ShellContext& shell_;
  ui::Memory& memory_;
  std::vector<rooms::Chord> question_keys_;
  bool list_is_open_ = false;  ///< in the previous frame
  bool typing_ = false;        ///< a text field has the keys
  bool controls_have_keys_ = false;
  bool asked_ = false;  ///< a question was open in the previous frame
};

}  // namespace heatwave::shell
