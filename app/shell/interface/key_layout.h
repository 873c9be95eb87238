// Maps between a keyboard's printed signs and an American layout: where signs are found, and how
// keys are written so that people can type them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "app/rooms/room.h"

namespace heatwave::shell {

/// A pressed key, with each way to read it.
struct KeyPress {
  /// The key by its printed sign; by its position when the sign is not ASCII.
  rooms::Chord chord;
  rooms::Chord typed;  ///< by the character that it typed; no key: none, or a letter
  /// By the sign at this position of an American keyboard; no key: irrelevant.
  rooms::Chord in_place;
  bool repeated = false;    ///< by key repeat, while the key is held down
  std::uint32_t event = 0;  ///< Dear ImGui's number for the next event
};

/// `held.key`: the sign on an American keyboard; `name`: the printed sign, in UTF-8.
KeyPress press_of(rooms::Chord held, std::string_view name, bool repeated = false);
/// Records the character that a key typed. Signs count wherever they are found. Letters do not:
/// their keys identify them, with Shift and without.
void note_typed(KeyPress& press, unsigned typed);

class KeyLayout {
 public:
  /// Constructs an American layout.
  KeyLayout() = default;
  /// `name_of` returns the printed sign at the position of an American key.
  explicit KeyLayout(const std::function<std::string(int)>& name_of);

  /// Returns an action's keys, given as in an action table, with this keyboard's signs.
  [[nodiscard]] std::string shown(std::string_view keys) const;

 private:
  /// Substitutes for signs that have no key of their own.
  std::map<char, std::string> instead_;
};

}  // namespace heatwave::shell
