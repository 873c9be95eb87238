// What can be done in a room: a table of rows from which the key map, the help, the buttons and
// their tooltips are made.
#pragma once

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "app/ui/controls.h"

namespace heatwave::rooms {

/// Keys as the window reports them: capital letters, digits and signs are their ASCII codes.
namespace key {
inline constexpr int kSpace = 32;
inline constexpr int kEscape = 256;
inline constexpr int kEnter = 257;
inline constexpr int kTab = 258;
inline constexpr int kDelete = 261;
inline constexpr int kBackspace = 259;
inline constexpr int kRight = 262;
inline constexpr int kLeft = 263;
inline constexpr int kDown = 264;
inline constexpr int kUp = 265;
inline constexpr int kPageUp = 266;
inline constexpr int kPageDown = 267;
inline constexpr int kHome = 268;
inline constexpr int kEnd = 269;
inline constexpr int kF1 = 290;
inline constexpr int kF2 = 291;
inline constexpr int kF3 = 292;
inline constexpr int kF4 = 293;
inline constexpr int kF5 = 294;
inline constexpr int kF6 = 295;
inline constexpr int kF7 = 296;
inline constexpr int kF8 = 297;
inline constexpr int kF9 = 298;
inline constexpr int kF11 = 300;
inline constexpr int kKeypadSubtract = 333;
inline constexpr int kKeypadAdd = 334;
inline constexpr int kKeypadEnter = 335;
}  // namespace key

struct Chord {
  int key = 0;
  bool control = false;
  bool shift = false;
  friend bool operator==(const Chord&, const Chord&) = default;
};

/// As many as an action needs.
struct Chords {
  Chord first, second, third, fourth, fifth;

  [[nodiscard]] bool contains(Chord chord) const {
    return chord.key != 0 && (chord == first || chord == second || chord == third ||
                              chord == fourth || chord == fifth);
  }
};

/// What is said of an action.
struct Action {
  const char* id;
  Chords chords;
  const char* keys;  ///< as shown; empty: the help has it with the row above
  const char* what;  ///< as shown in the help
  const char* heading;
  bool repeats = false;  ///< while the key is held down
  bool tells = false;    ///< a person who asks for it in vain is told why
};

/// An action of the room whose view is given: a row of its table.
template <typename View>
struct ActionRow : Action {
  void (*act)(View&);
  /// Why it cannot be done now, as one phrase; empty when it can. Null: it always can.
  std::string (*why_not_now)(const View&) = nullptr;
};

template <typename Row>
const Row* find_action(std::span<const Row> rows, std::string_view id) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [id](const Row& row) { return row.id == id; });
  return found == rows.end() ? nullptr : &*found;
}

template <typename View>
std::string why_not(const ActionRow<View>& row, const View& view) {
  return row.why_not_now == nullptr ? std::string() : row.why_not_now(view);
}

template <typename View>
void perform(const ActionRow<View>& row, View& view) {
  const std::string reason = why_not(row, view);
  if (reason.empty()) return row.act(view);
  if (row.tells) view.asks.tell(reason + ".");
}

/// The row of a view's table with this id: a wrong one is a mistake in the program.
template <typename View>
const ActionRow<View>& row_of(const View& /*view*/, std::string_view id) {
  const auto* row = find_action(View::actions(), id);
  if (row == nullptr) throw std::logic_error("no action " + std::string(id));
  return *row;
}

/// Does what the row says, or tells why not.
template <typename View>
void perform(std::string_view id, View& view) {
  perform(row_of(view, id), view);
}

template <typename View>
std::string why_not(std::string_view id, const View& view) {
  return why_not(row_of(view, id), view);
}

/// A button that does what the row says, with its keys and its reason.
template <typename View>
void action_button(View& view, ui::Icon icon, std::string_view id, const std::string& help,
                   const ui::ButtonLook& button = {}) {
  const ActionRow<View>& row = row_of(view, id);
  const char* name = *row.keys == '\0' ? row.id : row.keys;
  const std::string keys = *row.keys == '\0' ? std::string() : view.keys_of(row.id);
  if (ui::icon_button(view, name, icon, help, keys, why_not(row, view), button)) {
    perform(row, view);
  }
}

}  // namespace heatwave::rooms
