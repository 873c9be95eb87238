// A lecture as a page to read or to print: Markdown, or HTML that stands alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heatwave::exporting {

/// A measured time, drawn as a bar.
struct LectureTime {
  std::string title;  ///< "CPU, simple loop"
  double milliseconds = 0.0;
  bool shown = false;       ///< the variant that the step shows
  std::string result = {};  ///< "518.913", where the step speaks of results; empty: it does not
};

/// A step of the lecture: its words, and a picture, a kernel or times.
struct LectureSection {
  std::string title;
  std::string room = {};  ///< "Fields", "Lab", "Stage"
  std::string text = {};
  std::string watch = {};     ///< empty: none
  std::string question = {};  ///< empty: none
  std::string answer = {};    ///< empty: none, or a handout
  std::string notes = {};     ///< for the speaker alone; empty: none, or a handout
  std::string caption = {};   ///< the thing that is shown below the words; empty: nothing is
  std::vector<std::uint8_t> picture = {};  ///< bytes of a PNG file; empty: none
  double picture_width = 0.0;              ///< on paper, in millimetres; 0: as wide as the page
  std::string kernel = {};                 ///< CUDA text; empty: none
  std::vector<LectureTime> times = {};     ///< empty: none
};

struct LectureExercise {
  std::string title;
  std::string task;
  std::string kernel;       ///< CUDA text with gaps
  std::string save;         ///< the command that saves it
  std::string check;        ///< the command that checks the solution
  std::string answer = {};  ///< the kernel without gaps; empty: a handout
};

/// A question to take home.
struct LectureProblem {
  std::string question;
  std::string answer = {};         ///< empty: a handout
  std::string misconception = {};  ///< the wrong idea behind a wrong answer; empty: a handout
};

struct LecturePage {
  std::string title;
  std::string about = {};
  std::string guide = {};  ///< how to give it, above the titles of its steps; empty: a handout
  bool for_class = false;  ///< a handout: lines to write on take the place of answers
  std::vector<LectureSection> sections = {};
  std::vector<LectureExercise> exercises = {};
  std::vector<LectureProblem> problems = {};
  std::string program_name = {};  ///< "dot.cu"
  std::string program = {};       ///< the complete CUDA program; empty: none
};

/// Returns one HTML document with its pictures in it. It needs no other file, and prints on A4.
std::string lecture_html(const LecturePage& page);

/// Returns Markdown. `pictures`: the name of each section's picture, relative to the document;
/// empty: the section has none.
std::string lecture_markdown(const LecturePage& page, const std::vector<std::string>& pictures);

}  // namespace heatwave::exporting
