// Random user input for the window, as lists that can be replayed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace heatwave::test {

/// The window's first size; it is small because the CPU draws it.
inline constexpr int kWidth = 640;
inline constexpr int kHeight = 400;
/// The screen, and with it the full screen and the audience's window, is small: frames come sooner.
inline constexpr int kScreenWidth = 960;
inline constexpr int kScreenHeight = 600;

/// One event for the X server; `frame`: waits until the window has shown the earlier events.
struct Event {
  enum class Kind : std::uint8_t { key, button, move, resize, focus, frame };
  Kind kind = Kind::key;
  std::string key = {};
  bool down = false;  ///< the key or button is pressed; with focus: the window has the focus
  int a = 0;          ///< button, x, or width
  int b = 0;          ///< y or height
};

/// One user action with its events.
struct Action {
  std::string words;
  std::vector<Event> events;
};

/// Returns a random action; `shown` is the window's status, with the places of its controls.
Action next_action(std::mt19937_64& random, const nlohmann::json& shown);

std::string in_words(const std::vector<Action>& actions, std::size_t last);

}  // namespace heatwave::test
