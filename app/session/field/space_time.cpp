// Rows are shared with the snapshots that show them, and never change.
#include "app/session/field/space_time.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace heatwave::session {

std::span<const float> LineMoment::shown(const scene::Scene& scene) const {
  const scene::SceneExpression* of = shown_expression(scene);
  if (of == nullptr) {
    const std::size_t component = shown_component(scene);
    return component < quantities.size() ? std::span<const float>(quantities[component])
                                         : std::span<const float>();
  }
  if (expression != of->text() || quantities.empty()) return {};
  return quantities.back();
}

std::optional<LineExtremes> extremes_of(const SpaceTime& line, const scene::Scene& scene) {
  std::optional<LineExtremes> all;
  const auto include = [&](const LineMoment& moment) {
    for (const float value : moment.shown(scene)) {
      if (!std::isfinite(value)) continue;
      if (!all) all = {value, value};
      all->minimum = std::min(all->minimum, value);
      all->maximum = std::max(all->maximum, value);
    }
  };
  for (const auto& row : line.before) include(*row);
  include(*line.now);
  return all;
}

void SpaceTimeLog::set_steps(scene::PastSteps steps) {
  if (std::exchange(steps_, steps) == steps) return;
  std::erase_if(rows_, [&](const auto& row) { return row->step % steps.every != 0; });
}

void SpaceTimeLog::add(std::shared_ptr<const LineMoment> row) {
  const std::int64_t step = row->step;
  while (!rows_.empty() && rows_.back()->step >= step) rows_.pop_back();
  std::size_t bytes = 0;
  for (const auto& values : row->quantities) bytes += values.size() * sizeof(float);
  rows_.push_back(std::move(row));
  const std::size_t most = std::max<std::size_t>(2, kMostBytes / std::max<std::size_t>(1, bytes));
  while (rows_.size() > most || rows_.front()->step < step - steps_.over) rows_.pop_front();
}

std::shared_ptr<const SpaceTime> SpaceTimeLog::with(std::shared_ptr<const LineMoment> now,
                                                    std::vector<std::uint8_t> flags) const {
  auto shown = std::make_shared<SpaceTime>();
  shown->steps = steps_;
  for (const auto& row : rows_) {
    if (row->step < now->step) shown->before.push_back(row);
  }
  shown->now = std::move(now);
  shown->flags = std::move(flags);
  return shown;
}

}  // namespace heatwave::session
