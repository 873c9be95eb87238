// Runs the steps of a lecture one after the other, as the window would, and reports each.
#include "app/cli/lecture_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/rooms/room_names.h"
#include "app/scene/assets.h"
#include "app/scene/scene_files.h"
#include "app/session/session.h"
#include "app/shell/lectures/lecture_layout.h"
#include "app/wire/lecture.h"
#include "app/wire/lecture_player.h"
#include "app/words/numbers.h"
#include "app/words/text_equations.h"
#include "app/words/text_tables.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::cli {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;
using session::Place;

std::string all_lectures(bool as_json) {
  Json list = Json::array();
  std::string text;
  for (const wire::LectureListing& each : wire::built_in_lectures()) {
    list.push_back({{"name", each.name},
                    {"title", each.title},
                    {"about", each.about},
                    {"file", each.path.string()}});
    text += fmt::format("{:<18}{}: {}\n", each.name, each.title, each.about);
  }
  if (as_json) return Json{{"lectures", list}}.dump(2) + "\n";
  return text +
         "\n'heatwave lecture NAME --script FILE.html' saves what to say, '--handout' a page for "
         "the\n"
         "class, '--code FILE.cu' the program, and '--check' does all steps of one.\n";
}

/// Result of a step.
struct DoneStep {
  const wire::LectureStep* step = nullptr;
  std::int64_t field_step = 0;
  double seconds = 0.0;
};

const char* name_of(Place place) { return rooms::kRooms.at(static_cast<std::size_t>(place)).title; }

/// Plays the stage's lesson, and checks its step.
void check_stage(session::Session& session, const session::StageSight& sight) {
  play(session, sight);
  const std::size_t steps = session.snapshot().stage.trace->steps.size();
  if (static_cast<std::size_t>(sight.step) > steps) {
    throw core::Error(fmt::format("step {} of a play that has {}", sight.step, steps));
  }
}

/// Throws when a result is wrong without intention.
void check_lab(const session::Session& session, const wire::LectureStep& step) {
  for (const session::Command& command : step.commands) {
    const auto* run = std::get_if<session::RunLab>(&command);
    if (run == nullptr) continue;
    const auto& report = session.snapshot().lab.results.at(run->request.experiment).front()->report;
    for (const lab::Measurement& each : report.measurements) {
      const bool is_bad = each.status == lab::Status::failed ||
                          (each.status == lab::Status::wrong && !each.wrong_on_purpose);
      if (is_bad) throw core::Error(fmt::format("{}: {}", each.variant, each.note));
    }
  }
}

/// Throws when the class would not see what the step points at.
void check_sight(session::Session& session, const wire::LectureStep& step) {
  if (step.visible.empty()) return;
  const std::string hidden = shell::LectureLayout(session).first_hidden(step);
  if (!hidden.empty()) throw core::Error("visible: " + hidden);
}

/// Throws when a table of the step's text cannot be laid out, or stands elsewhere.
void check_tables(const wire::LectureStep& step) {
  const std::string flaw = words::flaw_of_tables(step.text);
  if (!flaw.empty()) throw core::Error(flaw);
  for (const std::string& text : {step.watch, step.question, step.answer, step.notes}) {
    if (words::has_table(text)) throw core::Error("only a step's text has tables: " + text);
  }
}

/// Throws when an equation of the words cannot be typeset.
void check_equations(const std::string& where, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    const std::string flaw = words::flaw_of_equations(text);
    if (!flaw.empty()) throw core::Error(where + flaw);
  }
}

