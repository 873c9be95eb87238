// Encodes a scene's JSON: deflated, with its length and a check sum, in base64.
#include "app/files/share_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "app/json/base64.h"
#include "app/json/deflate.h"
#include "app/scene/scene_files.h"
#include "app/scene/scene_json.h"
#include "app/scene/views/catalogue.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::files {
namespace {

constexpr std::string_view kBegin = "heatwave1:";

struct Head {
  std::uint32_t length = 0;    ///< length of the JSON
  std::uint32_t deflated = 0;  ///< length of the deflated bytes that follow
  std::uint32_t sum = 0;       ///< check sum of the JSON
};
static_assert(sizeof(Head) == 3 * sizeof(float));

/// FNV-1a, which detects changed letters.
std::uint32_t sum_of(std::string_view text) {
  std::uint32_t sum = 2166136261U;
  for (const char c : text) sum = (sum ^ static_cast<std::uint8_t>(c)) * 16777619U;
  return sum;
}

[[noreturn]] void refuse(const std::string& why) {
  throw core::Error("the text that was pasted " + why);
}

[[noreturn]] void refuse_as_damaged() {
  refuse("is not whole: some of it is missing, or was changed");
}

std::string without_space(std::string_view text) {
  std::string dense;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) dense += c;
  }
  return dense;
}

/// Decodes the base64 part of the text.
std::vector<float> decoded(std::string_view text) {
  const std::string dense = without_space(text);
  if (!dense.starts_with(kBegin)) {
    refuse(fmt::format("is not a scene: a scene begins with '{}'", kBegin));
  }
  auto words = json::from_base64(std::string_view(dense).substr(kBegin.size()));
  if (!words || words->size() * sizeof(float) < sizeof(Head)) refuse_as_damaged();
  return std::move(*words);
}

}  // namespace

std::string json_in_share_text(std::string_view text) {
  if (text.size() > 2 * kLongestText) refuse("is too long for a scene");
  const std::vector<float> words = decoded(text);
  Head head;
  std::memcpy(static_cast<void*>(&head), words.data(), sizeof head);
  const std::size_t after_head = words.size() * sizeof(float) - sizeof head;
  if (head.deflated > after_head || after_head - head.deflated >= 4) refuse_as_damaged();
  // The length is checked first, so that a small text cannot take much memory.
  if (head.length > json::kSceneBudget.bytes) {
    refuse(fmt::format("holds a scene of {}; at most {} are read",
                       core::in_bytes(static_cast<double>(head.length)),
                       core::in_bytes(static_cast<double>(json::kSceneBudget.bytes))));
  }
  std::string json(head.length, '\0');
  const char* const packed = reinterpret_cast<const char*>(words.data()) + sizeof head;
  if (!json::inflate_into(json, {packed, head.deflated}) || sum_of(json) != head.sum) {
    refuse_as_damaged();
  }
  return json;
}

namespace {

using scene::Scene;

/// Removes all parts that do not change the picture, so that scenes can be compared.
Scene bare(Scene scene) {
  for (scene::Item& item : scene.items) item.id = 0;
  const std::size_t shown = scene::chosen_quantity(scene);
  const colour::ColourChoice colours = scene.colours[shown];
  scene.colours.assign(1, colours);
  std::erase_if(scene.quantities.expressions, [&](const scene::SceneExpression& expression) {
    return expression.info().id != scene.quantities.shown;
  });
  if (scene.quantities.expressions.empty()) scene.quantities.shown.clear();
  // The fixed range is not in use, but might return.
  if (colours.automatic) scene.colours[0].low = scene.colours[0].high = 0;
  scene.name = "";
  scene.words = {};
  scene.pace.paused = false;
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
  if (has.scale != had.scale) {
    options += fmt::format(" --colour-scale {}", core::name_of(has.scale));
  }
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

/// Shows a quantity of the scene. Returns false where it has no such one.
bool shows(Scene& scene, const std::string& quantity) {
  try {
    show_quantity(scene, quantity);
    return true;
  } catch (const core::Error&) {
    return false;
  }
}

/// Returns options for a built-in scene; none: options cannot express the differences.
std::optional<std::string> readable(const Scene& scene) {
  auto like = built_in(scene.name);
  if (!like || !have_same_equation(*like, scene)) return {};
  std::string options = "--scene " + quoted(scene.name);
  if (like->extent != scene.extent) {
    *like = scene::scaled(*like, scene.extent);
    options += fmt::format(" --size {}x{}", scene.extent.width, scene.extent.height);
  }
  if (like->guarded && !scene.guarded) options += " --unguarded";
  like->guarded = scene.guarded && like->guarded;
  const auto& parameters = scene::equation_of(scene).parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (like->parameters[i] == scene.parameters[i]) continue;
    options += fmt::format(" --set {}={}", parameters[i].id, scene.parameters[i]);
    like->parameters[i] = scene.parameters[i];
  }
  const std::string shown = scene::quantity_ids(scene)[scene::chosen_quantity(scene)];
  const auto& beside = scene.quantities.beside;
  const bool adds_beside = beside && beside != like->quantities.beside;
  if (adds_beside || shown != scene::quantity_ids(*like)[scene::chosen_quantity(*like)]) {
    options += " --show " + quoted(shown);
    if (!shows(*like, shown)) return {};
  }
  if (adds_beside) {
    options += " --show " + quoted(beside->info().id);
    like->quantities.beside = beside;
  }
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
  if (shows_beside(scene) &&
      scene::shown_colours(scene_beside(*like)) != scene::shown_colours(scene_beside(scene))) {
    return {};
  }
  return options;
}

}  // namespace

std::string share_line(std::string_view json) {
  const std::string packed = json::deflated(json);
  const Head head{.length = static_cast<std::uint32_t>(json.size()),
                  .deflated = static_cast<std::uint32_t>(packed.size()),
                  .sum = sum_of(json)};
  std::vector<float> words((sizeof head + packed.size() + 3) / 4);
  std::memcpy(words.data(), &head, sizeof head);
  std::memcpy(reinterpret_cast<char*>(words.data()) + sizeof head, packed.data(), packed.size());
  return std::string(kBegin) + json::as_base64(words);
}

std::string share_text(const scene::Scene& scene) {
  const std::string json = scene::json_value(scene).dump();
  std::string text;
  if (json.size() <= json::kSceneBudget.bytes) text = share_line(json);
  if (text.empty() || text.size() > kLongestText) {
    throw core::Error("the scene is too large to be copied as text: save it as a file");
  }
  return text;
}

bool is_share_text(std::string_view text) { return text.starts_with(kBegin); }

scene::Scene scene_from_text(std::string_view text) {
  const std::string json = json_in_share_text(text);
  try {
    json::JsonReader root(json::parse_json(json, "", 1, json::kSceneBudget), "", "");
    return scene::read_scene(root, "", scene::SceneForm::travelling);
  } catch (const core::Error& error) {
    throw core::Error(fmt::format("the pasted text, {}", error.what()));
  }
}

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
  if (with.smooth) parts += " --smooth";
  const auto& [times, exact] = with.size;
  if (times > 0) parts += fmt::format(" --png-size {}", times);
  if (with.size.is_exact()) parts += fmt::format(" --png-size {}x{}", exact.width, exact.height);
  return fmt::format("heatwave run {} --steps {}{} --png {}", options, steps, parts, quoted(png));
}

}  // namespace heatwave::files
