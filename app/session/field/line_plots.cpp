// The axes have the numbers that the text of a formula uses, or those of physical units.
#include "app/session/field/line_plots.h"

#include <algorithm>
#include <utility>

#include "app/session/field/unit_figures.h"

namespace heatwave::session {
namespace {

exporting::PlotScale scale_along(const scene::Scene& scene) {
  if (const auto& units = scene.measures.units) {
    return {.title = "m", .origin = units->cell / 2, .per_unit = units->cell};
  }
  if (!scene.formula) return {.title = "cell"};
  field::formula::ConstantValues values(scene.formula.shared()->model(), scene.parameters,
                                        scene.extent);
  const double spacing = values.spacing();
  return {.title = "x", .origin = -spacing * (scene.extent.width - 1) / 2.0, .per_unit = spacing};
}

exporting::PlotScale scale_of_time(const scene::Scene& scene) {
  const double seconds = seconds_per_step(scene);
  if (seconds > 0) return {.title = "s", .per_unit = seconds};
  if (!scene.formula) return {.title = "step"};
  field::formula::ConstantValues values(scene.formula.shared()->model(), scene.parameters,
                                        scene.extent);
  return {.title = "t", .per_unit = values.time_step()};
}

/// Returns whether a component is computed anew in each step from others.
bool is_algebraic(const scene::Scene& scene, std::size_t component) {
  if (!scene.formula) return false;
  const auto& components = scene.formula.shared()->model().components;
  return component < components.size() && components[component].order == 0;
}

}  // namespace

std::shared_ptr<const SpaceTime> line_now(const scene::Scene& scene, const field::FieldState& state,
                                          std::vector<std::uint8_t> flags) {
  LineMoment now{.step = state.step, .quantities = state.planes, .expression = {}};
  now.quantities.resize(scene::equation_of(scene).components.size());
  auto line = std::make_shared<SpaceTime>();
  line->steps = past_steps(scene).value_or(scene::PastSteps{});
  line->flags = std::move(flags);
  line->now = std::make_shared<const LineMoment>(std::move(now));
  return line;
}

exporting::LinePlot line_plot(const scene::Scene& scene, const SpaceTime& line,
                              const colour::ColourScale& scale) {
  exporting::LinePlot plot{.cells = scene.extent.width,
                           .scale = scale,
                           .every = line.steps.every,
                           .over = line.steps.over,
                           .step = line.now->step,
                           .flags = line.flags,
                           .along = scale_along(scene),
                           .time = scale_of_time(scene),
                           .first_cell = 0.0,
                           .end_cell = static_cast<double>(scene.extent.width)};
  const auto& components = scene::equation_of(scene).components;
  const bool is_component = shown_expression(scene) == nullptr;
  const std::size_t main = shown_component(scene);
  for (std::size_t i = 0; i < components.size() && i < line.now->quantities.size(); ++i) {
    if ((is_component && i == main) || is_algebraic(scene, i)) continue;
    plot.curves.push_back({.label = components[i].title, .values = line.now->quantities[i]});
  }
  const std::span<const float> values = line.now->shown(scene);
  plot.curves.push_back({.label = scale.legend.titled(shown_quantity(scene).title),
                         .values = {values.begin(), values.end()},
                         .is_main = true});
  const auto row_of = [&](const std::shared_ptr<const LineMoment>& moment) {
    const std::span<const float> shown = moment->shown(scene);
    const auto found =
        std::find_if(moment->quantities.begin(), moment->quantities.end(),
                     [&](const std::vector<float>& each) { return each.data() == shown.data(); });
    if (found == moment->quantities.end()) return;
    plot.past.push_back({moment->step, {moment, &*found}});
  };
  for (const auto& moment : line.before) row_of(moment);
  row_of(line.now);
  return plot;
}

}  // namespace heatwave::session
