// Lectures: steps with their words, what is done in each, and what the rooms show.
//
// The keys of a lecture's file, a JSON object:
//
//   {"heatwave": "lecture", "version": 1, "title": "…", "about": "…", "steps": [
//     {"title": "…", "text": "…", "watch": "…", "question": "…", "answer": "…",
//      "room": "fields", "scene": "lens",
//      "commands": [{"do": "set-parameter", "id": "c2", "value": 0.2}, {"do": "play"}]},
//     {"title": "…", "room": "fields", "run_to": 400},
//     {"title": "…", "room": "lab", "lab": {"experiment": "dot", "variant": "vector"}},
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
  std::string text;      ///< what is said
  std::string watch;     ///< what to watch for; empty: nothing
  std::string question;  ///< to the class; empty: none
  std::string answer;    ///< of the question
  session::Sight sight;
  /// What the field begins with: a scene that comes with the program, by its name, or one of the
  /// lecture's own. Nothing: the field goes on from where the step before left it.
  std::variant<std::monostate, std::string, scene::Scene> scene;
  std::vector<session::Command> commands;
  /// The step of the field that it runs to after the commands, at the scene's pace, to pause there;
  /// none: it does not run.
  std::optional<std::int64_t> run_to;

  friend bool operator==(const LectureStep& a, const LectureStep& b);
  [[nodiscard]] bool has_scene() const { return scene.index() != 0; }
  /// Whether it does anything to the field, which then begins and ends at rest unless it says
  /// `play`.
  [[nodiscard]] bool touches_field() const;
};

struct Lecture {
  std::string file;  ///< that it was read from, for errors; empty: a new one
  std::string title;
  std::string about;  ///< one sentence
  std::vector<LectureStep> steps;
  friend bool operator==(const Lecture& a, const Lecture& b) {
    return a.title == b.title && a.about == b.about && a.steps == b.steps;
  }
};

/// The words of a step, and the title of its lecture, to be written.
struct LectureWords {
  std::string lecture;
  std::string title;
  std::string text;
  std::string watch;
  std::string question;
  std::string answer;
  friend bool operator==(const LectureWords&, const LectureWords&) = default;
};
LectureWords words_of(const Lecture& lecture, std::size_t step);
/// A title that is empty stays as it was. Whether anything has changed.
bool reword(Lecture& lecture, std::size_t step, const LectureWords& words);

// What a lecture may hold; beyond it a file is refused when it is read.
inline constexpr std::size_t kMostLectureSteps = 500;
inline constexpr std::size_t kLongestTitle = 120;           ///< bytes, as all texts
inline constexpr std::size_t kLongestText = 4000;           ///< of what is said, asked and answered
inline constexpr std::size_t kMostCommands = 20'000;        ///< of a step
inline constexpr std::size_t kMostCommandsInAll = 50'000;   ///< of all steps together
inline constexpr std::int64_t kMostFieldSteps = 1'000'000;  ///< that a step of a lecture advances

/// Whether a command has a place in a lecture: it touches no file, and has a lasting effect. What
/// the stage plays is said by what the step shows.
bool belongs_in_lecture(const session::Command& command);
/// Of the lab's commands, which are done when the field stands still.
bool is_of_lab(const session::Command& command);

/// Throws core::Error, in one line with the text's line and the member's path, for all that is no
/// lecture or cannot be shown. `where` names the text.
Lecture parse_lecture(std::string_view text, const std::string& where);
Lecture read_lecture(const std::filesystem::path& path);
/// Reading it gives an equal lecture.
std::string to_json(const Lecture& lecture);

struct LectureListing {
  std::string name;  ///< for find_lecture
  std::string title;
  std::string about;
  std::filesystem::path path;
};
/// The lectures that come with the program, in the order of the course.
std::vector<LectureListing> built_in_lectures();
/// A lecture that comes with the program, by its name, or a file by its path.
Lecture find_lecture(const std::string& name_or_path);
bool is_lecture_file(const std::filesystem::path& path);

}  // namespace heatwave::wire
