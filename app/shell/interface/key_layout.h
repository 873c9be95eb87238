// What is printed on the keys of a person's keyboard, against what an American one has there: where
// their signs are found, and how keys are written so that they can be typed.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "app/rooms/room.h"

namespace heatwave::shell {

/// A key that was pressed, by all that it can be read as.
struct KeyPress {
  /// By what is printed on the key; where that is none of ASCII, by its place.
  rooms::Chord chord;
  rooms::Chord typed;       ///< by the sign that came of it; no key: none, or a letter
  rooms::Chord in_place;    ///< by what an American keyboard has there; no key: it does not matter
  bool repeated = false;    ///< by the system, while the key is held down
  std::uint32_t event = 0;  ///< Dear ImGui's number for the event that comes after it
};

/// `held.key`: what an American keyboard has there; `name`: what is printed there, in UTF-8.
KeyPress press_of(rooms::Chord held, std::string_view name, bool repeated = false);
/// The sign that came of the key counts wherever it is found. Letters don't: they are known by
/// their keys, with Shift and without.
void note_typed(KeyPress& press, unsigned typed);

class KeyLayout {
 public:
  /// An American keyboard.
  KeyLayout() = default;
  /// `name_of`: what is printed on the key that an American keyboard has at that place.
  explicit KeyLayout(const std::function<std::string(int)>& name_of);

  /// The keys of an action, as a table has them, with what is printed on them here.
  [[nodiscard]] std::string shown(std::string_view keys) const;

 private:
  std::map<char, std::string> instead_;  ///< of signs that no key has by itself
};

}  // namespace heatwave::shell
