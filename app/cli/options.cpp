// The options of every subcommand, by CLI11; values.h reads all values for its messages.
#include "app/cli/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/command_options.h"
#include "app/cli/text_columns.h"
#include "app/cli/values.h"
#include "app/colour/colouring.h"
#include "app/scene/scene_checks.h"
#include "app/scene/scene_files.h"
#include "app/scene/views/catalogue.h"
#include "app/shell/start.h"
#include "app/wire/command_json.h"
#include "app/wire/lecture.h"
#include "app/words/version.h"
#include "app/words/word_lists.h"
#include "kernels/field/equation_catalogue.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/exercise_catalogue.h"

namespace heatwave::cli {
namespace {

/// Returns a line for each command: its name, its fields, its description.
std::string command_list() {
  std::string text =
      "A command is a JSON object on a line of its own, such as\n"
      "  {\"at\": 100, \"do\": \"set-parameter\", \"id\": \"alpha\", \"value\": 0.1}\n"
      "\"at\" is the step before which it runs; without it the command runs at once.\n"
      "Commands, with their fields; those in brackets may be left out. * marks commands that\n"
      "touch files, + those that only a window carries out:\n\n";
  for (const wire::CommandHelp& help : wire::command_help()) {
    std::string head = fmt::format("{}{}{}", help.traits.name, help.traits.touches_files ? "*" : "",
                                   help.traits.for_window ? "+" : "");
    for (const std::string& field : help.fields) head += ' ' + field;
    for (const std::string& field : help.optional) head += " [" + field + "]";
    text += fmt::format("  {}\n      {}\n", head, help.traits.words);
  }
  return text;
}

/// Formats the help: descriptions beside the options, wrapped between words.
class HelpFormat : public CLI::Formatter {
 public:
  /// Default width of a terminal.
  static constexpr int kColumns = 80;

  [[nodiscard]] std::string make_option_desc(const CLI::Option* option) const override;
  [[nodiscard]] std::string make_subcommand(const CLI::App* command) const override;

