// A new view is a file beside this one, and two lines here.
#include "app/scene/views/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/scene/scene_checks.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::scene {

// Each of these views has a file of its own.
View intensity_view();
View line_view();

const std::vector<View>& views() {
  static const std::vector<View> all{
      {.id = "flat", .title = "Values", .help = "The values alone, as colours."},
      {.id = "contours",
       .title = "Contours",
       .help = "Lines along which the field has the values of the colour bar's ticks.",
       .draws = {.contours = true}},
      {.id = "surface",
       .title = "Surface",
       .help = "Values as heights, in light; the right button turns it, the wheel zooms.",
       .draws = {.raised = true}},
      {.id = "arrows",
       .title = "Arrows",
       .help = "Which way heat flows, or the energy of waves.",
       .draws = {.arrows = true}},
      intensity_view(),
      line_view(),
  };
  return all;
}

const View& view_of(ViewKind kind) { return views().at(static_cast<std::size_t>(kind)); }

ViewChoice view_in_use(const Scene& scene) {
  if (suits(view_of(scene.view.kind), scene)) return scene.view;
  const auto first = std::find_if(views().begin(), views().end(),
                                  [&](const View& view) { return suits(view, scene); });
  return {.kind = static_cast<ViewKind>(first - views().begin())};
}

const View& view_of(const Scene& scene) { return view_of(view_in_use(scene).kind); }

std::vector<core::Name<ViewKind>> names_of(ViewKind /*kind*/) {
  std::vector<core::Name<ViewKind>> names;
  for (const View& view : views()) {
    names.push_back({static_cast<ViewKind>(names.size()), view.id});
  }
  return names;
}

bool suits(const View& view, const field::EquationInfo& equation) {
  return view.suits == nullptr || view.suits(equation);
}

bool suits(const View& view, const Scene& scene) {
  return suits(view, equation_of(scene)) && !flaw_on_grid(view, scene);
}

std::optional<std::string> flaw_on_grid(const View& view, const Scene& scene) {
  if ((view.past != nullptr) == is_line(scene)) return {};
  if (view.past == nullptr) return fmt::format("the view '{}' shows planes only", view.id);
  return fmt::format("the view '{}' shows a line only: one row of cells, as --size 400x1", view.id);
}

ViewKind neighbour_view(const Scene& scene, int by) {
  const auto count = static_cast<int>(views().size());
  auto next = static_cast<int>(view_in_use(scene).kind);
  do {
    next = (next + by + count) % count;
  } while (!suits(views()[static_cast<std::size_t>(next)], scene));
  return static_cast<ViewKind>(next);
}

std::optional<std::string> flaw_of_view(const ViewChoice& choice,
                                        const field::EquationInfo& equation) {
  if (static_cast<std::size_t>(choice.kind) >= views().size()) return "there is no such view";
  const View& view = view_of(choice.kind);
  if (!suits(view, equation)) {
    return fmt::format("the view '{}' shows {} only", view.id, view.suits_what);
  }
  if (!choice.parameters.empty() && choice.parameters.size() != view.parameters.size()) {
    return fmt::format("the view '{}' has {} parameters, not {}", view.id, view.parameters.size(),
                       choice.parameters.size());
  }
  for (std::size_t i = 0; i < choice.parameters.size(); ++i) {
    const auto flaw = flaw_of_parameter(view.parameters[i], choice.parameters[i]);
    if (flaw) return view.parameters[i].id + " " + *flaw;
  }
  return {};
}

std::vector<double> view_parameters(const ViewChoice& choice) {
  if (!choice.parameters.empty()) return choice.parameters;
  std::vector<double> initial;
  for (const field::ParameterInfo& info : view_of(choice.kind).parameters) {
    initial.push_back(info.initial);
  }
  return initial;
}

void choose_view(Scene& scene, ViewKind kind, std::vector<double> parameters) {
  // The default is stored as no parameters, so that equal choices compare equal.
  if (parameters == view_parameters({.kind = kind})) parameters.clear();
  colour::ColourChoice colours;
  if (kind == scene.view.kind) {
    colours = scene.view.colours;
  } else if (const auto& averaged = view_of(kind).averaged) {
    colours = averaged->colours(scene.colours[shown_component(scene)]);
  }
  scene.view = {.kind = kind, .parameters = std::move(parameters), .colours = std::move(colours)};
}

std::string view_words(const ViewChoice& choice) {
  const View& view = view_of(choice.kind);
  std::string words = view.id;
  char before = ':';
  for (std::size_t i = 0; i < choice.parameters.size(); ++i) {
    if (choice.parameters[i] == view.parameters[i].initial) continue;
    words += fmt::format("{}{}={}", before, view.parameters[i].id, choice.parameters[i]);
    before = ',';
  }
  return words;
}

const field::ComponentInfo& shown_quantity(const Scene& scene) {
  const View& view = view_of(scene);
  if (view.averaged) return view.averaged->info;
  if (const SceneExpression* expression = shown_expression(scene)) return expression->info();
  return scene::equation_of(scene).components[shown_component(scene)];
}

bool shows_component(const Scene& scene) {
  return !view_of(scene).averaged && shown_expression(scene) == nullptr;
}

std::optional<field::AveragingWindow> averaging(const Scene& scene) {
  const View& view = view_of(scene);
  if (!view.averaged) return {};
  return view.averaged->window(view_parameters(scene.view));
}

std::optional<PastSteps> past_steps(const Scene& scene) {
  const View& view = view_of(scene);
  if (view.past == nullptr) return {};
  return view.past(view_parameters(view_in_use(scene)));
}

}  // namespace heatwave::scene
