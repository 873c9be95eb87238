// Walks through CLI11's description of the options, so that no list of them is kept by hand.
#include "app/cli/describe_options.h"

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/values.h"
#include "app/colour/colouring.h"
#include "app/scene/scene_files.h"
#include "app/wire/lecture.h"
#include "app/words/version.h"
#include "kernels/field/equation_catalogue.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::cli {
namespace {

using Json = nlohmann::ordered_json;

/// What the words in capitals that stand for an option's value can be: names, and whether files,
/// too.
Json kinds() {
  const auto kind = [](Json values, bool files) {
    return Json{{"values", std::move(values)}, {"files", files}};
  };
  const auto ids = [](const auto& catalogue) {
    Json names = Json::array();
    for (const auto& entry : catalogue) names.push_back(entry.id);
    return names;
  };
  Json scenes = Json::array();
  for (const scene::SceneListing& each : scene::built_in_scenes()) scenes.push_back(each.name);
  Json lectures = Json::array();
  for (const wire::LectureListing& each : wire::built_in_lectures()) lectures.push_back(each.name);
  std::set<std::string> components;
  for (const field::EquationInfo& equation : field::equations()) {
    for (const field::ComponentInfo& each : equation.components) components.insert(each.id);
  }
  return {{"SCENE", kind(scenes, true)},
          {"LECTURE", kind(lectures, true)},
          {"EXPERIMENT", kind(ids(lab::experiments()), false)},
          {"LESSON", kind(ids(stage::lessons()), false)},
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

}  // namespace

std::string describe_options(const CLI::App& app) {
  Json document = describe(app);
  document["version"] = words::version();
  document["kinds"] = kinds();
  return document.dump(2) + "\n";
}

}  // namespace heatwave::cli
