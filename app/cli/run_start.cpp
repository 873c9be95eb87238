// Brings scene, loaded field and options of a run together.
#include "app/cli/run_start.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "app/cli/field_setup.h"
#include "app/cli/picture_options.h"
#include "app/export/npy.h"
#include "app/scene/scene_checks.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::cli {
namespace {

scene::Scene base_scene(const RunOptions& options, const std::optional<exporting::NpyFile>& array) {
  const std::string& name = options.field.scene;
  if (name.empty() && array) {
    return scene::blank_scene(equation_or_first(options.equation), array->extent());
  }
  scene::Scene scene = chosen_scene(name, options.equation);
  if (!options.equation.empty() && options.equation != scene.equation) {
    throw UsageError(
        fmt::format("--equation {} does not fit scene '{}', which is of the {} "
                    "equation",
                    options.equation, name, scene.equation));
  }
  return scene;
}

void check_components(const RunOptions& options, const scene::Scene& scene, std::size_t loaded) {
  const auto& wanted = field::find_equation(scene.equation).components;
  if (loaded == wanted.size()) return;
  const auto counted = [](std::size_t n) {
    return fmt::format("{} component{}", n, n == 1 ? "" : "s");
  };
  throw core::Error(fmt::format("'{}' holds {}, and the {} equation has {}", options.load.string(),
                                counted(loaded), scene.equation, counted(wanted.size())));
}

void check_extent(const RunOptions& options, const scene::Scene& scene, core::Extent loaded) {
  const core::Extent wanted = options.field.size.value_or(scene.extent);
  if (loaded == wanted) return;
  const std::string who = options.field.size ? std::string("--size asks for")
                                             : fmt::format("scene '{}' has", options.field.scene);
  throw core::Error(fmt::format("'{}' holds {} × {} cells, and {} {} × {}", options.load.string(),
                                loaded.width, loaded.height, who, wanted.width, wanted.height));
}

/// A picture has one pixel a cell.
void check_pictures(const RunOptions& options, const scene::Scene& scene) {
  if (options.png.empty() && !options.has_sequence()) return;
  exporting::check_png_size(options.field.size.value_or(scene.extent));
}

session::SetEdges edges_command(field::EdgeKind kind, const scene::Scene& scene) {
  const field::EquationInfo& equation = field::find_equation(scene.equation);
  if (const auto flaw = scene::flaw_of_edge(equation, kind)) {
    throw UsageError("--edges " + *flaw);
  }
  return {{.left = kind, .right = kind, .top = kind, .bottom = kind, .value = scene.edges.value}};
}

session::SetColours colours_command(const RunOptions& options, const scene::Scene& scene) {
  scene::Scene shown = scene;
  if (!options.field.show.empty()) shown.shown = options.field.show;
  colour::ColourChoice colours = scene::shown_colours(shown);
  if (!options.colormap.empty()) colours.colormap = options.colormap;
  if (options.bands) colours.bands = *options.bands;
  if (options.automatic_range) colours.automatic = true;
  if (options.range) {
    colours.automatic = false;
    colours.low = options.range->low;
    colours.high = options.range->high;
  }
  colours.positive = colours.positive || options.positive;
  return {colours};
}

/// What is asked for, in place of what the scene measures; nothing asked for: the scene's.
void measure(std::vector<session::Command>& commands, const MeasureOptions& wanted,
             const scene::Measures& had) {
  if (wanted.probes.empty() && !wanted.profile && !wanted.totals) return;
  for (const scene::Probe& probe : had.probes) {
    commands.emplace_back(session::RemoveProbe{probe.number});
  }
  if (had.profile) commands.emplace_back(session::RemoveLine{scene::LineKind::profile});
  if (had.totals != wanted.totals) commands.emplace_back(session::WatchTotals{wanted.totals});
  for (const core::Point at : wanted.probes) commands.emplace_back(session::AddProbe{at});
  if (wanted.profile) {
    commands.emplace_back(
        session::SetLine{scene::LineKind::profile, wanted.profile->from, wanted.profile->to});
  }
}

}  // namespace

RunStart run_start(const RunOptions& options) {
  std::optional<exporting::NpyFile> array;
  if (!options.load.empty()) array.emplace(options.load);
  RunStart start{.scene = base_scene(options, array), .commands = {}};
  if (array) {
    check_extent(options, start.scene, array->extent());
    check_components(options, start.scene, array->components());
  }
  check_pictures(options, start.scene);
  if (!options.picture.file.empty()) {
    if (options.field.size) start.scene = scene::scaled(start.scene, *options.field.size);
    start.scene = with_picture(std::move(start.scene), options.picture);
  }
  start.commands =
      field_commands(options.field, start.scene, options.unguarded, "add --unguarded to allow it");
  if (options.edges) start.commands.emplace_back(edges_command(*options.edges, start.scene));
  start.commands.emplace_back(colours_command(options, start.scene));
  if (array) start.commands.emplace_back(session::LoadField{array->read().cells});
  measure(start.commands, options.measure, start.scene.measures);
  return start;
}

}  // namespace heatwave::cli
