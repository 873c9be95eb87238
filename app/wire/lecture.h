// Lectures: steps with their words, what is done in each, and what the rooms show.
//
// The keys of a lecture's file, a JSON object:
//
//   {"heatwave": "lecture", "version": 1, "title": "…", "about": "…", "exercises": ["dot-sum"],
//    "homework": [{"question": "…", "answer": "…", "misconception": "…"}],
//    "steps": [
//     {"title": "…", "text": "…", "watch": "…", "question": "…", "answer": "…",
//      "notes": "…", "room": "fields", "scene": "lens",
//      "commands": [{"do": "set-parameter", "id": "c2", "value": 0.2}, {"do": "play"}]},
//     {"title": "…", "room": "fields", "run_to": 400},
//     {"title": "…", "room": "lab", "lab": {"experiment": "dot", "variant": "vector"},
//      "visible": ["head/time"]},
//     {"title": "…", "room": "stage", "stage": {"lesson": "dot", "step": 12}}]}
//
// All of a step but its title and its room may be left out. A step may say what the lab and the
// stage show while another room is seen. `run_to` is a step of the field: the field runs to it at
// the scene's pace and pauses there, and holds the same bits as after as many steps at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/scene/scene.h"
#include "app/session/command.h"
#include "app/session/sights.h"

namespace heatwave::wire {

struct LectureStep {
  std::string title;
  std::string text;      ///< words of the lecturer
  std::string watch;     ///< the thing to watch for; empty: none
  std::string question;  ///< question to the class; empty: none
  std::string answer;    ///< answer to the question
  std::string notes;     ///< for the speaker alone, never shown to the audience
  /// Places of the room that the words point at, such as "head/result" or "line/12".
  std::vector<std::string> visible;
  /// In Fields: above the words stand the time of a step, the rates, and what limits them.
  bool timings = false;
  session::Sight sight;
  /// The initial field: the name of a built-in scene, or a scene of the lecture's own. Empty: the
  /// field continues from the previous step.
  std::variant<std::monostate, std::string, scene::Scene> scene;
  std::vector<session::Command> commands;
  /// The step of the field to which it runs after the commands, at the scene's pace, and pauses;
  /// none: it does not run.
  std::optional<std::int64_t> run_to;

  friend bool operator==(const LectureStep& a, const LectureStep& b);
  [[nodiscard]] bool has_scene() const { return scene.index() != 0; }
  /// Returns whether the step changes the field. The field then begins and ends paused unless the
  /// step says `play`.
  [[nodiscard]] bool touches_field() const;
};

/// A question that the class answers at home.
struct LectureHomework {
  std::string question;
  std::string answer;
  std::string misconception;  ///< the wrong idea that a wrong answer shows
  friend bool operator==(const LectureHomework&, const LectureHomework&) = default;
};

struct Lecture {
  std::string file;  ///< source of the lecture, for errors; empty: a new one
  std::string title;
  std::string about;  ///< one sentence
  /// Exercises of the stage, by id, for the class to do after the lecture.
  std::vector<std::string> exercises;
  std::vector<LectureHomework> homework = {};
  std::vector<LectureStep> steps;
  friend bool operator==(const Lecture& a, const Lecture& b) {
    return a.title == b.title && a.about == b.about && a.exercises == b.exercises &&
           a.homework == b.homework && a.steps == b.steps;
  }
};

/// Words of a step and its lecture's title, for editing.
using LectureWords = session::RewordLectureStep;
LectureWords words_of(const Lecture& lecture, std::size_t step);
/// Changes the words; an empty title keeps the old one. Returns whether anything has changed.
bool reword(Lecture& lecture, std::size_t step, const LectureWords& words);

// Limits of a lecture; a file beyond them is refused.
inline constexpr std::size_t kMostLectureSteps = 500;
inline constexpr std::size_t kMostExercises = 50;     ///< also of homework
inline constexpr std::size_t kLongestTitle = 120;     ///< bytes
inline constexpr std::size_t kLongestText = 4000;     ///< bytes of a text, a question or an answer
inline constexpr std::size_t kMostCommands = 20'000;  ///< number of commands in a step
inline constexpr std::size_t kMostCommandsInAll = 50'000;  ///< number of commands in all steps
/// Number of field steps in a step of the lecture.
inline constexpr std::int64_t kMostFieldSteps = 1'000'000;

/// Returns whether a command may be in a lecture: it touches no file, and has a lasting effect. The
/// step's view, not a command, names the stage's play.
bool belongs_in_lecture(const session::Command& command);
/// Returns whether this is a command for the lab, which runs after the field's commands.
bool is_of_lab(const session::Command& command);

/// Throws core::Error, in one line with the text's line and the member's path, for an invalid
/// lecture. `where` names the text.
Lecture parse_lecture(std::string_view text, const std::string& where);
Lecture read_lecture(const std::filesystem::path& path);
/// Returns JSON that reads back to an equal lecture.
std::string to_json(const Lecture& lecture);

struct LectureListing {
  std::string name;  ///< name for find_lecture
  std::string title;
  std::string about;
  std::filesystem::path path;
};
/// The lectures that come with the program, in the order of the course.
std::vector<LectureListing> built_in_lectures();
/// Returns a built-in lecture by its name, or reads a file by its path.
Lecture find_lecture(const std::string& name_or_path);
bool is_lecture_file(const std::filesystem::path& path);
/// Returns the path of the lecture's CUDA program, which lies beside its file; whether there is one
/// is not checked.
std::filesystem::path program_of(const Lecture& lecture);

}  // namespace heatwave::wire
