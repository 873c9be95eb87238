// The exchange of a device begins while rows inside are still stepped: that time is hidden.
#include "kernels/field/parts/round.h"

#include <algorithm>

namespace heatwave::field {

void RoundSums::add(const Round& round) {
  using enum Moment;
  if (!round.has(steps_end)) return;  // its steps have failed
  const double inner_ms =
      round.has(inner_end) ? std::max(0.0, round.at(inner_end) - round.at(steps_end)) : 0.0;
  timed_steps_ += round.steps;
  compute_ms_ += round.at(steps_end) - round.at(steps_begin) + inner_ms;
  if (!round.has(exchange_end)) return;
  ++timed_exchanges_;
  exchange_ms_ += round.at(exchange_end) - round.at(exchange_begin);
  if (!round.has(inner_end)) return;
  hidden_ms_ += std::max(
      0.0, std::min(round.at(inner_end), round.at(exchange_end)) - round.at(exchange_begin));
}

std::optional<PartTimes> RoundSums::means() const {
  if (timed_steps_ == 0) return std::nullopt;
  const double exchanges_a_step = timed_exchanges_ == 0 ? 0.0
                                                        : static_cast<double>(exchanges_) /
                                                              static_cast<double>(steps_) /
                                                              static_cast<double>(timed_exchanges_);
  return PartTimes{.compute_ms = compute_ms_ / static_cast<double>(timed_steps_),
                   .exchange_ms = exchange_ms_ * exchanges_a_step,
                   .hidden_ms = hidden_ms_ * exchanges_a_step};
}

std::vector<Span> spans_of(const Round& round, const Round* next) {
  using enum Moment;
  std::vector<Span> spans;
  const auto add = [&](std::string_view name, Moment begin, Moment end) {
    if (round.has(begin) && round.has(end)) spans.push_back({name, round.at(begin), round.at(end)});
  };
  if (round.has(inner_begin)) {
    add("passes before the last", steps_begin, inner_begin);
    add("rows at the cuts", inner_begin, steps_end);
    add("rows inside", inner_begin, inner_end);
  } else {
    add("steps", steps_begin, steps_end);
  }
  add("offering rows", exchange_begin, rows_offered);
  if (round.has(rows_copied)) {
    add("waiting for rows", rows_offered, rows_there);
    add("copying rows", rows_there, rows_copied);
    add("waiting until copied", rows_copied, exchange_end);
  } else {
    add("receiving rows", rows_offered, exchange_end);
  }
  if (next != nullptr && round.has(exchange_end)) {
    const double end = round.has(inner_end) ? std::max(round.at(inner_end), round.at(exchange_end))
                                            : round.at(exchange_end);
    spans.push_back({"waiting for the host", end, std::max(end, next->at(steps_begin))});
  }
  const auto add_call = [&](std::string_view name, Moment begin, Moment end) {
    if (round.has(begin) && round.has(end)) {
      spans.push_back({name, round.call_at(begin), round.call_at(end), true});
    }
  };
  add_call("calls for steps", steps_begin, steps_end);
  add_call("calls for the exchange", exchange_begin, exchange_end);
  return spans;
}

}  // namespace heatwave::field
