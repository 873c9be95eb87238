// A RoundClock times the rounds of a part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/field/parts/round.h"

namespace heatwave::field {

class RoundClock : core::NonCopyable {
 public:
  virtual ~RoundClock() = default;

  /// Begins a round of this number of steps. The round before has ended, also without an exchange.
  virtual void begin(std::int64_t steps) = 0;
  /// Marks a moment of the round: that at which all work is done that was queued before the call.
  virtual void mark(Moment moment) = 0;
  /// Returns the mean times of a step; none: no round has been timed yet. Never waits.
  [[nodiscard]] virtual std::optional<PartTimes> means() = 0;
  /// Keeps the next rounds, at most `most`, with the times of the host's clock. Waits for all
  /// pending steps.
  virtual void record(std::size_t most) = 0;
  /// Waits for all pending steps and returns the rounds kept so far.
  [[nodiscard]] virtual std::vector<Round> recorded() = 0;
};

/// Makes the clock of a part whose work is done when its calls return.
std::unique_ptr<RoundClock> make_host_round_clock();

}  // namespace heatwave::field
