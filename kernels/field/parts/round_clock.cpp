// A part in the host's memory reaches a moment when its call is made.
#include "kernels/field/parts/round_clock.h"

#include <utility>

#include "kernels/core/steady_time.h"

namespace heatwave::field {
namespace {

class HostRoundClock final : public RoundClock {
 public:
  void begin(std::int64_t steps) override {
    end();
    sums_.count_steps(steps);
    round_ = {.steps = steps};
    mark(Moment::steps_begin);
  }
  void mark(Moment moment) override {
    if (moment == Moment::exchange_begin) sums_.count_exchange();
    if (round_.steps == 0) return;
    const auto i = static_cast<std::size_t>(moment);
    round_.reached[i] = round_.called[i] = core::ms_since({});
    if (moment == Moment::exchange_end) end();
  }
  [[nodiscard]] std::optional<PartTimes> means() override {
    RoundSums sums = sums_;
    if (round_.has(Moment::steps_end)) sums.add(round_);
    return sums.means();
  }
  void record(std::size_t most) override {
    end();
    most_ = most;
    recorded_.clear();
  }
  [[nodiscard]] std::vector<Round> recorded() override {
    most_ = 0;
    return std::exchange(recorded_, {});
  }

 private:
  void end() {
    if (!round_.has(Moment::steps_end)) return;
    sums_.add(round_);
    if (recorded_.size() < most_) recorded_.push_back(round_);
    round_ = {};
  }

  Round round_;  ///< the round that has begun; without steps: none has
  RoundSums sums_;
  std::size_t most_ = 0;
  std::vector<Round> recorded_;
};

}  // namespace

std::unique_ptr<RoundClock> make_host_round_clock() { return std::make_unique<HostRoundClock>(); }

}  // namespace heatwave::field
