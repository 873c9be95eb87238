// Saves a lecture as a script or a handout, with what each step shows, or its CUDA program.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "app/cli/lecture_steps.h"
#include "app/cli/outputs.h"
#include "app/export/field_picture.h"
#include "app/export/lecture_page.h"
#include "app/export/pixels.h"
#include "app/rooms/room_names.h"
#include "app/scene/assets.h"
#include "app/session/field/picture_exports.h"
#include "app/session/lab/lab_results.h"
#include "app/session/lab/profile_report.h"
#include "app/session/stage/stage_sources.h"
#include "app/shell/lectures/lecture_layout.h"
#include "app/system/read_files.h"
#include "app/system/write_files.h"
#include "app/words/numbers.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/exercise_catalogue.h"
#include "kernels/stage/kernel_file.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::cli {
namespace {

using exporting::LecturePage;
using exporting::LectureSection;
using session::LabResult;
using wire::Lecture;
using wire::LectureStep;

/// Takes a field that plays some seconds further, so that its picture shows what it is about.
void play_on(session::Session& session, wire::LecturePlayer& player, const LectureStep& step) {
  const bool plays = std::any_of(step.commands.begin(), step.commands.end(), [](const auto& each) {
    return std::holds_alternative<session::Play>(each);
  });
  if (!plays) return;
  constexpr std::int64_t kFrames = 240;          // 4 seconds of the window
  constexpr std::int64_t kUnguardedFrames = 90;  // a pattern grows, and has not filled the field
  constexpr int kUsualPace = 10;  // steps per frame of a scene that takes as many as fit
  constexpr std::int64_t kMostUpdates = 1'000'000'000;
  const scene::Scene& scene = session.snapshot().scene;
  const int pace = scene.pace.steps > 0 ? scene.pace.steps : kUsualPace;
  const std::int64_t frames = scene.guarded ? kFrames : kUnguardedFrames;
  session.run(std::min(frames * pace, kMostUpdates / scene.extent.cells()));
  player.note_edit();
}

constexpr core::Extent kLargestPicture{640, 480};
/// A picture of the interface has this many pixels for a design unit.
constexpr float kPixelsOnPaper = 1.5F;
// A page holds a step with its kernel, its picture and its question.
constexpr double kFieldHeight = 60;            ///< in millimetres
constexpr double kWidestField = 130;           ///< in millimetres
constexpr double kMillimetresOfUnit = 0.12;    ///< size of a design unit on a board
constexpr double kWidestBoard = 84;            ///< in millimetres: words find room beside it
constexpr double kMillimetresOfChart = 0.125;  ///< size of a design unit on a chart

/// Returns the part of a field's picture that is visible from above, where each cell is a square.
exporting::Image magnified(const exporting::Image& whole, const scene::Viewpoint& seen) {
  const auto span = [&seen](int length, double centre) {
    const int visible = std::max(1, static_cast<int>(std::lround(length / seen.magnified)));
    const int first = static_cast<int>(std::lround(centre * length)) - visible / 2;
    const int begin = std::clamp(first, 0, length - visible);
    return std::pair{begin, begin + visible};
  };
  const auto [left, right] = span(whole.extent.width, seen.centre.x);
  const auto [top, bottom] = span(whole.extent.height, seen.centre.y);
  const int side = std::max(1, kLargestPicture.height / (bottom - top));
  return exporting::enlarged(whole, {left, top, right, bottom}, side);
}

/// Adds the field, unless it has overflowed, and when its scene is first seen what the equation
/// means. `seen`: the names of the scenes so far.
void add_field(LectureSection& section, session::Session& session, wire::LecturePlayer& player,
               const LectureStep& step, std::set<std::string>& seen) {
  try {
    play_on(session, player, step);
  } catch (const core::Error&) {
    return;  // a step may show how a field overflows
  }
  const scene::Scene& scene = session.snapshot().scene;
  const exporting::Image whole = exporting::coloured(session::picture_of(
      scene, session.state(), session.cell_flags(), {.outlines = true}, session.derived()));
  const bool is_whole = scene.viewpoint.magnified == 1.0;
  const exporting::Image field = exporting::light_for_paper(
      exporting::shrunk_to(is_whole ? whole : magnified(whole, scene.viewpoint), kLargestPicture));
  section.picture = exporting::encoded_png(field);
  section.picture_width =
      std::min(kWidestField, kFieldHeight * field.extent.width / field.extent.height);
  section.caption = fmt::format("{}, after {}", scene.title,
                                words::counted(session.snapshot().step, "step", "steps"));
  const scene::SceneWords& said = scene.words;
  if (!said.meaning.empty() && !said.textbook.empty() && seen.insert(scene.name).second) {
    section.caption += fmt::format(". {} Textbook: {}", said.meaning, said.textbook);
  }
}

/// Adds the board as the window's key saves it, drawn without a window, and a kernel when it is
/// first seen. Where a step begins a play, a script shows its end, which the words speak of.
/// `seen`: the texts of the kernels so far.
void add_board(LectureSection& section, session::Session& session, LectureStep step,
               std::set<std::string>& seen, bool for_class) {
  session::StageSight& sight = *step.sight.stage;
  stage::Schedule& schedule = sight.settings.schedule;
  // Where the class chooses each thread that runs next, nothing happens before its first choice.
  const bool waits = schedule.kind == stage::Schedule::Kind::chosen && schedule.choices.empty();
  if (waits && !for_class) schedule.kind = stage::Schedule::Kind::independent;
  play(session, sight);
  const session::StageStatus& played = session.snapshot().stage;
  if (sight.step == 0 && !for_class) sight.step = static_cast<int>(played.trace->steps.size());
  shell::LectureLayout layout(session);
  constexpr int kRim = 12;  // pixels
  const exporting::Image board =
      exporting::without_empty_end(layout.picture(step, kPixelsOnPaper), kRim);
  section.picture = exporting::encoded_png(board);
  section.picture_width =
      std::min(kWidestBoard, kMillimetresOfUnit * board.extent.width / kPixelsOnPaper);
  const stage::Lesson lesson = stage::find_lesson(sight.lesson, played.settings);
  std::string kernel;
  const bool with_host = session::is_about_host(lesson, played.settings);
  for (const session::SourceLine& line : session::source_of(lesson, played.settings).lines) {
    if (with_host || !line.of_host) kernel += line.text + "\n";
  }
  if (seen.insert(kernel).second) section.kernel = kernel;
  section.caption = fmt::format("{}, step {} of {}", lesson.title, sight.step,
                                words::grouped(std::ssize(played.trace->steps)));
}

/// Returns the newest run of an experiment: the one that the step has just made, else a recorded
/// one; null: there is none.
std::shared_ptr<const LabResult> result_of(const session::LabStatus& lab, const LectureStep& step) {
  const std::string& experiment = step.sight.lab->experiment;
  const bool runs = std::any_of(step.commands.begin(), step.commands.end(), [](const auto& each) {
    return std::holds_alternative<session::RunLab>(each);
  });
  const auto own = lab.results.find(experiment);
  if (runs && own != lab.results.end() && !own->second.empty()) return own->second.front();
  const auto recorded = lab.recorded.find(experiment);
  return recorded == lab.recorded.end() || recorded->second.empty() ? nullptr
                                                                    : recorded->second.front();
}

/// Adds the times, and the results where the step shows their column.
void add_times(LectureSection& section, const LabResult& result, const session::LabSight& sight) {
  const lab::Report& report = result.report;
  const bool has_results = sight.figures == session::LabFigures::result;
  for (const lab::Measurement& each : report.measurements) {
    if (!each.timed()) continue;
    section.times.push_back({.title = each.title,
                             .milliseconds = each.time.median,
                             .shown = each.variant == sight.variant,
                             .result = has_results ? each.outcome.result : std::string()});
  }
  if (section.times.empty()) return;
  const std::string& gpu = report.machine.gpu.name;
  section.caption = fmt::format(
      "{}: median of each variant{}, {} on {}{}; bars on a logarithmic scale",
      lab::find_experiment(report.experiment).title, gpu.empty() ? "" : ", kernel alone",
      result.recorded ? "recorded" : "measured", gpu.empty() ? report.machine.cpu.name : gpu,
      result.recorded ? " (" + result.when + ")" : "");
}

/// Adds the command lines of the profilers, and the article's reports of the experiment that it
/// profiled.
void add_profile(LectureSection& section, const session::LabSight& sight) {
  const lab::Experiment& experiment = lab::find_experiment(sight.experiment);
  const bool of_article = experiment.id == session::kProfiled;
  const std::string id = sight.variant.empty() && of_article ? session::kStraight : sight.variant;
  std::string text;
  if (of_article) {
    for (const session::ProfilePart& part : session::lecture_profile()) {
      text += part.title + "\n";
      for (const std::string& line : part.lines) text += line + "\n";
      text += "\n";
    }
  }
  for (const session::ToolLine& tool : session::tool_lines(
           experiment, lab::find_variant(experiment, id), lab::initial_settings(experiment))) {
    text += fmt::format("{}\n    # {}\n", tool.command, tool.what);
  }
  section.kernel = text;
  section.caption = fmt::format("{}: the command lines of profilers", experiment.title);
}

/// Adds what the lab shows: a multiprocessor as a picture, else the times.
void add_lab(LectureSection& section, session::Session& session, const LectureStep& step,
             bool for_class) {
  const auto result = result_of(session.snapshot().lab, step);
  const session::LabSight& sight = *step.sight.lab;
  if (sight.detail == session::LabDetail::profile) return add_profile(section, sight);
  if (!result || (for_class && sight.guess)) return;
  using enum session::LabChart;
  if (sight.chart == times || sight.chart == outcome) return add_times(section, *result, sight);
  const exporting::Image chart = shell::LectureLayout(session).picture(step, kPixelsOnPaper);
  section.picture = exporting::encoded_png(chart);
  section.picture_width = kMillimetresOfChart * chart.extent.width / kPixelsOnPaper;
  const std::string title = lab::find_experiment(sight.experiment).title;
  section.caption = sight.chart == occupancy
                        ? fmt::format("{}: a multiprocessor of {}, and the blocks on it", title,
                                      result->report.machine.gpu.name)
                        : fmt::format("{}: {}", title, core::name_of(sight.chart));
}

/// The pictures and times of the steps so far, and the number of the step that showed each first.
using Shown = std::map<std::string, std::size_t>;

/// Returns the bytes of the picture, or the times by their variants; empty: the section has
/// neither.
std::string shown_by(const LectureSection& section) {
  if (!section.picture.empty()) return {section.picture.begin(), section.picture.end()};
  std::string all;
  for (const exporting::LectureTime& each : section.times) {
    all += fmt::format("{} {} {};", each.title, each.milliseconds, each.result);
  }
  return all;
}

/// Refers to the step that shows the same already: the paper is better used.
void refer_to_earlier(LectureSection& section, Shown& shown, std::size_t number) {
  const std::string key = shown_by(section);
  if (key.empty()) return;
  const auto [first, is_new] = shown.emplace(key, number);
  if (is_new) return;
  std::string what = section.caption;
  const auto time = std::ranges::find(section.times, true, &exporting::LectureTime::shown);
  if (time != section.times.end()) {
    const std::string result = time->result.empty() ? "" : ", " + time->result;
    what = fmt::format("{}, {}{}", time->title, words::measured_time(time->milliseconds), result);
  } else if (!section.times.empty()) {
    what = "the times of all variants";
  }
  section.caption = fmt::format("See step {}: {}", first->second, what);
  section.picture.clear();
  section.times.clear();
}

LectureSection section_of(const LectureStep& step, bool for_class) {
  LectureSection section{.title = step.title,
                         .room = rooms::kRooms.at(static_cast<std::size_t>(step.sight.place)).title,
                         .text = step.text,
                         .watch = step.watch,
                         .question = step.question,
                         .answer = for_class ? std::string() : step.answer,
                         .notes = for_class ? std::string() : step.notes,
                         .caption = {}};
  return section;
}

exporting::LectureExercise exercise_of(const std::string& id, bool for_class) {
  const stage::Exercise& exercise = stage::find_exercise(id);
  const std::string& text = exercise.lesson.code.text();
  return {.title = exercise.lesson.title,
          .task = exercise.lesson.shows,
          .kernel = text,
          .save = fmt::format("heatwave exercise {} --save {}.cu", id, id),
          .check = fmt::format("heatwave exercise {}.cu --check", id),
          .answer = for_class ? std::string() : stage::filled(text, exercise.answer)};
}

/// Returns the lecture's program; empty: it has none.
std::string program_text(const Lecture& lecture) {
  const std::filesystem::path path = wire::program_of(lecture);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  return system::whole_text(path, stage::kLargestKernelFile);
}

/// Returns a file's name without the lecture's number: "dot.cu" for "lectures/05-dot.cu".
std::string name_of(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  const std::size_t letters = name.find_first_not_of("0123456789-");
  return letters == std::string::npos ? name : name.substr(letters);
}

/// Returns the time that a lecture takes, in minutes, rounded up to five: its words, read aloud,
/// and a minute for the class at each question.
std::int64_t minutes_of(const Lecture& lecture, std::int64_t questions) {
  constexpr std::int64_t kWordsPerMinute = 120;
  std::int64_t words = 0;
  for (const LectureStep& step : lecture.steps) {
    for (const std::string& text : {step.text, step.watch, step.question, step.answer}) {
      words += std::ranges::count(text, ' ');
    }
  }
  return (words / kWordsPerMinute + questions) / 5 * 5 + 5;
}

/// Returns the few sentences that a lecturer needs before the first step.
std::string guide_of(const Lecture& lecture) {
  const std::int64_t questions = std::ranges::count_if(
      lecture.steps, [](const LectureStep& each) { return !each.question.empty(); });
  std::string guide = fmt::format(
      "{} and {}: about {} minutes, with a minute for each question and without the exercises. To "
      "give it: heatwave {}. Page Down shows the answer to a step's question, then goes on; Page "
      "Up goes back; F2 shows the room's panel in place of the words. Without a GPU the lab shows "
      "recorded times.",
      words::counted(std::ssize(lecture.steps), "step", "steps"),
      words::counted(questions, "question", "questions"), minutes_of(lecture, questions),
      words::printable(name_of(lecture.file)));
  if (lecture.steps.size() > 1 && !lecture.steps.back().text.empty()) {
    const LectureStep& last = lecture.steps.back();
    guide += fmt::format(" The last step, “{}”: {}", last.title, last.text);
  }
  return guide;
}

LecturePage page_of(const Lecture& lecture, const LectureOptions& options, bool for_class) {
  LecturePage page{.title = lecture.title,
                   .about = lecture.about,
                   .guide = for_class ? std::string() : guide_of(lecture),
                   .for_class = for_class,
                   .program_name = name_of(wire::program_of(lecture)),
                   .program = program_text(lecture)};
  std::set<std::string> kernels;
  std::set<std::string> scenes;
  Shown shown;
  carry_out(lecture, options,
            [&](session::Session& session, wire::LecturePlayer& player, std::size_t i) {
              const LectureStep& step = lecture.steps[i];
              LectureSection section = section_of(step, for_class);
              using enum session::Place;
              if (step.sight.place == fields) add_field(section, session, player, step, scenes);
              if (step.sight.place == stage && step.sight.stage) {
                add_board(section, session, step, kernels, for_class);
              }
              if (step.sight.place == lab && step.sight.lab) {
                add_lab(section, session, step, for_class);
              }
              refer_to_earlier(section, shown, i + 1);
              page.sections.push_back(std::move(section));
            });
  for (const std::string& id : lecture.exercises) {
    page.exercises.push_back(exercise_of(id, for_class));
  }
  for (const wire::LectureHomework& each : lecture.homework) {
    page.problems.push_back({.question = each.question});
    if (for_class) continue;
    page.problems.back().answer = each.answer;
    page.problems.back().misconception = each.misconception;
  }
  return page;
}

system::Naming naming_of(const LectureOptions& options) {
  return options.force ? system::Naming::replacing : system::Naming::exact;
}

/// Returns the name of the file that takes a section's picture; empty: it has none.
std::string picture_name(const std::filesystem::path& file, const LecturePage& page,
                         std::size_t i) {
  return page.sections[i].picture.empty()
             ? std::string()
             : fmt::format("{}-{:02}.png", file.stem().string(), i + 1);
}

std::string saved_page(const Lecture& lecture, const LectureOptions& options) {
  const bool for_class = !options.handout.empty();
  const std::filesystem::path& file = for_class ? options.handout : options.script;
  check_file(file, options.force);
  const LecturePage page = page_of(lecture, options, for_class);
  if (file.extension() == ".html") {
    const auto saved =
        system::write_whole_text(file, exporting::lecture_html(page), naming_of(options));
    return fmt::format("wrote {}\n", words::printable(saved.string()));
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < page.sections.size(); ++i) {
    names.push_back(picture_name(file, page, i));
    if (!names.back().empty()) check_file(file.parent_path() / names.back(), options.force);
  }
  std::int64_t pictures = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) continue;
    system::write_whole_file(file.parent_path() / names[i], page.sections[i].picture,
                             naming_of(options));
    ++pictures;
  }
  const auto saved =
      system::write_whole_text(file, exporting::lecture_markdown(page, names), naming_of(options));
  return fmt::format("wrote {} and {}\n", words::printable(saved.string()),
                     words::counted(pictures, "picture", "pictures"));
}

}  // namespace

std::string saved_lecture(const Lecture& lecture, const LectureOptions& options) {
  if (options.code.empty()) return saved_page(lecture, options);
  const std::string program = program_text(lecture);
  if (program.empty()) {
    throw core::Error(fmt::format("this lecture has no program; it would be {}",
                                  words::printable(wire::program_of(lecture).string())));
  }
  const auto saved = system::write_whole_text(options.code, program, naming_of(options));
  const std::string name = words::printable(saved.string());
  return fmt::format("wrote {}; to run it: nvcc {} -o program && ./program\n", name, name);
}

}  // namespace heatwave::cli
