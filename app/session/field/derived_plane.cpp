// Adds samples of the field to the average, computes expressions, and presents both.
#include "app/session/field/derived_plane.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "kernels/field/display_target.h"

namespace heatwave::session {

std::span<const float> ExpressionPlane::values(LiveField& field,
                                               const field::formula::FieldExpression& of) {
  const bool is_known = field_version_ == field.field_version() &&
                        scene_version_ == field.scene_version() && !values_.empty();
  if (!is_known) {
    if (team_ == nullptr) {
      team_ = std::make_unique<core::ThreadTeam>(std::max(1, field.backend().threads));
    }
    const scene::Scene& scene = field.scene();
    const FieldTile all = field.tile(core::whole(scene.extent));
    values_ = of.values({.extent = scene.extent,
                         .step = field.step(),
                         .planes = all.planes,
                         .flags = field.flags(),
                         .edges = scene.edges,
                         .parameters = scene.parameters},
                        *team_);
    field_version_ = field.field_version();
    scene_version_ = field.scene_version();
  }
  return values_;
}

std::uint64_t DerivedPlane::bytes(const scene::Scene& scene) {
  const auto plane = sizeof(float) * static_cast<std::uint64_t>(scene.extent.cells());
  if (averaging(scene)) return field::MeanSquare::kPlanes * plane;
  if (shown_expression(scene) == nullptr) return 0;
  // The planes that it reads are copied twice: from the solver, and with padding.
  return plane + 2 * state_bytes(scene);
}

void DerivedPlane::configure() {
  const scene::Scene& scene = field_.scene();
  if (shown_expression(scene) == nullptr) expression_ = {};
  if (scene.quantities.flow.empty()) flow_ = {};
  const auto window = averaging(scene);
  if (!window) {
    mean_.reset();
    return;
  }
  const std::size_t component = shown_component(scene);
  const bool same = mean_ && mean_->window() == *window && mean_->extent() == scene.extent &&
                    component_ == component;
  if (same) return;
  component_ = component;
  step_ = field_.step();
  mean_.reset();
  mean_.emplace(scene.extent, *window, step_, field_.backend().threads);
}

void DerivedPlane::restart() {
  configure();
  if (!mean_) return;
  step_ = field_.step();
  mean_->restart(step_);
  survey_.reset();
}

void DerivedPlane::sample() {
  if (!mean_) return;
  const std::int64_t step = field_.step();
  // After the loss of a device the field is at an earlier step.
  if (step < std::exchange(step_, step)) mean_->restart(step);
  if (!mean_->wants(step)) return;
  field_.present(*mean_, PresentedPlane::now);
  if (field_.step() == step) {
    mean_->took(step);
  } else {
    restart();
  }
}

std::span<const float> DerivedPlane::cells() {
  if (mean_) return mean_->mean();
  return expression_.values(field_, **shown_expression(field_.scene()));
}

std::vector<float> DerivedPlane::copy() {
  if (!is_shown()) return {};
  const std::span<const float> all = cells();
  return {all.begin(), all.end()};
}

namespace {

void present_plane(std::span<const float> all, core::Extent extent, field::DisplayTarget& target) {
  const int k = field::display_stride(extent, target.longest_side());
  if (k == 1) {
    target.show(field::HostFrame{all.data(), static_cast<std::size_t>(extent.width), extent});
    return;
  }
  const core::Extent thin = field::thinned_extent(extent, k);
  std::vector<float> kept;
  kept.reserve(static_cast<std::size_t>(thin.cells()));
  for (int y = 0; y < thin.height; ++y) {
    for (int x = 0; x < thin.width; ++x) {
      kept.push_back(all[core::whole(extent).index(x * k, y * k)]);
    }
  }
  target.show(field::HostFrame{kept.data(), static_cast<std::size_t>(thin.width), thin});
}

}  // namespace

void DerivedPlane::present(field::DisplayTarget& target) {
  present_plane(cells(), field_.scene().extent, target);
}

void DerivedPlane::present_flow(field::DisplayTarget& target, std::size_t component) {
  const std::span<const float> all =
      flow_.at(component).values(field_, *field_.scene().quantities.flow.at(component));
  present_plane(all, field_.scene().extent, target);
}

std::vector<float> DerivedPlane::values_at(std::span<const scene::Between> places) {
  if (places.empty()) return {};
  const std::span<const float> all = cells();
  const core::Rect grid = core::whole(field_.scene().extent);
  std::vector<float> values;
  for (const scene::Between& place : places) {
    values.push_back(static_cast<float>(read_between(
        place, [&](core::Cell cell) -> double { return all[grid.index(cell.x, cell.y)]; })));
  }
  return values;
}

field::ComponentSurvey DerivedPlane::surveyed() {
  field::ComponentSurvey survey{.minimum = std::numeric_limits<float>::infinity(),
                                .maximum = -std::numeric_limits<float>::infinity()};
  for (const float value : cells()) {
    if (!std::isfinite(value)) continue;
    survey.minimum = std::min(survey.minimum, value);
    survey.maximum = std::max(survey.maximum, value);
  }
  if (survey.minimum > survey.maximum) survey.minimum = survey.maximum = 0.0F;
  return survey;
}

std::optional<field::ComponentSurvey> DerivedPlane::survey(core::Cell probe) {
  if (!is_shown()) return {};
  const bool is_known = survey_ && field_version_ == field_.field_version() &&
                        scene_version_ == field_.scene_version();
  if (!is_known) {
    survey_ = surveyed();
    field_version_ = field_.field_version();
    scene_version_ = field_.scene_version();
  }
  const core::Extent extent = field_.scene().extent;
  survey_->probe_value =
      extent.contains(probe) ? cells()[core::whole(extent).index(probe.x, probe.y)] : 0.0F;
  return survey_;
}

}  // namespace heatwave::session
