// Limits on what a JSON text may hold, and the check that enforces them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heatwave::json {

/// A text that holds more is refused before anything is built from it.
struct JsonBudget {
  std::size_t bytes = 0;     ///< of the text
  std::size_t values = 0;    ///< numbers, texts, arrays and objects, at all depths
  std::size_t inflated = 0;  ///< bytes that all compressed parts of the text inflate to
};

/// A hundred thousand items or points, or the planes of a field of 1024 × 1024 cells.
inline constexpr JsonBudget kSceneBudget{16'000'000, 500'000, 32'000'000};
/// A lecture may hold several scenes.
inline constexpr JsonBudget kLectureBudget{32'000'000, 500'000, 32'000'000};
/// One line of a recording or a script. A recording's first line holds a scene with its field.
inline constexpr JsonBudget kLineBudget{1'000'000'000, 500'000, 32'000'000};
/// A document of measurements: an hour in the lab takes a fiftieth of it.
inline constexpr JsonBudget kMeasurementsBudget{16'000'000, 500'000, 0};
/// Files of the program's own: settings, state, tuning, notes.
inline constexpr JsonBudget kOwnFileBudget{1'000'000, 50'000, 0};

/// "plate.json:4", or "line 4" where the text has no name.
std::string place_in(const std::string& where, std::size_t line);

/// Throws core::Error "where:line: …" when the text is not JSON, has a key twice in an object, is
/// nested deeper than 64 levels or exceeds the budget. Lines are counted from `first_line`.
void check_json(std::string_view text, const std::string& where, const JsonBudget& budget,
                std::size_t first_line = 1);

}  // namespace heatwave::json
