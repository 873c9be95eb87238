// Prefers a built-in scene with options, which people can read.
#include "app/files/run_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "app/files/share_text.h"
#include "app/scene/scene_files.h"
#include "app/scene/scene_json.h"
#include "app/scene/views/catalogue.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::files {
namespace {

using scene::Scene;

/// Removes all parts that do not change the picture, so that scenes can be compared.
Scene bare(Scene scene) {
  for (scene::Item& item : scene.items) item.id = 0;
  const std::size_t shown = scene::shown_component(scene);
  scene.shown.clear();
  const colour::ColourChoice colours = scene.colours[shown];
  scene.colours.assign(1, colours);
  // The fixed range is not in use, but might return.
  if (colours.automatic) scene.colours[0].low = scene.colours[0].high = 0;
  scene.name = scene.watch = "";
  scene.paused = false;
  scene.viewpoint = {};
  scene.pace = {};
  const auto units = scene.measures.units;  // the title shows the time in these units
  scene.measures = {};
  scene.measures.units = units;
  return scene;
}

/// Returns the options for differing colours.
std::string colour_options(const colour::ColourChoice& had, const colour::ColourChoice& has) {
  std::string options;
  if (has.colormap != had.colormap && !has.colormap.empty()) {
    options += " --colormap " + has.colormap;
  }
  if (has.bands != had.bands) options += fmt::format(" --bands {}", has.bands);
  if (has.automatic && !had.automatic) options += " --range auto";
  const bool other_range = had.automatic || has.low != had.low || has.high != had.high;
  if (!has.automatic && other_range) {
    options += fmt::format(" --range {}:{}", has.low, has.high);
  }
  if (has.positive && !had.positive) options += " --positive";
  return options;
}

std::optional<Scene> built_in(const std::string& name) {
  if (name.empty() || name.find('/') != std::string::npos) return {};
  try {
    return scene::find_scene(name);
  } catch (const core::Error&) {
    return {};
  }
}

/// Returns options for a built-in scene; none: options cannot express the differences.
std::optional<std::string> readable(const Scene& scene) {
  auto like = built_in(scene.name);
  if (!like || like->equation != scene.equation) return {};
  std::string options = "--scene " + quoted(scene.name);
  if (like->extent != scene.extent) {
    *like = scene::scaled(*like, scene.extent);
    options += fmt::format(" --size {}x{}", scene.extent.width, scene.extent.height);
  }
  if (like->guarded && !scene.guarded) options += " --unguarded";
  like->guarded = scene.guarded && like->guarded;
  const auto& parameters = field::find_equation(scene.equation).parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (like->parameters[i] == scene.parameters[i]) continue;
    options += fmt::format(" --set {}={}", parameters[i].id, scene.parameters[i]);
    like->parameters[i] = scene.parameters[i];
  }
  const std::size_t shown = scene::shown_component(scene);
  if (shown != scene::shown_component(*like)) {
    options += " --show " + field::find_equation(scene.equation).components[shown].id;
  }
  like->shown = scene.shown;
  if (like->view.kind != scene.view.kind || like->view.parameters != scene.view.parameters) {
    options += " --view " + scene::view_words(scene.view);
    choose_view(*like, scene.view.kind, scene.view.parameters);
  }
  colour::ColourChoice& had = scene::shown_colours(*like);
  const colour::ColourChoice& has = scene::shown_colours(scene);
  options += colour_options(had, has);
  const bool reset_positive = had.positive && !has.positive;
  const bool reset_map = !had.colormap.empty() && has.colormap.empty();
  if (reset_positive || reset_map) return {};
  had = has;
  if (bare(*like) != bare(scene)) return {};
  return options;
}

}  // namespace

std::string quoted(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:+,@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string scene_options(const scene::Scene& scene) {
  if (!scene.given) {
    if (const auto options = readable(scene)) return *options;
  }
  return "--scene " + quoted(share_text(scene));
}

std::string run_line(const std::string& options, std::int64_t steps, const std::string& png,
                     const exporting::PictureParts& with) {
  std::string parts;
  const auto add = [&](bool has, const char* name) {
    if (has) parts += (parts.empty() ? " --with " : ",") + std::string(name);
  };
  add(with.bar, "bar");
  add(with.title, "title");
  add(with.outlines, "outlines");
  return fmt::format("heatwave run {} --steps {}{} --png {}", options, steps, parts, quoted(png));
}

}  // namespace heatwave::files
