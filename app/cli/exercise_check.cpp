// `heatwave exercise`: lists exercises, shows one, and judges solutions.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/text_columns.h"
#include "app/cli/values.h"
#include "app/system/read_files.h"
#include "app/system/write_files.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/stage/exercise_catalogue.h"
#include "kernels/stage/kernel_file.h"
#include "kernels/stage/text_lesson.h"

namespace heatwave::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string list_of_exercises(bool json) {
  Json all = Json::array();
  std::string text;
  for (const stage::Exercise& each : stage::exercises()) {
    all.push_back({{"id", each.id}, {"title", each.lesson.title}, {"task", each.lesson.shows}});
    text += fmt::format("{:<16}{}\n", each.id, each.lesson.title);
  }
  if (json) return all.dump(2) + "\n";
  return text +
         "\n'heatwave exercise NAME --save FILE.cu' saves one; fill its gaps, and then\n"
         "'heatwave exercise FILE.cu --check' says whether it is right.\n";
}

/// An exercise with its text: a shipped one, or that of a file.
struct Given {
  stage::Lesson lesson;
  std::string text;
  std::string answer;  ///< empty: the file has no model answer
};

Given given(const std::string& name) {
  if (!stage::is_own_lesson(name)) {
    choice("the exercise", name, words::ids_of(stage::exercises()));
    const stage::Exercise& found = stage::find_exercise(name);
    const std::string& text = found.lesson.code.text();
    return {found.lesson, text, stage::filled(text, found.answer)};
  }
  const std::string text = system::whole_text(name, stage::kLargestKernelFile);
  try {
    if (const auto origin = stage::origin_of(text)) {
      const stage::Exercise& found = stage::find_exercise(origin->lesson);
      return {found.lesson, text, stage::filled(found.lesson.code.text(), found.answer)};
    }
    return {stage::lesson_of_text(text, name), text, {}};
  } catch (const core::Error& error) {
    throw core::Error(fmt::format("{}: {}", name, error.what()));
  }
}

std::string exercise_text(const Given& exercise, const ExerciseOptions& options) {
  if (options.answer) {
    if (exercise.answer.empty()) throw core::Error("this exercise has no model answer");
    return exercise.answer;
  }
  std::string text = fmt::format("{}\n\n{}\n", exercise.lesson.title,
                                 wrapped(exercise.lesson.shows, 0, kWidestText));
  if (options.hints) {
    int number = 0;
    for (const std::string& hint : exercise.lesson.hints) {
      text += wrapped(fmt::format("Hint {}: {}", ++number, hint), 0, kWidestText);
    }
    return text;
  }
  return text + exercise.text;
}

/// Returns the text with the task as a comment after its first line, which names the exercise.
std::string with_task(const Given& exercise) {
  std::string comment = wrapped(exercise.lesson.shows, 0, kWidestText);
  for (std::size_t at = 0; at < comment.size(); at = comment.find('\n', at) + 1) {
    comment.insert(at, "// ");
  }
  std::string text = exercise.text;
  return text.insert(text.find('\n') + 1, comment);
}

}  // namespace

void exercise(const ExerciseOptions& options,
              const std::function<void(const std::string&)>& print) {
  if (options.exercise.empty()) return print(list_of_exercises(options.json));
  const Given exercise = given(options.exercise);
  if (!options.save.empty()) {
    const auto naming = options.force ? system::Naming::replacing : system::Naming::exact;
    const auto file = system::write_whole_text(options.save, with_task(exercise), naming);
    return print(fmt::format("Saved {}. Its task: {}\n", file.string(), exercise.lesson.shows));
  }
  if (!options.check) return print(exercise_text(exercise, options));
  const stage::Verdict verdict = stage::check_solution(exercise.lesson, exercise.text);
  const bool is_right = verdict.outcome == stage::Outcome::right;
  const bool was_played = verdict.outcome != stage::Outcome::mistake && !is_right;
  if (options.json) {
    Json json{{"exercise", exercise.lesson.id},
              {"verdict", name_of(verdict)},
              {"right", is_right},
              {"text", verdict.text}};
    if (verdict.place) json["place"] = {verdict.place->line, verdict.place->column};
    if (was_played) {
      json["schedule"] = verdict.schedule.text();
      json["step"] = verdict.step;
    }
    print(json.dump(2) + "\n");
  } else if (is_right) {
    print(fmt::format("Right. {}\n", verdict.text));
  } else {
    print(fmt::format("Not right yet, {}: {}\n", name_of(verdict), verdict.text));
    if (was_played) {
      print(fmt::format("To see it: heatwave stage {} --schedule {} --step {}\n", options.exercise,
                        verdict.schedule.text(), verdict.step));
    }
  }
  if (!is_right) throw core::Error("the solution is not right yet");
}

}  // namespace heatwave::cli
