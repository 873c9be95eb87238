// These helpers judge solutions of the stage's exercises.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::stage::test {

struct WrongAnswer {
  std::vector<std::string> fillings;  ///< lines that fill the gaps
  std::string reason;                 ///< name_of() its verdict
};

/// Expects that the model answer is right, that the text with gaps is not, and that each wrong
/// answer is refused for its reason.
inline void expect_refused(const std::string& id, const std::vector<WrongAnswer>& wrong) {
  const Exercise& exercise = find_exercise(id);
  const std::string text = exercise.lesson.code.text();
  EXPECT_EQ(exercise.lesson.hints.size(), 3U);
  EXPECT_GE(wrong.size(), 3U);
  EXPECT_TRUE(play(exercise.lesson, {}).steps.size() > 1) << "the text with gaps can be played";
  EXPECT_NE(check_solution(exercise.lesson, text).outcome, Outcome::right) << "nothing is filled";
  const Verdict right = check_solution(exercise.lesson, filled(text, exercise.answer));
  EXPECT_EQ(name_of(right), "right") << right.text;
  EXPECT_EQ(right.text.find("Warning"), std::string::npos) << right.text;
  for (const WrongAnswer& each : wrong) {
    const std::string solution = filled(text, each.fillings);
    const Verdict verdict = check_solution(exercise.lesson, solution);
    EXPECT_EQ(name_of(verdict), each.reason) << verdict.text << "\n" << solution;
    EXPECT_FALSE(verdict.text.empty());
  }
}

}  // namespace heatwave::stage::test
