// When the log is full, drops every second entry and doubles the spacing.
#include "app/session/field/totals_log.h"

namespace heatwave::session {

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
