// Limits on the size of a JSON text, and the check that enforces them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heatwave::json {

/// Limits of a text; a larger one is refused before it is parsed.
struct JsonBudget {
  std::size_t bytes = 0;     ///< length of the text
  std::size_t values = 0;    ///< number of numbers, texts, arrays and objects, at all depths
  std::size_t inflated = 0;  ///< bytes of all compressed parts of the text after inflating
};

/// Enough for a hundred thousand items or points, or the planes of a field of 1024 × 1024 cells.
inline constexpr JsonBudget kSceneBudget{16'000'000, 500'000, 32'000'000};
/// Budget of a lecture, which may contain several scenes.
inline constexpr JsonBudget kLectureBudget{32'000'000, 500'000, 32'000'000};
/// Budget of one line of a recording or a script. A recording's first line contains a scene with
/// its field.
inline constexpr JsonBudget kLineBudget{1'000'000'000, 500'000, 32'000'000};
/// Budget of a document of measurements; an hour in the lab takes 1/50 of it.
inline constexpr JsonBudget kMeasurementsBudget{16'000'000, 500'000, 0};
/// Budget of the program's own files: settings, state, tuning, notes.
inline constexpr JsonBudget kOwnFileBudget{1'000'000, 50'000, 0};

/// Returns a position such as "plate.json:4"; "line 4" for a text without a name.
std::string place_in(const std::string& where, std::size_t line);

/// Throws core::Error "where:line: …" when the text is not JSON, repeats a key in an object, is
/// nested deeper than 64 levels or exceeds the budget. Lines are counted from `first_line`.
void check_json(std::string_view text, const std::string& where, const JsonBudget& budget,
                std::size_t first_line = 1);

}  // namespace heatwave::json
