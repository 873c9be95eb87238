// Every action can be reached on foreign keyboards by the keys that the help shows.
#include "app/shell/interface/key_layout.h"

#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <string>
#include <vector>

#include "app/shell/interface/key_map.h"
#include "desk.h"

namespace heatwave::shell {
namespace {

using rooms::Chord;
using test::Desk;

/// A key of a keyboard: the key at its position on an American keyboard, its label, and its
/// characters with Shift and Alt Gr.
struct Printed {
  int key;
  const char* name;
  char shifted = 0;
  char alternative = 0;
};

std::vector<Printed> with_letters(std::vector<Printed> keys, const std::string& moved,
                                  const std::string& to) {
  static std::array<std::array<char, 2>, 26> names{};
  for (int letter = 'A'; letter <= 'Z'; ++letter) {
    auto& name = names[static_cast<std::size_t>(letter - 'A')];
    name = {static_cast<char>(letter - 'A' + 'a'), '\0'};
    const std::size_t at = to.find(static_cast<char>(letter));
    keys.push_back({at == std::string::npos ? letter : moved[at], name.data()});
  }
  return keys;
}

std::vector<Printed> german() {
  return with_letters({{'1', "1", '!'},
                       {'2', "2", '"'},
                       {'3', "3"},
                       {'7', "7", '/', '{'},
                       {'8', "8", '(', '['},
                       {'9', "9", ')', ']'},
                       {'0', "0", '=', '}'},
                       {'-', "ß", '?', '\\'},
                       {'=', ""},
                       {'[', "ü"},
                       {']', "+", '*', '~'},
                       {';', "ö"},
                       {'\'', "ä"},
                       {'\\', "#", '\''},
                       {',', ",", ';'},
                       {'.', ".", ':'},
                       {'/', "-", '_'}},
                      "YZ", "ZY");
}

std::vector<Printed> french() {
  return with_letters({{'1', "&", '1'},
                       {'2', "é", '2', '~'},
                       {'3', "\"", '3', '#'},
                       {'5', "(", '5', '['},
                       {'6', "-", '6', '|'},
                       {'0', "à", '0', '@'},
                       {'-', ")", 0, ']'},
                       {'=', "=", '+', '}'},
                       {'[', "^"},
                       {']', "$"},
                       {'\'', "ù", '%'},
                       {'\\', "*"},
                       {'M', ",", '?'},
                       {',', ";", '.'},
                       {'.', ":", '/'},
                       {'/', "!"}},
                      "QWAZ;", "AZQWM");
}

KeyLayout layout_of(const std::vector<Printed>& keyboard) {
  return KeyLayout([&](int key) {
    for (const Printed& each : keyboard) {
      if (each.key == key) return std::string(each.name);
    }
    return std::string();
  });
}

/// Returns what the window receives when the key is pressed.
KeyPress received_press(const Printed& key, bool control, bool shift) {
  KeyPress press = press_of({.key = key.key, .control = control, .shift = shift}, key.name);
  const std::string name(key.name);
  if (shift && key.shifted != 0) note_typed(press, static_cast<unsigned>(key.shifted));
  if (!shift && name.size() == 1) note_typed(press, static_cast<unsigned char>(name[0]));
  return press;
}

std::string action_done(const KeyAction& action) {
  if (action.of_room != nullptr) return action.of_room->id;
  return action.of_shell != nullptr ? action.of_shell->id : "";
}

/// True if some key, with or without Shift, performs the action.
bool is_reached(const rooms::Room& room, const rooms::Action& action,
                const std::vector<Printed>& keyboard) {
  for (const Printed& key : keyboard) {
    for (const bool control : {false, true}) {
      for (const bool shift : {false, true}) {
        if (action_done(action_of(room, received_press(key, control, shift))) == action.id)
          return true;
      }
    }
  }
  return false;
}

bool is_sign(const Chord& chord) { return chord.key > ' ' && chord.key < 127; }

std::vector<const rooms::Action*> actions_here(const rooms::Room& room) {
  std::vector<const rooms::Action*> all = room.actions();
  for (const auto& row : ShellView::actions()) all.push_back(&row);
  return all;
}

/// Presses the keys of a text: the last word is a key, the words before it are held.
std::string done_by(const rooms::Room& room, const std::string& shown,
                    const std::vector<Printed>& keyboard) {
  const bool control = shown.find("Ctrl ") != std::string::npos;
  const bool shift = shown.find("Shift ") != std::string::npos;
  const std::string last = shown.substr(shown.rfind(' ') + 1);
  for (const Printed& key : keyboard) {
    std::string name(key.name);
    if (name.size() == 1) name[0] = static_cast<char>(std::toupper(name[0]));
    if (name == "ü") name = "Ü";
    if (name == last) return action_done(action_of(room, received_press(key, control, shift)));
  }
  for (const Printed& key : keyboard) {
    const bool with_shift = std::string(1, key.shifted) == last;
    // With Ctrl a key is pressed without Shift, for either of its characters.
    if (with_shift) return action_done(action_of(room, received_press(key, control, !control)));
    if (control || std::string(1, key.alternative) != last) continue;
    KeyPress press = press_of({.key = key.key}, key.name);
    note_typed(press, static_cast<unsigned>(key.alternative));
    return action_done(action_of(room, press));
  }
  return "no key";
}

TEST(KeyLayout, EveryActionIsReachedOnAGermanAndAFrenchKeyboard) {
  Desk desk;
  for (const auto& keyboard : {german(), french()}) {
    for (const rooms::Room* room : desk.rooms()) {
      for (const rooms::Action* action : actions_here(*room)) {
        if (!is_sign(action->chords.first)) continue;  // this key is equal on every keyboard
        EXPECT_TRUE(is_reached(*room, *action, keyboard)) << action->id;
      }
    }
  }
}

TEST(KeyLayout, WhatTheHelpShowsIsTypedAndDoesIt) {
  Desk desk;
  for (const auto& keyboard : {german(), french()}) {
    const KeyLayout layout = layout_of(keyboard);
    for (const rooms::Room* room : desk.rooms()) {
      for (const rooms::Action* action : actions_here(*room)) {
        if (!is_sign(action->chords.first) || *action->keys == '\0') continue;
        std::string shown = layout.shown(action->keys);
        if (const auto minus = shown.find("−"); minus != std::string::npos) {
          shown.replace(minus, std::string("−").size(), "-");
        }
        EXPECT_EQ(done_by(*room, shown, keyboard), action->id) << shown;
      }
    }
  }
}

TEST(KeyLayout, SignsThatAreMissingAreShownAsWhatIsPrintedInTheirPlace) {
  EXPECT_EQ(KeyLayout().shown("Ctrl ."), "Ctrl .");
  EXPECT_EQ(layout_of(german()).shown("["), "Ü");
  EXPECT_EQ(layout_of(german()).shown("]"), "+");
  EXPECT_EQ(layout_of(german()).shown("Ctrl ,"), "Ctrl ,");
  EXPECT_EQ(layout_of(french()).shown("Ctrl ."), "Ctrl :");
  EXPECT_EQ(layout_of(french()).shown("["), "^");
  EXPECT_EQ(layout_of(french()).shown("Up, Down"), "Up, Down");
}

TEST(KeyLayout, ALetterIsWhatIsPrintedAndNeverWhatStandsThereElsewhere) {
  EXPECT_EQ(press_of({.key = 'Z'}, "y").chord.key, 'Y');
  EXPECT_EQ(press_of({.key = 'Z'}, "y").in_place.key, 0);
  // A French keyboard has a comma where an American one has M.
  EXPECT_EQ(press_of({.key = 'M'}, ",").in_place.key, 0);
  // A keyboard without Latin letters falls back to the positions of keys.
  EXPECT_EQ(press_of({.key = 'Z'}, "я").chord.key, 'Z');
  KeyPress press = press_of({.key = 'A', .shift = true}, "a");
  note_typed(press, 'A');
  EXPECT_EQ(press.typed.key, 0);
}

}  // namespace
}  // namespace heatwave::shell
