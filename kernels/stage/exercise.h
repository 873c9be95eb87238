// An exercise is a kernel with gaps. A solution is played under several schedules and judged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/cuda_text/diagnostic.h"
#include "kernels/stage/lesson.h"

namespace heatwave::stage {

struct Exercise {
  std::string id;                   ///< "vector-add"
  Lesson lesson;                    ///< its code is the text with gaps, its `shows` the task
  std::vector<std::string> answer;  ///< the model answer: lines that fill the gaps, in their order
};

/// Marks the lines that a solution replaces.
inline constexpr std::string_view kGap = "/* your code";
/// Replaces each line that contains kGap by the next filling, with that line's
/// indentation. Later gaps without a filling stay.
std::string filled(std::string_view text, const std::vector<std::string>& fillings);

enum class Outcome : std::uint8_t {
  right,
  mistake,   ///< the text does not compile, or its kernel cannot be launched
  fault,     ///< a play found a fault, such as a race or a wrong result
  conflicts  ///< the results are right, but there are more bank conflicts than allowed
};

/// The judgement of a solution.
struct Verdict {
  Outcome outcome = Outcome::right;
  std::optional<FaultKind> fault;         ///< first fault of the play; none: no fault
  std::optional<cuda_text::Place> place;  ///< for Outcome::mistake, if it has a place
  std::string text;   ///< names the first mistake; if right, says how it was tried
  Schedule schedule;  ///< the schedule that showed it
  int step = 0;       ///< step of the play that shows it
};
/// Returns "right", "does not compile", "data race", "wrong result", …
std::string name_of(const Verdict& verdict);

/// Judges a text as a solution of an exercise: plays it in lockstep (if the lesson is played so at
/// first), with independent threads and with random ones, and returns what is wrong first. The work
/// is bounded for every text. Throws Cancelled when `watch` returns false.
Verdict check_solution(const Lesson& exercise, const std::string& text, const Watch& watch = {});

}  // namespace heatwave::stage
