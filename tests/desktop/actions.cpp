// Generates random presses, clicks, drags and typing.
#include "actions.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "tests/tested_program.h"

namespace heatwave::test {
namespace {

using nlohmann::json;
using Kind = Event::Kind;

// Ctrl Q is missing here because it closes the program.
constexpr std::array kKeys{"space",       "period",
                           "comma",       "r",
                           "f",           "n",
                           "z",           "y",
                           "Delete",      "BackSpace",
                           "Left",        "Right",
                           "Up",          "Down",
                           "Home",        "End",
                           "Escape",      "v",
                           "d",           "b",
                           "l",           "p",
                           "k",           "e",
                           "bracketleft", "bracketright",
                           "a",           "o",
                           "w",           "m",
                           "s",           "c",
                           "h",           "t",
                           "plus",        "minus",
                           "equal",       "0",
                           "1",           "2",
                           "3",           "4",
                           "9",           "Return",
                           "Tab",         "F1",
                           "F3",          "F11",
                           "F5",          "F6",
                           "F7",          "F8",
                           "x",           "u",
                           "i",           "g",
                           "KP_Add",      "Page_Down",
                           "Page_Up",     "Insert",
                           "F9",          "F4",
                           "F10",         "F12"};
constexpr std::array kMissesWithControl{"q", "Q"};
constexpr std::array<std::array<int, 2>, 12> kSizes{{{1, 1},
                                                     {2, 2},
                                                     {1, 400},
                                                     {400, 1},
                                                     {100, 100},
                                                     {320, 200},
                                                     {640, 480},
                                                     {480, 640},
                                                     {1280, 800},
                                                     {1599, 999},
                                                     {800, 1000},
                                                     {2500, 300}}};

class Hand {
 public:
  Hand(std::mt19937_64& random, const json& shown) : random_(random), shown_(shown) {}

  int below(int count) { return static_cast<int>(random_() % static_cast<std::uint64_t>(count)); }

