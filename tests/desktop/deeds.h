// What hands could do to the window by chance, as lists that can be repeated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace heatwave::test {

/// The window's size when it is as at first: small, because a processor draws it.
inline constexpr int kWidth = 640;
inline constexpr int kHeight = 400;

/// One thing that the X server is told; `frame`: nothing, until the window has shown what came
/// before.
struct Event {
  enum class Kind : std::uint8_t { key, button, move, resize, focus, frame };
  Kind kind = Kind::key;
  std::string key = {};
  bool down = false;  ///< of a key or button; with focus: on the window
  int a = 0;          ///< button, x, or width
  int b = 0;          ///< y or height
};

/// What a person would call one thing done.
struct Deed {
  std::string words;
  std::vector<Event> events;
};

/// The next deed; `shown` is what the window's status says, for the places of its controls.
Deed next_deed(std::mt19937_64& random, const nlohmann::json& shown);

std::string in_words(const std::vector<Deed>& deeds, std::size_t last);

}  // namespace heatwave::test
