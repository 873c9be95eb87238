// Adds samples of the field to the average, computes expressions, and presents both.
#include "app/session/field/derived_plane.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/session/field/host_plane.h"
#include "kernels/field/display_target.h"

namespace heatwave::session {

namespace {

std::vector<float> plane_of(LiveField& field, std::size_t index) {
  HostPlane copy;
  field.present(copy, index);
  return std::move(copy.cells);
}

}  // namespace

std::span<const float> ExpressionPlane::values(LiveField& field,
                                               const field::formula::FieldExpression& of) {
  const bool is_known = field_version_ == field.field_version() &&
                        scene_version_ == field.scene_version() && !values_.empty();
  if (!is_known) {
    if (team_ == nullptr) {
      team_ = std::make_unique<core::ThreadTeam>(std::max(1, field.backend().threads));
    }
    const scene::Scene& scene = field.scene();
    std::vector<std::vector<float>> planes(field::plane_count(equation_of(scene)));
    // A device that is lost in between leaves the field at another step.
    std::uint64_t version = 0;
    do {
      version = field.field_version();
      for (std::size_t i = 0; i < planes.size(); ++i) {
        if (of.reads(i)) planes[i] = plane_of(field, i);
      }
    } while (version != field.field_version());
    values_ = of.values({.extent = scene.extent,
                         .step = field.step(),
                         .planes = planes,
                         .flags = field.flags(),
                         .edges = edges_in_use(scene),
                         .parameters = scene.parameters},
                        *team_);
    field_version_ = field.field_version();
    scene_version_ = field.scene_version();
  }
  return values_;
}

namespace {

/// Returns the host memory for the values of an expression, in bytes. `plane`: of one plane.
std::uint64_t bytes_of(const scene::SceneExpression& expression, const scene::Scene& scene,
                       std::uint64_t plane) {
  // The planes that it reads are copied twice: from the solver, and with padding.
  std::uint64_t copies = 0;
  for (std::size_t i = 0; i < field::plane_count(equation_of(scene)); ++i) {
    if ((*expression).reads(i)) copies += 2;
  }
  return (1 + copies) * plane;
}

}  // namespace

std::uint64_t DerivedPlane::bytes(const scene::Scene& scene) {
  const auto plane = sizeof(float) * static_cast<std::uint64_t>(scene.extent.cells());
  if (is_line(scene)) return SpaceTimeLog::kMostBytes;
  std::uint64_t all = 0;
  if (shows_beside(scene)) all += bytes_of(*scene.quantities.beside, scene, plane);
  if (averaging(scene)) return all + field::MeanSquare::kPlanes * plane;
  const scene::SceneExpression* expression = shown_expression(scene);
  return expression == nullptr ? all : all + bytes_of(*expression, scene, plane);
}

void DerivedPlane::configure() {
  const scene::Scene& scene = field_.scene();
  if (shown_expression(scene) == nullptr) expression_ = {};
  if (scene.quantities.flow.empty()) flow_ = {};
  if (!shows_beside(scene)) beside_ = {};
  const auto past = past_steps(scene);
  if (!past) {
    past_.reset();
  } else if (past_) {
    past_->set_steps(*past);
  } else {
    past_.emplace(*past);
  }
  // A row of this step may lack the values of the expression that is shown from here on.
  if (past_ && keeps_past_ && field_.step() % past->every == 0) past_->add(moment());
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
  if (past_) past_->restart();
  configure();
  if (!mean_) return;
  step_ = field_.step();
  mean_->restart(step_);
  survey_.reset();
}

void DerivedPlane::keep_row() {
  if (past_ && keeps_past_ && past_->wants(field_.step())) past_->add(moment());
}

std::shared_ptr<const LineMoment> DerivedPlane::moment() {
  const bool is_known = moment_ != nullptr && moment_field_ == field_.field_version() &&
                        moment_scene_ == field_.scene_version();
  if (!is_known) {
    const scene::Scene& scene = field_.scene();
    LineMoment made;
    FieldTile all = field_.tile(core::whole(scene.extent));
    all.planes.resize(scene::equation_of(scene).components.size());
    made.quantities = std::move(all.planes);
    if (const scene::SceneExpression* expression = shown_expression(scene)) {
      made.expression = expression->text();
      const std::span<const float> values = cells();
      made.quantities.emplace_back(values.begin(), values.end());
    }
    // Reading may find that the device was lost, and the field at an earlier step.
    made.step = field_.step();
    moment_ = std::make_shared<const LineMoment>(std::move(made));
    moment_field_ = field_.field_version();
    moment_scene_ = field_.scene_version();
  }
  return moment_;
}

std::shared_ptr<const SpaceTime> DerivedPlane::line() {
  if (!past_) return nullptr;
  return past_->with(moment(), field_.flags());
}

void DerivedPlane::sample() {
  keep_row();
  if (!mean_) return;
  const std::int64_t step = field_.step();
  // After the loss of a device the field is at an earlier step.
  if (step < std::exchange(step_, step)) mean_->restart(step);
  if (!mean_->wants(step)) return;
  field_.present(*mean_, component_);
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

Derived DerivedPlane::copy() {
  Derived derived{.plane = {}, .beside = {}, .line = line()};
  if (shows_beside(field_.scene())) {
    const std::span<const float> all = beside_.values(field_, **field_.scene().quantities.beside);
    derived.beside.assign(all.begin(), all.end());
  }
  if (!is_shown()) return derived;
  const std::span<const float> all = cells();
  derived.plane.assign(all.begin(), all.end());
  return derived;
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

void DerivedPlane::present_beside(field::DisplayTarget& target) {
  const scene::Scene& scene = field_.scene();
  present_plane(beside_.values(field_, *scene.quantities.beside.value()), scene.extent, target);
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