  template <typename List>
  const auto& one_of(const List& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(std::size(list))))];
  }

  std::array<int, 2> anywhere() { return {below(kWidth + 40) - 20, below(kHeight + 40) - 20}; }

  /// Returns a random position, mostly in the field or on a control.
  std::array<int, 2> place() {
    const int kind = below(5);
    if (kind == 0 || !shown_.is_object()) return anywhere();
    json box = shown_["field_area"];
    if (kind >= 3 && !shown_["places"].empty()) {
      auto at = shown_["places"].begin();
      std::advance(at, below(static_cast<int>(shown_["places"].size())));
      box = at.value();
    }
    const auto within = [&](std::size_t from) {
      const double side = std::clamp(box[from + 2].get<double>(), 0.0, 3000.0);
      const double begin = std::clamp(box[from].get<double>(), -3000.0, 3000.0);
      return static_cast<int>(begin + side * below(1000) / 1000.0);
    };
    return {within(0), within(1)};
  }

  void key(Action& action, const std::string& name, bool down) {
    action.events.push_back({.kind = Kind::key, .key = name, .down = down});
  }
  void tap(Action& action, const std::string& name) {
    key(action, name, true);
    key(action, name, false);
  }
  void frame(Action& action) { action.events.push_back({.kind = Kind::frame}); }
  /// Adds a frame with a chance of one in `one_in`, so that several inputs often share a frame.
  void perhaps_frame(Action& action, int one_in) {
    if (below(one_in) == 0) frame(action);
  }
  void button(Action& action, int number, bool down) {
    action.events.push_back({.kind = Kind::button, .down = down, .a = number});
  }
  void move(Action& action, std::array<int, 2> to) {
    action.words += " " + std::to_string(to[0]) + "," + std::to_string(to[1]);
    action.events.push_back({.kind = Kind::move, .a = to[0], .b = to[1]});
  }

  Action press() {
    const std::string name = one_of(kKeys);
    Action action{.words = "key " + name, .events = {}};
    key(action, name, true);
    perhaps_frame(action, 4);
    key(action, name, false);
    return action;
  }

  Action chord() {
    constexpr std::array kModifiers{"Control_L", "Shift_L", "Alt_L", "Super_L"};
    const std::string modifier = one_of(kModifiers);
    std::string name = one_of(kKeys);
    const bool ends = modifier != "Shift_L" &&
                      std::find(kMissesWithControl.begin(), kMissesWithControl.end(), name) !=
                          kMissesWithControl.end();
    const bool closes_on_windows = tests_other_program() && modifier == "Alt_L" && name == "F4";
    if (ends || closes_on_windows) name = "z";
    const bool both = below(3) == 0 && modifier != "Shift_L";
    Action action{.words = "key " + modifier + (both ? "+Shift_L+" : "+") + name, .events = {}};
    key(action, modifier, true);
    if (both) key(action, "Shift_L", true);
    tap(action, name);
    if (both) key(action, "Shift_L", false);
    key(action, modifier, false);
    return action;
  }

  /// Stops work that takes the processors: a measurement, a sequence of pictures, a second window.
  Action break_off(const std::string& room, const std::string& key, bool with_control) {
    Action action{.words = "break off by " + room + (with_control ? ", Control_L+" : ", ") + key,
                  .events = {}};
    tap(action, room);
    frame(action);
    if (with_control) this->key(action, "Control_L", true);
    tap(action, key);
    if (with_control) this->key(action, "Control_L", false);
    frame(action);
    return action;
  }

  Action click() {
    Action action{.words = "click", .events = {}};
    const int number = below(6) == 0 ? 3 : (below(10) == 0 ? 2 : 1);
    action.words += " button " + std::to_string(number);
    move(action, place());
    perhaps_frame(action, 2);
    for (int times = below(5) == 0 ? 2 : 1; times > 0; --times) {
      button(action, number, true);
      perhaps_frame(action, 3);
      button(action, number, false);
      perhaps_frame(action, 3);
    }
    return action;
  }

  Action drag() {
    Action action{.words = "drag", .events = {}};
    const int number = 1 + below(3);
    const bool with_both = below(6) == 0;
    const bool loses_focus = below(8) == 0;
    action.words += " button " + std::to_string(number) + (with_both ? " and the other" : "") +
                    (loses_focus ? ", focus lost" : "");
    move(action, place());
    button(action, number, true);
    if (with_both) button(action, 4 - number, true);
    frame(action);
    for (int left = 1 + below(4); left > 0; --left) {
      move(action, below(2) == 0 ? place() : anywhere());
      perhaps_frame(action, 2);
    }
    if (loses_focus) action.events.push_back({.kind = Kind::focus, .down = false});
    if (below(6) == 0) tap(action, one_of(kKeys));
    perhaps_frame(action, 2);
    button(action, number, false);
    if (with_both) button(action, 4 - number, false);
    if (loses_focus) action.events.push_back({.kind = Kind::focus, .down = true});
    return action;
  }

  Action wheel() {
    Action action{.words = "wheel", .events = {}};
    move(action, place());
    const int number = 4 + below(4);
    action.words += " " + std::to_string(number);
    for (int left = 1 + below(4); left > 0; --left) {
      button(action, number, true);
      button(action, number, false);
    }
    return action;
  }

  Action resize() {
    const auto [width, height] = one_of(kSizes);
    Action action{.words = "resize " + std::to_string(width) + "x" + std::to_string(height),
                  .events = {{.kind = Kind::resize, .a = width, .b = height}}};
    frame(action);
    // The first size mostly returns, so that there is something to see.
    if (below(6) != 0) action.events.push_back({.kind = Kind::resize, .a = kWidth, .b = kHeight});
    return action;
  }

  Action type() {
    constexpr std::array kSigns{"1",     "2",     "9", "0",         "period", "minus", "e",   "x",
                                "comma", "space", "a", "semicolon", "slash",  "n",     "plus"};
    Action action{.words = "type", .events = {}};
    move(action, place());
    button(action, 1, true);
    button(action, 1, false);
    if (below(2) == 0) {
      button(action, 1, true);
      button(action, 1, false);
    }
    frame(action);
    for (int left = 1 + below(7); left > 0; --left) {
      const std::string sign = one_of(kSigns);
      action.words += " " + sign;
      tap(action, sign);
    }
    // The frame between them lets the text field see the key.
    const std::string last = one_of(std::array{"Return", "Escape", "Tab"});
    key(action, last, true);
    frame(action);
    key(action, last, false);
    return action;
  }

 private:
  std::mt19937_64& random_;
  const json& shown_;
};

}  // namespace

Action next_action(std::mt19937_64& random, const json& shown) {
  Hand hand(random, shown);
  const auto action = [&] {
    if (shown.is_object() && hand.below(3) == 0) {
      if (shown["lab"]["running"] == true) return hand.break_off("2", "Escape", false);
      if (shown["sequence"] == true) return hand.break_off("1", "e", true);
      if (shown["present"]["audience"] == true) return hand.break_off("1", "F4", false);
    }
    const int kind = hand.below(20);
    if (kind < 5) return hand.press();
    if (kind < 7) return hand.chord();
    if (kind < 12) return hand.click();
    if (kind < 15) return hand.drag();
    if (kind < 17) return hand.wheel();
    if (kind < 18) return hand.resize();
    return hand.type();
  };
  Action next = action();
  hand.perhaps_frame(next, 3);
  return next;
}

std::string in_words(const std::vector<Action>& actions, std::size_t last) {
  std::string text;
  const std::size_t from = actions.size() - std::min(actions.size(), last);
  for (std::size_t i = from; i < actions.size(); ++i) text += "  " + actions[i].words + '\n';
  return text;
}

}  // namespace heatwave::test
