// A Round is what a part does between two exchanges: its steps, then the exchange that follows.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/field/report.h"

namespace heatwave::field {

/// A moment of a round. A moment that a backend does not know does not occur.
enum class Moment : std::uint8_t {
  steps_begin,
  inner_begin,     ///< the last pass begins: rows inside are stepped beside those at the cuts
  inner_end,       ///< the rows inside are stepped
  steps_end,       ///< the rows that others copy are stepped
  exchange_begin,  ///< the exchange begins; other work may lie between it and the steps
  rows_offered,    ///< others may copy the part's rows
  rows_there,      ///< the rows of the neighbours are complete
  rows_copied,     ///< they are copied
  exchange_end,    ///< the neighbours have copied the part's rows, which may change again
};
inline constexpr std::size_t kMoments = 9;

struct Round {
  static constexpr double kNever = std::numeric_limits<double>::quiet_NaN();

  std::int64_t steps = 0;
  /// When the part reached each moment, in ms; NaN: it did not occur
  std::array<double, kMoments> reached = never();
  /// When the host's call for it was made, in ms of the host's clock; NaN: it did not occur
  std::array<double, kMoments> called = never();

  [[nodiscard]] double at(Moment moment) const { return reached[static_cast<std::size_t>(moment)]; }
  [[nodiscard]] double call_at(Moment moment) const {
    return called[static_cast<std::size_t>(moment)];
  }
  [[nodiscard]] bool has(Moment moment) const { return !std::isnan(at(moment)); }

 private:
  static std::array<double, kMoments> never() {
    std::array<double, kMoments> all{};
    all.fill(kNever);
    return all;
  }
};

/// Adds up the times of rounds. Not every round has to be timed.
class RoundSums {
 public:
  void count_steps(std::int64_t steps) { steps_ += steps; }
  void count_exchange() { ++exchanges_; }
  void add(const Round& round);
  /// Returns the mean times of a step; none: no round has been timed yet.
  [[nodiscard]] std::optional<PartTimes> means() const;

 private:
  std::int64_t steps_ = 0;
  std::int64_t exchanges_ = 0;
  // Sums over timed rounds
  std::int64_t timed_steps_ = 0;
  std::int64_t timed_exchanges_ = 0;
  double compute_ms_ = 0.0;
  double exchange_ms_ = 0.0;
  double hidden_ms_ = 0.0;
};

/// A stretch of a part's time line, in ms.
struct Span {
  std::string_view name;
  double begin = 0.0;
  double end = 0.0;
  bool is_call = false;  ///< true: the host makes its calls; false: the part does the work
};

/// Returns the spans of a round in the order in which they begin. `next`: the round that follows,
/// for which the part may wait; null: there is none.
std::vector<Span> spans_of(const Round& round, const Round* next);

}  // namespace heatwave::field