std::vector<DoneStep> all_done(const wire::Lecture& lecture, const LectureOptions& options) {
  std::vector<DoneStep> done;
  for (const wire::LectureHomework& each : lecture.homework) {
    check_equations(lecture.file + ": homework: ",
                    {each.question, each.answer, each.misconception});
  }
  Clock::time_point start = Clock::now();
  carry_out(lecture, options,
            [&](session::Session& session, wire::LecturePlayer& /*player*/, std::size_t i) {
              const wire::LectureStep& step = lecture.steps[i];
              if (step.sight.stage) check_stage(session, *step.sight.stage);
              check_lab(session, step);
              check_sight(session, step);
              check_tables(step);
              check_equations("", {step.text, step.watch, step.question, step.answer, step.notes});
              const Clock::time_point now = Clock::now();
              const std::chrono::duration<double> took = now - std::exchange(start, now);
              done.push_back({&step, session.snapshot().step, took.count()});
            });
  return done;
}

std::string run_words(const wire::LectureStep& step) {
  return step.run_to ? "  (runs to step " + words::grouped(*step.run_to) + ")" : "";
}

std::string as_text(const wire::Lecture& lecture, const std::vector<DoneStep>& done) {
  std::string text = lecture.title + "\n\n";
  double seconds = 0.0;
  std::int64_t questions = 0;
  for (std::size_t i = 0; i < done.size(); ++i) {
    const DoneStep& each = done[i];
    text += fmt::format("{:>3}  {:<7}{}{}{}\n", i + 1, name_of(each.step->sight.place),
                        each.step->title, each.step->question.empty() ? "" : "  (a question)",
                        run_words(*each.step));
    seconds += each.seconds;
    questions += each.step->question.empty() ? 0 : 1;
  }
  return text + fmt::format("\n{} and {}, all done in {:.1f} s\n",
                            words::counted(std::ssize(done), "step", "steps"),
                            words::counted(questions, "question", "questions"), seconds);
}

std::string as_json(const wire::Lecture& lecture, const std::vector<DoneStep>& done) {
  Json steps = Json::array();
  for (const DoneStep& each : done) {
    Json step{{"title", each.step->title},
              {"room", name_of(each.step->sight.place)},
              {"question", !each.step->question.empty()},
              {"field_step", each.field_step},
              {"seconds", each.seconds}};
    if (each.step->run_to) step["run_to"] = *each.step->run_to;
    steps.push_back(std::move(step));
  }
  return Json{{"file", lecture.file}, {"title", lecture.title}, {"steps", steps}}.dump(
             2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

}  // namespace

void play(session::Session& session, const session::StageSight& sight) {
  session.submit(session::PlayLesson{sight.lesson, sight.settings});
  session.run(0);
}

void carry_out(const wire::Lecture& lecture, const LectureOptions& options, const StepDone& done) {
  const bool shows_lab =
      std::any_of(lecture.steps.begin(), lecture.steps.end(),
                  [](const wire::LectureStep& step) { return step.sight.place == Place::lab; });
  session::Session session(scene::default_scene(field::equations().front().id),
                           {.backend = options.backend,
                            .threads = options.threads,
                            .device = options.device,
                            .recorded_labs = shows_lab ? scene::asset_folder() / "measurements"
                                                       : std::filesystem::path(),
                            .names_gpu = false});
  wire::LecturePlayer player(lecture, session, true);
  for (std::size_t i = 0; i < lecture.steps.size(); ++i) {
    if (i == 0) player.go_to(0);
    if (i > 0) player.next(lecture.steps[i].sight);
    while (player.is_going()) player.go_on(std::chrono::seconds(1));
    try {
      done(session, player, i);
    } catch (const core::Error& error) {
      throw core::Error(fmt::format("{}: steps[{}]: {}", lecture.file, i, error.what()));
    }
  }
}

std::string lecture(const LectureOptions& options) {
  if (options.list) return all_lectures(options.json);
  const wire::Lecture lecture = wire::find_lecture(options.lecture);
  if (!options.check) return saved_lecture(lecture, options);
  const std::vector<DoneStep> done = all_done(lecture, options);
  return options.json ? as_json(lecture, done) : as_text(lecture, done);
}

}  // namespace heatwave::cli