 private:
  [[nodiscard]] std::string in_column(const std::string& text) const;
};

std::string HelpFormat::make_option_desc(const CLI::Option* option) const {
  return in_column(CLI::Formatter::make_option_desc(option));
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
  const auto column = static_cast<int>(get_column_width());
  const std::string name = "  " + command->get_name();
  const std::string lines = wrapped(command->get_description(), column, kColumns);
  // The name replaces the blanks at the beginning of the first line.
  return name + lines.substr(std::min(name.size(), static_cast<std::size_t>(column)));
}

/// Wraps text for CLI11, which adds blanks before each line but the first.
std::string HelpFormat::in_column(const std::string& text) const {
  std::string lines = wrapped(text, 0, kColumns - static_cast<int>(get_column_width()));
  lines.pop_back();
  return lines;
}

using Json = nlohmann::ordered_json;

/// Lists the names in capitals that stand for an option's value, each with its possible values and
/// whether it also accepts a file.
Json kinds() {
  const auto kind = [](Json values, bool files) {
    return Json{{"values", std::move(values)}, {"files", files}};
  };
  const auto ids = [](const auto& catalogue) {
    Json names = Json::array();
    for (const auto& entry : catalogue) names.push_back(entry.id);
    return names;
  };
  Json scenes = scene::built_in_scene_names();
  Json lectures = Json::array();
  for (const wire::LectureListing& each : wire::built_in_lectures()) lectures.push_back(each.name);
  std::set<std::string> components;
  for (const field::EquationInfo& equation : field::equations()) {
    for (const field::ComponentInfo& each : equation.components) components.insert(each.id);
  }
  return {{"SCENE", kind(scenes, true)},
          {"LECTURE", kind(lectures, true)},
          {"EXPERIMENT", kind(ids(lab::experiments()), false)},
          {"LESSON", kind(lesson_ids(), false)},
          {"EXERCISE", kind(ids(stage::exercises()), true)},
          {"COMPONENT", kind(components, false)},
          {"MAP", kind(ids(colour::colour_maps()), false)},
          {"EDGES", kind(core::all_names<field::EdgeKind>(), false)},
          {"FILE", kind(Json::array(), true)},
          {"DIR", kind(Json::array(), true)}};
}

Json describe(const CLI::Option& option) {
  const bool positional = option.get_positional();
  Json names = Json::array();
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  if (positional) names.push_back(option.get_name());
  const bool has_value = option.get_items_expected_max() > 0;
  return {{"names", names},
          {"kind", positional  ? option.get_name()
                   : has_value ? option.get_type_name()
                               : std::string()},
          {"positional", positional},
          {"several", has_value && option.get_expected_max() > 1},
          {"help", option.get_description()}};
}

Json describe(const CLI::App& command) {
  Json options = Json::array();
  for (const CLI::Option* option : command.get_options()) {
    const bool hidden = option->get_group().empty();
    if (!hidden) options.push_back(describe(*option));
  }
  Json commands = Json::array();
  for (const CLI::App* each : command.get_subcommands({})) commands.push_back(describe(*each));
  return {{"name", command.get_name()},
          {"about", command.get_description()},
          {"options", options},
          {"commands", commands}};
}

/// Returns the options of `app` and of its subcommands, with the values of each kind, as one JSON
/// document for `app/cmake/option_pages.py`.
std::string describe_options(const CLI::App& app) {
  Json document = describe(app);
  document["version"] = words::version();
  document["kinds"] = kinds();
  return document.dump(2) + "\n";
}

// About a second, in which the field begins to change visibly.
constexpr std::int64_t kFramesBeforeScreenshot = 60;
constexpr std::int64_t kMostRate = 10'000;

void add_settings(CLI::App& app, std::vector<Setting>& settings) {
  add_several(app, "--set", "NAME=VALUE", "A parameter of the equation; may be given several times",
              [&settings](const auto& option, const auto& text) {
                settings.push_back(setting(option, text));
              });
}

/// Parses "intensity:every=4,over=1000", or a view's name alone.
scene::ViewChoice view_choice(const std::string& option, const std::string& text) {
  const std::size_t end = std::min(text.find(':'), text.size());
  scene::ViewChoice chosen{.kind = choice<scene::ViewKind>(option, text.substr(0, end))};
  const std::vector<std::string> ids = words::ids_of(scene::view_of(chosen.kind).parameters);
  chosen.parameters = scene::view_parameters(chosen);
  std::istringstream rest(end < text.size() ? text.substr(end + 1) : std::string());
  for (std::string each; std::getline(rest, each, ',');) {
    const Setting given = setting(option, each);
    const std::string id = choice(option, given.id, ids);
    chosen
        .parameters[static_cast<std::size_t>(std::find(ids.begin(), ids.end(), id) - ids.begin())] =
        given.value;
  }
  return chosen;
}

/// Parses two expressions with a comma between them, outside of all brackets.
std::vector<std::string> flow(const std::string& option, const std::string& text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (text[i] != ',' || depth != 0) continue;
    const std::size_t second = std::min(text.find_first_not_of(' ', i + 1), text.size());
    return {text.substr(0, i), text.substr(second)};
  }
  throw UsageError(
      fmt::format("{} takes two expressions with a comma between them, not '{}'", option, text));
}

void add_field_options(CLI::App& app, FieldOptions& field) {
  add(app, "--size", "WxH", "Cells of the grid", [&field](const auto& option, const auto& text) {
    constexpr core::Extent kLargest{scene::kLongestSide, scene::kLongestSide};
    field.size = extent(option, text, {1, 1}, kLargest);
  });
  add_backend_options(app, field.backend, field.device, field.threads);
  add_parts_options(app, field.parts);
  add_settings(app, field.settings);
  add_several(
      app, "--show", "WHAT",
      "What is shown of the field: a component such as u, a view that the scene lists by its "
      "name, or an expression of the components such as \"u^2 + v^2\"; given twice, both are "
      "shown beside each other",
      [&field](const auto& option, const auto& text) {
        if (!field.beside.empty()) throw UsageError(option + " may be given twice");
        (field.show.empty() ? field.show : field.beside) = text;
      });
  add(app, "--flow", "RIGHT,UP", "Draw the vectors of two expressions as arrows: \"-u_x, -u_y\"",
      [&field](const auto& option, const auto& text) { field.flow = flow(option, text); });
  add(app, "--view", fmt::format("{}", fmt::join(core::all_names<scene::ViewKind>(), "|")),
      "View of the field; pictures show its contours or arrows, and of a surface the colours. "
      "Parameters of a view follow it: intensity:every=4,over=1000",
      [&field](const auto& option, const auto& text) { field.view = view_choice(option, text); });
}

void add_room_options(CLI::App& app, WindowOptions& options) {
  add_choice(app, "--room", "", "The room to begin in", options.room, words::ids_of(rooms::kRooms));
  add(app, "--experiment", "EXPERIMENT", "Begin in the lab, with this experiment",
      [&options](const auto& option, const auto& text) {
        options.experiment = choice(option, text, words::ids_of(lab::experiments()));
        options.room = rooms::kLab.id;
      });
  add(app, "--lesson", "LESSON", "Begin on the stage, with this lesson",
      [&options](const auto& option, const auto& text) {
        options.lesson = choice(option, text, lesson_ids());
        options.room = rooms::kStage.id;
      });
}

void add_window_options(CLI::App& app, WindowOptions& options) {
  app.add_option("SCENE", options.field.scene,
                 "A scene's name, a scene file, a recording to play, a lecture to give, a "
                 "picture to put in, or a kernel to play (.cu)")
      ->type_name("");
  add_field_options(app, options.field);
  add_whole_number(app, "--frames", "N", "Quit after this many frames", options.frames, 1,
                   kMostSteps);
  add_path(app, "--screenshot",
           "Save the last frame as PNG before quitting (after 60 frames unless --frames is given)",
           options.screenshot);
  add_path(app, "--record", "Record all actions, for 'heatwave replay'", options.record);
  add_path(app, "--files", "The only folder in which the window opens and saves scenes",
           options.files)
      ->type_name("DIR");
  add(app, "--scale", "S", "Size of the interface, 0.5 to 4",
      [&options](const auto& option, const auto& text) {
        options.scale = number(option, text);
        if (options.scale < 0.5 || options.scale > 4.0) {
          throw UsageError(fmt::format("{} must lie between 0.5 and 4, not {}", option, text));
        }
      });
  add(app, "--theme", "light|dark", "Colours of the interface",
      [&options](const auto& option, const auto& text) {
        const std::vector<std::string> themes{"light", "dark"};
        options.light = choice(option, text, themes) == "light";
      });
  add(app, "--window", "WxH", "Size of the window in pixels",
      [&options](const auto& option, const auto& text) {
        options.window = extent(option, text, shell::kLeastWindow, shell::kMostWindow);
      });
  add_whole_number(app, "--rate", "N", "Frames a second, 1 to 10\u00A0000, instead of the screen's",
                   options.rate, 1, kMostRate);
  add_room_options(app, options);
  app.add_flag("--force", options.force, "Replace existing files");
  app.add_flag("--fullscreen", options.fullscreen, "Open in full screen");
  CLI::Option* fresh = app.add_flag("--fresh", options.fresh,
                                    "Ignore remembered settings and files, and save none; "
                                    "--frames, --screenshot and HEATWAVE_STATUS imply it");
  app.add_flag("--remember", options.remember,
               "Remember settings and files, even with those options")
      ->excludes(fresh);
  app.add_flag("--describe-options", options.describe_options)->group("");  // hidden from --help
}

void add_colour_options(CLI::App& app, RunOptions& options) {
  const std::vector<std::string> maps = words::ids_of(colour::colour_maps());
  add_choice(app, "--colormap", "MAP", fmt::format("Colours: {}", words::joined(maps)),
             options.colormap, maps);
  add_whole_number(app, "--bands", "N", "Flat bands of colour; 0: smooth", options.bands, 0,
                   scene::kMostBands);
  add(app, "--range", "LO:HI|auto", "Values at the ends of the colours",
      [&options](const auto& option, const auto& text) {
        options.automatic_range = text == "auto";
        if (!options.automatic_range) options.range = value_range(option, text);
      });
  app.add_flag("--positive", options.positive, "Show values below zero as zero");
  add_enum<colour::ScaleKind>(app, "--colour-scale", "",
                              "Equal shares of the colours, or more for values near zero",
                              options.colour_scale);
}

void add_formula_options(CLI::App& app, FormulaOptions& options) {
  app.add_option("FORMULA", options.formula, "The text, or a file that has it")
      ->type_name("")
      ->required();
  app.add_flag("--check", options.check, "Show the components and parameters (default)");
  app.add_flag("--ssa", options.operations, "Print all operations in their order");
  app.add_flag("--cost", options.cost,
               "Show the sub-steps of a step, their planes, operations and code");
  app.add_flag("--cuda", options.cuda, "Print the cell update as CUDA text");
}

void add_run_options(CLI::App& app, RunOptions& options) {
  add_choice(app, "--equation", "", "The equation, with its own scene", options.equation,
             words::ids_of(field::equations()));
  app.add_option("--formula", options.formula,
                 "An equation typed as text, or a file that has it, in place of a scene")
      ->type_name("FILE|TEXT");
  app.add_option("--scene", options.field.scene,
                 "A scene's name, a scene file, or its line of text")
      ->type_name("SCENE|FILE");
  add_whole_number(app, "--steps", "N", "Steps to compute (default 1000)", options.steps, 0,
                   kMostSteps);
  add_field_options(app, options.field);
  app.add_flag("--unguarded", options.unguarded, "Allow parameters beyond the stability rule");
  add_enum<field::EdgeKind>(
      app, "--edges", "EDGES",
      fmt::format("All edges: {}", words::joined(core::all_names<field::EdgeKind>())),
      options.edges);
  add_path(app, "--load", "Start from a field in a NumPy file", options.load);
  add_picture_options(app, options.picture);
  add_path(app, "--script",
           "Run the commands in this file, one JSON object a line; --steps, if given, ends the run "
           "before the script does",
           options.script);
  app.add_flag("--script-may-write", options.script_may_write,
               "Let the script's commands save files");
  app.add_flag("--commands", options.commands, "List the commands that a script may have");
  add_path(app, "--record", "Record all actions, for 'heatwave replay'", options.record);
  add_output_options(app, options);
  add_measure_options(app, options);
  add_colour_options(app, options);
  add_checkpoint_options(app, options.checkpoint);
}

void resolve_run_options(const CLI::App& app, RunOptions& options) {
  check_output_options(options);
  check_measure_options(options);
  check_picture_options(app, options);
  check_parts_options(options.field.parts, options.field.backend, options.field.device);
  if (options.script.empty() && options.script_may_write) {
    throw UsageError("--script-may-write needs a script: add --script FILE");
  }
  if (!options.script.empty() && app.count("--steps") == 0) options.steps = kStepsOfScript;
  if (!options.checkpoint.restart.empty() && app.count("--steps") == 0) {
    options.steps = kStepsOfCheckpoint;
  }
  check_checkpoint_options(app, options.checkpoint);
}

/// Returns the names of all options and subcommands that `app` accepts.
std::vector<std::string> names_of(const CLI::App& app, bool options) {
  std::vector<std::string> names;
  if (options) {
    for (const CLI::Option* option : app.get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  } else {
    for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  }
  return names;
}

/// Reports the first argument that CLI11 could not assign.
void refuse_extras(const CLI::App& app) {
  const std::vector<std::string> extras = app.remaining();
  if (extras.empty()) return;
  const std::string word = extras.front().substr(0, extras.front().find('='));
  const std::string help =
      fmt::format("'heatwave{} --help' lists what there is",
                  app.get_parent() == nullptr ? "" : fmt::format(" {}", app.get_name()));
  if (word.starts_with("-")) {
    throw UsageError(fmt::format("unknown option '{}'{}; {}", word,
                                 suggestion(word, names_of(app, true)), help));
  }
  throw UsageError(fmt::format("'{}' is one argument too many; {}", extras.front(), help));
}

void refuse_window_options(const CLI::App& app, const CLI::App& sub) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() == 0) continue;
    throw UsageError(fmt::format("{} cannot come before '{}'; the options of '{}' come after it",
                                 option->get_name(), sub.get_name(), sub.get_name()));
  }
}

