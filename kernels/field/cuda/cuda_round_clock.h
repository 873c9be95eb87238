// A CudaRoundClock times the rounds of a part on a CUDA device by events, of which it records few:
// one round in sixteen, so that steps take no longer.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/core/cuda_stream.h"
#include "kernels/core/steady_time.h"
#include "kernels/field/parts/round_clock.h"

namespace heatwave::field {

/// All calls of one thread at a time. Those that mark moments are made with the device selected.
class CudaRoundClock final : public RoundClock {
 public:
  CudaRoundClock(const core::Stream& stream, int device) : stream_(stream), device_(device) {}

  void begin(std::int64_t steps) override {
    end();
    poll();
    sums_.count_steps(steps);
    // The first round loads kernels, and would be the longest.
    const bool is_due = rounds_++ % kRoundsOfASample == 1 && pending_.size() < kMostPending;
    const bool is_kept = left_ > 0;
    if (!is_due && !is_kept) return;
    open_ = free_.empty() ? std::make_unique<TimedRound>() : std::move(free_.back());
    if (!free_.empty()) free_.pop_back();
    open_->round = {.steps = steps};
    open_->is_kept = is_kept;
    if (is_kept) --left_;
    mark(Moment::steps_begin);
  }
  void mark(Moment moment) override { mark(moment, stream_.get()); }
  /// Marks a moment of work in another stream of the device.
  void mark(Moment moment, cudaStream_t stream) {
    if (moment == Moment::exchange_begin) sums_.count_exchange();
    if (!open_) return;
    const auto i = static_cast<std::size_t>(moment);
    open_->round.called[i] = core::ms_since({});
    open_->events[i].record(stream);
    if (moment == Moment::exchange_end) end();
  }
  [[nodiscard]] std::optional<PartTimes> means() override {
    core::use_device(device_);
    poll();
    return sums_.means();
  }
  void record(std::size_t most) override {
    core::use_device(device_);
    end();
    stream_.synchronize();
    poll();
    recorded_.clear();
    left_ = most;
    while (free_.size() < most) free_.push_back(std::make_unique<TimedRound>());
    // The device reaches the zero point between two times of the host's clock.
    double before = 0.0;
    for (int i = 0; i < 3; ++i) {
      before = core::ms_since({});
      zero_.record(stream_);
      stream_.synchronize();
    }
    zero_ms_ = (before + core::ms_since({})) / 2;
  }
  [[nodiscard]] std::vector<Round> recorded() override {
    core::use_device(device_);
    left_ = 0;
    end();
    HEATWAVE_CUDA_CHECK(cudaDeviceSynchronize());
    poll();
    return std::exchange(recorded_, {});
  }

 private:
  static constexpr std::int64_t kRoundsOfASample = 16;
  static constexpr std::size_t kMostPending = 4;

  struct TimedRound {
    Round round;
    std::array<core::Event, kMoments> events;
    bool is_kept = false;

    [[nodiscard]] bool is_marked(std::size_t moment) const {
      return !std::isnan(round.called[moment]);
    }
    [[nodiscard]] bool is_done() const {
      for (std::size_t i = 0; i < kMoments; ++i) {
        if (is_marked(i) && !events[i].reached()) return false;
      }
      return true;
    }
    void read(const core::Event& zero, double zero_ms) {
      for (std::size_t i = 0; i < kMoments; ++i) {
        if (!is_marked(i)) continue;
        float ms = 0.0F;
        HEATWAVE_CUDA_CHECK(cudaEventElapsedTime(&ms, zero.get(), events[i].get()));
        round.reached[i] = zero_ms + static_cast<double>(ms);
      }
    }
  };

  void end() {
    if (open_) pending_.push_back(std::move(open_));
  }
  void poll() {
    while (!pending_.empty() && pending_.front()->is_done()) {
      std::unique_ptr<TimedRound> done = std::move(pending_.front());
      pending_.pop_front();
      // Floats of milliseconds are exact enough only near their zero point.
      if (done->is_kept) {
        done->read(zero_, zero_ms_);
        recorded_.push_back(done->round);
      } else {
        done->read(done->events[static_cast<std::size_t>(Moment::steps_begin)], 0.0);
      }
      sums_.add(done->round);
      free_.push_back(std::move(done));
    }
  }

  const core::Stream& stream_;
  int device_;
  RoundSums sums_;
  std::int64_t rounds_ = 0;           ///< number of rounds that have begun
  std::unique_ptr<TimedRound> open_;  ///< null: the round is not timed
  std::deque<std::unique_ptr<TimedRound>> pending_;
  std::vector<std::unique_ptr<TimedRound>> free_;
  // Rounds that are kept
  core::Event zero_;
  double zero_ms_ = 0.0;
  std::size_t left_ = 0;
  std::vector<Round> recorded_;
};

}  // namespace heatwave::field
