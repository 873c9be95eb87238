// Chooses scenes and checks parameters against the catalogue.
#include "app/cli/field_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/files/share_text.h"
#include "app/scene/scene_checks.h"
#include "app/scene/scene_files.h"
#include "app/scene/scene_json.h"
#include "app/scene/views/catalogue.h"
#include "app/system/read_files.h"
#include "app/words/word_lists.h"
#include "kernels/field/equation_catalogue.h"
#include "kernels/field/formula/formula.h"

namespace heatwave::cli {
namespace {

std::size_t parameter_index(const field::EquationInfo& equation, const std::string& id) {
  const std::vector<std::string> ids = words::ids_of(equation.parameters);
  const auto found = std::find(ids.begin(), ids.end(), id);
  if (found != ids.end()) return static_cast<std::size_t>(found - ids.begin());
  throw UsageError(fmt::format("--set knows no '{}'{}; the {} equation has: {}", id,
                               suggestion(id, ids), equation.id, words::joined(ids)));
}

/// Throws UsageError for what the scene cannot show as its first or second quantity.
void check_shown(const FieldOptions& options, scene::Scene scene) {
  const std::string* what = &options.show;
  try {
    show_quantity(scene, *what);
    what = &options.beside;
    (void)quantity_beside(scene, *what);
  } catch (const core::Error& error) {
    throw UsageError(
        fmt::format("--show: {}{}", error.what(), suggestion(*what, quantity_ids(scene))));
  }
  scene.extent = options.size.value_or(scene.extent);
  if (!what->empty() && is_line(scene)) {
    throw UsageError("--show: a field on a line is shown as curves, of one quantity");
  }
}

/// Sets the parameter in the scene, without regard to the stability limit.
void put_in(scene::Scene& scene, const Setting& setting, std::size_t index) {
  const field::EquationInfo& equation = scene::equation_of(scene);
  if (const auto flaw = scene::flaw_of_parameter(equation.parameters[index], setting.value)) {
    throw UsageError(fmt::format("{} {}", setting.id, *flaw));
  }
  scene.parameters[index] = setting.value;
}

}  // namespace

std::string equation_or_first(const std::string& equation) {
  return equation.empty() ? field::equations().front().id : equation;
}

scene::Scene chosen_scene(const std::string& name_or_path, const std::string& equation) {
  if (name_or_path.empty()) return scene::default_scene(equation_or_first(equation));
  if (files::is_share_text(name_or_path)) return files::scene_from_text(name_or_path);
  const std::vector<std::string> names = scene::built_in_scene_names();
  const bool built_in = std::find(names.begin(), names.end(), name_or_path) != names.end();
  std::error_code ignored;
  if (!built_in && !std::filesystem::exists(name_or_path, ignored)) {
    throw UsageError(fmt::format("unknown scene '{}'{}; there are: {}, or the path of a scene file",
                                 words::excerpt(name_or_path), suggestion(name_or_path, names),
                                 words::joined(names)));
  }
  return scene::find_scene(name_or_path);
}

std::string formula_text(const std::string& text_or_path) {
  // Every formula has an equation, and few names of files have this sign.
  const bool is_text = text_or_path.find('=') != std::string::npos;
  return is_text ? text_or_path : system::whole_text(text_or_path, field::formula::kMostBytes);
}

std::vector<session::Command> field_commands(const FieldOptions& options, const scene::Scene& scene,
                                             bool unguarded, const std::string& remedy) {
  const field::EquationInfo& equation = scene::equation_of(scene);
  std::vector<session::Command> commands;
  if (options.device && options.backend == field::Backend::cpu) {
    throw UsageError("--device names a CUDA device, and --backend cpu uses none");
  }
  if (options.size && *options.size != scene.extent) {
    commands.emplace_back(session::Resize{*options.size});
  }
  if (unguarded) commands.emplace_back(session::SetGuard{false});
  scene::Scene changed = scene;
  if (options.size) changed.extent = *options.size;  // a line has limits of its own
  for (const Setting& setting : options.settings) {
    const std::size_t index = parameter_index(equation, setting.id);
    put_in(changed, setting, index);
    const auto broken = scene::broken_stability_rule(changed);
    const bool by_this = setting.value > scene::stable_limit(changed, index);
    if (broken && by_this && scene.guarded && !unguarded) {
      throw UsageError(fmt::format("{}; {}", *broken, remedy));
    }
    commands.emplace_back(session::SetParameter{.id = setting.id, .value = setting.value});
  }
  if (!options.show.empty()) {
    check_shown(options, scene);
    commands.emplace_back(session::ShowComponent{options.show});
  }
  if (!options.beside.empty()) commands.emplace_back(session::ShowBeside{options.beside});
  if (options.view) {
    if (const auto flaw = scene::flaw_of_view(*options.view, equation)) {
      throw UsageError(fmt::format("--view: {}", *flaw));
    }
    scene::Scene sized = scene;
    sized.extent = options.size.value_or(scene.extent);
    if (const auto flaw = scene::flaw_on_grid(scene::view_of(options.view->kind), sized)) {
      throw UsageError(fmt::format("--view: {}", *flaw));
    }
    commands.emplace_back(
        session::SetView{.view = options.view->kind, .parameters = options.view->parameters});
  }
  if (!options.flow.empty()) {
    try {
      (void)scene::flow_of(equation, options.flow);
    } catch (const core::Error& error) {
      throw UsageError(fmt::format("--flow: {}", error.what()));
    }
    commands.emplace_back(session::SetFlow{options.flow});
    const scene::ViewChoice& view = options.view ? *options.view : scene.view;
    scene::ViewLayers layers = scene.layers;
    layers.arrows = true;
    commands.emplace_back(session::SetView{view.kind, view.parameters, layers});
  }
  return commands;
}

}  // namespace heatwave::cli
