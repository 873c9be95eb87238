// A full log drops every second entry and doubles the spacing; samples with a fixed spacing lose
// the oldest.
#include "app/session/field/readings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace heatwave::session {
namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();

}  // namespace

void SampleLog::start_over() {
  Samples& log = log_.own();
  for (SampleCurve& curve : log.curves) curve.values.clear();
  if (automatic_) log.every = 1;
  log.forgot = false;
}

void SampleLog::configure(const scene::Measures& measures, core::Extent grid,
                          const std::string& component) {
  const bool same =
      log_->component == component && log_->curves.size() == measures.probes.size() &&
      (measures.every == 0 ? automatic_ : !automatic_ && log_->every == measures.every) &&
      std::equal(log_->curves.begin(), log_->curves.end(), measures.probes.begin(),
                 [&](const SampleCurve& curve, const scene::Probe& probe) {
                   return curve.probe == probe.number &&
                          curve.cell == scene::cell_of(probe.at, grid);
                 });
  if (same) return;
  Samples& log = log_.own();
  const bool respaced = measures.every != 0 && log.every != measures.every;
  automatic_ = measures.every == 0;
  if (log.component != component || respaced) {
    log.component = component;
    if (respaced) log.every = measures.every;
    start_over();
  }
  const std::size_t size = log.size();
  std::vector<SampleCurve> curves;
  for (const scene::Probe& probe : measures.probes) {
    const core::Cell cell = scene::cell_of(probe.at, grid);
    const auto known =
        std::find_if(log.curves.begin(), log.curves.end(), [&](const SampleCurve& curve) {
          return curve.probe == probe.number && curve.cell == cell;
        });
    curves.push_back(known != log.curves.end()
                         ? std::move(*known)
                         : SampleCurve{probe.number, cell, std::vector<float>(size, kNothing)});
  }
  log.curves = std::move(curves);
  const bool no_samples = std::all_of(log.curves.begin(), log.curves.end(), [](const auto& curve) {
    return std::all_of(curve.values.begin(), curve.values.end(),
                       [](float v) { return std::isnan(v); });
  });
  if (no_samples) start_over();
}

void SampleLog::expect(std::int64_t steps, std::int64_t most) {
  if (!automatic_ || !any()) return;
  std::int64_t every = log_->every;
  while (steps / every > most && every < scene::kRarestSample / 2) every *= 2;
  if (every != log_->every) space(every);
}

std::int64_t SampleLog::steps_to_next(std::int64_t step) const {
  if (!any()) return std::numeric_limits<std::int64_t>::max();
  return log_->every - step % log_->every;
}

bool SampleLog::wants(std::int64_t step) const {
  if (!any() || step % log_->every != 0) return false;
  if (log_->size() == 0 || step != log_->newest()) return true;
  return std::any_of(log_->curves.begin(), log_->curves.end(),
                     [](const SampleCurve& curve) { return std::isnan(curve.values.back()); });
}

void SampleLog::add(std::int64_t step, std::span<const float> values) {
  Samples& log = log_.own();
  if (log.size() > 0 && step == log.newest()) {
    for (std::size_t i = 0; i < log.curves.size(); ++i) log.curves[i].values.back() = values[i];
    return;
  }
  if (log.size() > 0 && step != log.newest() + log.every) {
    for (SampleCurve& curve : log.curves) curve.values.clear();
    log.forgot = false;
  }
  if (log.size() == 0) log.first = step;
  for (std::size_t i = 0; i < log.curves.size(); ++i) log.curves[i].values.push_back(values[i]);
  if (log.size() >= Samples::kMost) make_room();
}

/// Keeps the samples at multiples of the new spacing.
void SampleLog::space(std::int64_t every) {
  Samples& log = log_.own();
  const std::int64_t first = (log.first + every - 1) / every * every;
  const auto begin = static_cast<std::size_t>((first - log.first) / log.every);
  const auto stride = static_cast<std::size_t>(every / log.every);
  for (SampleCurve& curve : log.curves) {
    std::vector<float> kept;
    for (std::size_t i = begin; i < curve.values.size(); i += stride) {
      kept.push_back(curve.values[i]);
    }
    curve.values = std::move(kept);
  }
  log.first = first;
  log.every = every;
}

void SampleLog::make_room() {
  if (automatic_) {
    space(log_->every * 2);
    return;
  }
  constexpr std::size_t kAtOnce = Samples::kMost / 4;
  Samples& log = log_.own();
  for (SampleCurve& curve : log.curves) {
    curve.values.erase(curve.values.begin(),
                       curve.values.begin() + static_cast<std::ptrdiff_t>(kAtOnce));
  }
  log.first += log.every * static_cast<std::int64_t>(kAtOnce);
  log.forgot = true;
}

void TotalsLog::add(std::int64_t step, const Totals& totals) {
  const auto at = static_cast<double>(step);
  if (!steps.empty() && at <= steps.back()) {
    if (at == steps.back()) return;
    clear();
  }
  if (!steps.empty() && at < steps.back() + gap_) return;
  steps.push_back(at);
  minimum.push_back(totals.minimum);
  maximum.push_back(totals.maximum);
  total.push_back(static_cast<float>(totals.total));
  if (steps.size() < kMost) return;
  const auto thin = [](auto& values) {
    for (std::size_t i = 0; 2 * i < values.size(); ++i) values[i] = values[2 * i];
    values.resize((values.size() + 1) / 2);
  };
  thin(steps);
  thin(minimum);
  thin(maximum);
  thin(total);
  gap_ = (steps.back() - steps.front()) / static_cast<double>(steps.size());
}

}  // namespace heatwave::session
