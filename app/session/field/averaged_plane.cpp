// Adds samples of the field to the average, and presents it.
#include "app/session/field/averaged_plane.h"

#include <algorithm>
#include <utility>

#include "app/scene/views/catalogue.h"
#include "kernels/field/display_target.h"

namespace heatwave::session {

std::uint64_t AveragedPlane::bytes(const scene::Scene& scene) {
  if (!averaging(scene)) return 0;
  return field::MeanSquare::kPlanes * sizeof(float) *
         static_cast<std::uint64_t>(scene.extent.cells());
}

void AveragedPlane::configure(const LiveField& field) {
  const scene::Scene& scene = field.scene();
  const auto window = averaging(scene);
  if (!window) {
    mean_.reset();
    survey_.reset();
    return;
  }
  const std::size_t component = shown_component(scene);
  const bool same = mean_ && mean_->window() == *window && mean_->extent() == scene.extent &&
                    component_ == component;
  if (same) return;
  component_ = component;
  step_ = field.step();
  survey_.reset();
  mean_.reset();
  mean_.emplace(scene.extent, *window, step_, field.backend().threads);
}

void AveragedPlane::restart(const LiveField& field) {
  configure(field);
  if (!mean_) return;
  step_ = field.step();
  mean_->restart(step_);
  survey_.reset();
}

void AveragedPlane::sample(LiveField& field) {
  if (!mean_) return;
  const std::int64_t step = field.step();
  // After the loss of a device the field is at an earlier step.
  if (step < std::exchange(step_, step)) mean_->restart(step);
  if (!mean_->wants(step)) return;
  field.present(*mean_, PresentedPlane::now);
  survey_.reset();
  if (field.step() == step) {
    mean_->took(step);
  } else {
    restart(field);
  }
}

std::vector<float> AveragedPlane::copy() {
  if (!mean_) return {};
  const std::span<const float> mean = mean_->mean();
  return {mean.begin(), mean.end()};
}

void AveragedPlane::present(field::DisplayTarget& target) {
  const core::Extent extent = mean_->extent();
  const std::span<const float> mean = mean_->mean();
  const int k = field::display_stride(extent, target.longest_side());
  if (k == 1) {
    target.show(field::HostFrame{mean.data(), static_cast<std::size_t>(extent.width), extent});
    return;
  }
  const core::Extent thin = field::thinned_extent(extent, k);
  std::vector<float> cells;
  cells.reserve(static_cast<std::size_t>(thin.cells()));
  for (int y = 0; y < thin.height; ++y) {
    for (int x = 0; x < thin.width; ++x) {
      cells.push_back(mean[core::whole(extent).index(x * k, y * k)]);
    }
  }
  target.show(field::HostFrame{cells.data(), static_cast<std::size_t>(thin.width), thin});
}

std::vector<float> AveragedPlane::values_at(std::span<const scene::Between> places) {
  const std::span<const float> mean = mean_->mean();
  const core::Rect grid = core::whole(mean_->extent());
  std::vector<float> values;
  for (const scene::Between& place : places) {
    values.push_back(static_cast<float>(read_between(
        place, [&](core::Cell cell) -> double { return mean[grid.index(cell.x, cell.y)]; })));
  }
  return values;
}

std::optional<field::ComponentSurvey> AveragedPlane::survey(core::Cell probe) {
  if (!mean_) return {};
  const std::span<const float> mean = mean_->mean();
  if (!survey_) {
    const auto [least, most] = std::minmax_element(mean.begin(), mean.end());
    survey_ = {.minimum = *least, .maximum = *most};
  }
  const core::Extent extent = mean_->extent();
  survey_->probe_value =
      extent.contains(probe) ? mean[core::whole(extent).index(probe.x, probe.y)] : 0.0F;
  return survey_;
}

}  // namespace heatwave::session