std::string first_line(std::string text) {
  text.resize(std::min(text.size(), text.find('\n')));
  return text;
}

/// Returns CLI11's sentence, or a clearer one for an option with too many or too few values.
std::string words_of(const CLI::ParseError& error) {
  const std::string said = first_line(error.what());
  const std::string option = said.substr(0, said.find(':'));
  constexpr std::string_view kOnce = ": At Most 1 required but received ";
  if (const std::size_t at = said.find(kOnce); at != std::string::npos) {
    return fmt::format("{} is given {} times, and may be given once", option,
                       said.substr(at + kOnce.size()));
  }
  constexpr std::string_view kRequired = ": 1 required ";
  constexpr std::string_view kMissing = " missing";
  const std::size_t at = said.find(kRequired);
  if (at == std::string::npos || !said.ends_with(kMissing)) return said;
  const std::size_t begin = at + kRequired.size();
  return fmt::format("{} needs a value: {}", option,
                     said.substr(begin, said.size() - kMissing.size() - begin));
}

}  // namespace

Options parse(std::span<const std::string> arguments, const std::shared_ptr<core::Ranks>& ranks) {
  WindowOptions window;
  RunOptions run;
  ReplayOptions replay;
  for (PartsOptions* parts : {&window.field.parts, &run.field.parts, &replay.parts}) {
    parts->ranks = ranks;
  }
  LabOptions lab;
  StageOptions stage;
  ExerciseOptions exercise;
  FormulaOptions formula;
  LectureOptions lecture;
  InfoOptions info;
  CLI::App app("Heat and wave fields, live. Without a subcommand the window opens.", "heatwave");
  app.formatter(std::make_shared<HelpFormat>());  // also used for the subcommands
  app.allow_windows_style_options(false);         // "/home/plate.json" is a path
  app.set_version_flag("--version", fmt::format("heatwave {}", words::version()));
  add_window_options(app, window);
  CLI::App& run_app =
      *app.add_subcommand("run", "Compute without a window, save pictures and data");
  add_run_options(run_app, run);
  CLI::App& replay_app = *app.add_subcommand("replay", "Replay a recording");
  add_replay_options(replay_app, replay);
  CLI::App& lab_app = *app.add_subcommand(
      "lab", "Measure the experiments of the lab; without a name, a quick set of all");
  add_lab_options(lab_app, lab);
  CLI::App& stage_app = *app.add_subcommand("stage", "Play a lesson's kernel step by step");
  add_stage_options(stage_app, stage);
  CLI::App& exercise_app =
      *app.add_subcommand("exercise", "Show the exercises in CUDA, and check solutions");
  add_exercise_options(exercise_app, exercise);
  CLI::App& formula_app =
      *app.add_subcommand("formula", "Check an equation typed as text, and show what it becomes");
  add_formula_options(formula_app, formula);
  CLI::App& lecture_app = *app.add_subcommand(
      "lecture", "List the lectures, try one without a window, or save it as a page");
  add_lecture_options(lecture_app, lecture);
  CLI::App& info_app =
      *app.add_subcommand("info", "Show the devices and backends, and why one is unavailable");
  info_app.add_flag("--json", info.json, "Print one JSON document");
  info_app.add_flag(
      "--tune", info.tune,
      "Measure the fastest way to step fields on this machine, and use it from then on");
  info_app.add_flag("--generations", info.generations,
                    "Show what each generation of CUDA GPUs changed instead");
  for (CLI::App* each : {&app, &run_app, &replay_app, &lab_app, &stage_app, &exercise_app,
                         &formula_app, &lecture_app, &info_app}) {
    each->allow_extras();
  }

  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    return Message{app.help()};
  } catch (const CLI::CallForVersion& version) {
    return Message{fmt::format("{}\n", version.what())};
  } catch (const CLI::ParseError& error) {
    throw UsageError(fmt::format("{}; 'heatwave --help' lists what there is", words_of(error)));
  }
  for (CLI::App* sub : {&run_app, &replay_app, &lab_app, &stage_app, &exercise_app, &formula_app,
                        &lecture_app, &info_app}) {
    if (!sub->parsed()) continue;
    refuse_window_options(app, *sub);
    refuse_extras(*sub);
  }
  refuse_extras(app);
  if (run_app.parsed()) {
    if (run.commands && run.json) throw UsageError("--commands prints text; leave out --json");
    if (run.commands) return Message{command_list()};
    resolve_run_options(run_app, run);
    return run;
  }
  if (replay_app.parsed()) {
    check_replay_options(replay);
    return replay;
  }
  if (lab_app.parsed()) {
    resolve_lab_options(lab);
    return lab;
  }
  if (stage_app.parsed()) {
    resolve_stage_options(stage);
    return stage;
  }
  if (exercise_app.parsed()) {
    check_exercise_options(exercise);
    return exercise;
  }
  if (formula_app.parsed()) return formula;
  if (lecture_app.parsed()) {
    check_lecture_options(lecture);
    return lecture;
  }
  if (info_app.parsed()) {
    if (info.generations && info.json)
      throw UsageError("--generations prints text; leave out --json");
    return info;
  }
  if (window.describe_options) return Message{describe_options(app)};
  if (!window.screenshot.empty() && window.frames == 0) window.frames = kFramesBeforeScreenshot;
  return window;
}

}  // namespace heatwave::cli
