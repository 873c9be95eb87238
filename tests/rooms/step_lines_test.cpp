// The lines of code that are lit are those of which the sentence about the step speaks.
#include "app/rooms/stage/step_lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>

#include "app/session/stage/stage_sources.h"
#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage_room {
namespace {

TEST(StepLines, TheLineOfAStepIsTheOneThatWasCarriedOut) {
  const stage::Trace trace = stage::play(stage::find_lesson("dot"), {});
  EXPECT_EQ(acted_line(trace, 0), 0);
  EXPECT_EQ(last_acted_line(trace, 0), 0);
  for (int step = 1; step <= static_cast<int>(trace.steps.size()); ++step) {
    const auto& first = trace.steps[static_cast<std::size_t>(step) - 1].actions.front();
    EXPECT_EQ(acted_line(trace, step), first.line);
  }
}

/// Returns the numbers after the word "line" in a sentence that names no other lines.
std::set<int> named_lines(const std::string& sentence) {
  std::set<int> lines;
  const std::string word = "line ";
  for (std::size_t at = sentence.find(word); at != std::string::npos;
       at = sentence.find(word, at + 1)) {
    lines.insert(std::stoi(sentence.substr(at + word.size())));
  }
  return lines;
}

TEST(StepLines, OfEveryStepOfEveryLessonAreLitAsTheSentenceNamesThem) {
  int after = 0;
  for (const stage::Lesson& lesson : stage::lessons()) {
    stage::PlaySettings settings{.schedule = lesson.schedule};
    if (settings.schedule.kind == stage::Schedule::Kind::chosen) settings.schedule = {};
    settings = stage::completed(lesson, settings);
    const stage::Trace trace = stage::play(lesson, settings);
    const session::SourceFile file = session::source_of(lesson, settings);
    const stage::State state;
    for (int step = 1; step <= static_cast<int>(trace.steps.size()); ++step) {
      const StepLines lines = step_lines({.trace = trace, .state = state, .step = step});
      const std::set<int> named =
          named_lines(stage::words::sentence_after(stage::words::set_after(trace, step - 1)));
      std::set<int> lit;
      for (const session::SourceLine& line : file.lines) {
        const LineRole role = role_of(lines, line);
        EXPECT_EQ(role == LineRole::acted, line.number == acted_line(trace, step));
        if (role == LineRole::after) lit.insert(line.number);
      }
      EXPECT_EQ(lit, named) << lesson.id << ", step " << step;
      after += static_cast<int>(lit.size());
    }
  }
  EXPECT_GT(after, 100);
}

}  // namespace
}  // namespace heatwave::stage_room
