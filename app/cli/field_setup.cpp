// Chooses scenes and checks parameters against the catalogue.
#include "app/cli/field_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/session/scene_json.h"
#include "kernels/field/catalogue.h"

namespace heatwave::cli {
namespace {

const field::ParameterInfo& find_parameter(const field::EquationInfo& equation,
                                           const std::string& id) {
  std::vector<std::string> ids;
  for (const field::ParameterInfo& parameter : equation.parameters) {
    if (parameter.id == id) return parameter;
    ids.push_back(parameter.id);
  }
  throw UsageError(fmt::format("--set knows no '{}'{}; the {} equation has: {}", id,
                               suggestion(id, ids), equation.id, joined(ids)));
}

void check_stability(const field::EquationInfo& equation, const session::Scene& scene,
                     const Setting& setting, const std::string& remedy) {
  if (setting.id != equation.parameters.front().id) return;
  if (setting.value <= session::stable_limit(scene)) return;
  const double factor = session::largest_factor(scene);
  const std::string media =
      factor > 1.0 ? fmt::format(" where a medium multiplies it by {}", factor) : "";
  throw UsageError(fmt::format("{} = {} is beyond the stability rule {}{}; {}", setting.id,
                               setting.value, equation.stability_rule, media, remedy));
}

void check_setting(const field::EquationInfo& equation, const Setting& setting) {
  const field::ParameterInfo& parameter = find_parameter(equation, setting.id);
  if (setting.value >= parameter.minimum && setting.value <= parameter.maximum) return;
  throw UsageError(fmt::format("{} must lie between {} and {}, not {}", setting.id,
                               parameter.minimum, parameter.maximum, setting.value));
}

}  // namespace

session::Scene chosen_scene(const std::string& name_or_path) {
  std::vector<std::string> names;
  for (const session::SceneListing& scene : session::built_in_scenes()) names.push_back(scene.name);
  const bool built_in = std::find(names.begin(), names.end(), name_or_path) != names.end();
  std::error_code ignored;
  if (!built_in && !std::filesystem::exists(name_or_path, ignored)) {
    throw UsageError(fmt::format("unknown scene '{}'{}; there are: {}, or the path of a scene file",
                                 name_or_path, suggestion(name_or_path, names), joined(names)));
  }
  return session::find_scene(name_or_path);
}

std::string default_scene(const std::string& equation) {
  return equation == "wave" ? "wave-drop" : "heat-plate";
}

std::vector<session::Command> field_commands(const FieldOptions& options,
                                             const session::Scene& scene, bool unguarded,
                                             const std::string& remedy) {
  const field::EquationInfo& equation = field::find_equation(scene.equation);
  std::vector<session::Command> commands;
  if (options.size && *options.size != scene.extent) {
    commands.emplace_back(session::Resize{*options.size});
  }
  if (unguarded) commands.emplace_back(session::SetGuard{false});
  for (const Setting& setting : options.settings) {
    check_setting(equation, setting);
    if (scene.guarded && !unguarded) check_stability(equation, scene, setting, remedy);
    commands.emplace_back(session::SetParameter{.id = setting.id, .value = setting.value});
  }
  return commands;
}

}  // namespace heatwave::cli
